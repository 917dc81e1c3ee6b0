# What is built and run to grade lab 8, and its hidden inputs.
# shellcheck shell=bash disable=SC2154 # `draw` sets the variables

units step1_checksum step2_segments step3_promote step4_host step5_paths
contract lab8.h

# Blocks and threads of the sums come from three sets, so that the reference's objects are soon all there.
draw set sums 0 2
blocks=(3 5 7) threads=(95 67 33) # never a multiple of 4 in all
sizes drawn "-DSUM_BLOCKS=${blocks[set]}" "-DSUM_THREADS=${threads[set]}"

# Where a function that calls others of its step is judged alone the others are the reference's.
sizes parts "-DSUM_BLOCKS=${blocks[set]}" "-DSUM_THREADS=${threads[set]}" -include grader_parts.h
support grader_parts.h

draw quads quads 2 4
quads=$((512 * quads)) # every split of inputs.h is a multiple of 128 then
memory=("seed=$SEED" "quads=$quads")

# Step 1 has no splits: its quads are a multiple of nothing that a thread or a block may take.
draw odd odd 1 60
program sums step=1 drawn step1_checksum
for part in int int2 int4 texture add; do
    case $part in
    int*) other=(means=textures other.quads=40001) ;; # more elements than 16 bits count
    *) other=(other.quads=3) ;;
    esac
    run "$part" sums "seed=$SEED" "quads=$((quads + 2 * odd + 1))" "${other[@]}" "part=$part" \
        "blocks=${blocks[set]}" "threads=${threads[set]}"
done
run texture-failing sums "seed=$SEED" quads=600 part=failing calls=make_words_texture,add_sums

program sums-whole step=1 drawn step1_checksum@parts
for part in checksum outside; do
    run "$part" sums-whole "seed=$SEED" means=textures "quads=$((quads + 2 * odd + 1))" other.quads=3 "part=$part" \
        "blocks=${blocks[set]}" "threads=${threads[set]}"
done
run arguments sums-whole "seed=$SEED" "quads=$((quads + 2 * odd + 1))" part=arguments
run sums-failing sums-whole "seed=$SEED" quads=600 part=failing calls=checksum,fetch_words

program segments step=2 drawn step2_segments
for part in made quads limit unused refused device fallback exhausted; do
    means=()
    if [[ $part == quads ]]; then means=(means=textures); fi
    run "$part" segments "${means[@]}" "${memory[@]}" "part=$part" "blocks=${blocks[set]}" "threads=${threads[set]}"
done
run segments-failing segments "${memory[@]}" part=failing calls=make_segments
program segments-whole step=2 drawn step2_segments@parts
run sums segments-whole means=textures "${memory[@]}" part=sums "blocks=${blocks[set]}" "threads=${threads[set]}"
run checksum_segments-failing segments-whole "${memory[@]}" part=failing calls=checksum_segments

program promote step=3 drawn step3_promote
for part in 8 16 half texture; do run "promote-$part" promote "seed=$SEED" "part=$part" means=textures; done

run promote-failing promote "seed=$SEED" part=failing calls=promote_by_texture

# Whole blocks and no odd end in the run `host`; what is left of a block or of four words shows in `any`.
draw groups groups 9 14
draw n n 1100 1900
if ((n % 4 == 0)); then n=$((n + 1)); fi
program host step=4 drawn step4_host
run host host "seed=$SEED" "n=$((128 * groups))" means=textures
run any host "seed=$SEED" "n=$n" other.n=132097
run host-failing host "seed=$SEED" part=failing calls=increment_mapped n=100

sizes timed "-DSUM_BLOCKS=${blocks[set]}" "-DSUM_THREADS=${threads[set]}" -include grader_timed.h
support grader_timed.h
program paths step=5 drawn step5_paths@timed
for part in read_texture read_ldg read_plain csv; do run "$part" paths "seed=$SEED" count=2048 "part=$part" means=textures; done
# On a GPU the launch of a small kernel takes longer than the kernel.
count=2048 launches=5
if [[ $DEVICE == gpu ]]; then count=$((1 << 20)) launches=50; fi
run table paths "seed=$SEED" "count=$count" "launches=$launches" part=table
run paths-failing paths "seed=$SEED" count=1024 part=failing calls=measure_paths
profile read_texture
