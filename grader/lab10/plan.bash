# What is built and run to grade lab 10, and its hidden inputs.
# shellcheck shell=bash disable=SC2154 # `draw` sets the variables

units step1_picture step2_multiply step3_types step4_rotate step5_table
contract lab10.h picture.h

# The tile is one of three, so that the reference's objects are soon all there. The samples are 8: twice 2 is
# its square, and 4 is the lab's own.
draw set tile 0 2
tiles=(8 12 20) samples=8 # neither the lab's TILE nor its SAMPLES
sizes drawn "-DTILE=${tiles[set]}" "-DSAMPLES=$samples"
# Where a function that calls others of its step is judged alone the others are the reference's.
sizes parts "-DTILE=${tiles[set]}" "-DSAMPLES=$samples" -include grader_parts.h
support grader_parts.h

# Pictures are never square, and no size is a multiple of the tile.
draw width width 41 55
draw height height 20 31
if ((width % tiles[set] == 0)); then width=$((width + 1)); fi
if ((height % tiles[set] == 0)); then height=$((height + 1)); fi
# One more than a multiple of the tile and of nearly any block: one row is left for the last.
one_more=(161 193 161)
picture=("seed=$SEED" "width=$width" "height=$height" "tile=${tiles[set]}" "other.width=$((tiles[set] + 1))"
    "other.height=${one_more[set]}")

program picture step=1 drawn step1_picture
for part in array texture; do run "$part" picture "${picture[@]}" "part=$part"; done
# Whole blocks of 16 x 8 threads: a guard that is missing shows in the run `guard` alone.
draw blocks blocks 0 2
across=(48 80 48) down=(40 24 56)
run kernel picture "seed=$SEED" "width=${across[blocks]}" "height=${down[blocks]}" "tile=${tiles[set]}" other.width=32 \
    other.height=120 part=kernel means=textures
run guard picture "${picture[@]}" part=guard
run array-failing picture "seed=$SEED" width=9 height=5 part=failing calls=make_array,make_texture
program picture-whole step=1 drawn step1_picture@parts
run whole picture-whole "${picture[@]}" part=whole means=textures
# Beside the student's own functions, whose kernels may want another shape of launch than the reference's.
program picture-own step=1 drawn step1_picture
run whole-own picture-own "${picture[@]}" part=whole means=textures
run picture-failing picture-whole "seed=$SEED" width=9 height=5 part=failing calls=shift_picture

# More than one tile along each side, and never a whole number of them.
draw m m 25 36
draw k k 43 57
draw n n 21 24
for size in m k n; do
    if ((size % tiles[set] == 0)); then printf -v "$size" %d $((size + 1)); fi
done
if ((m == n)); then m=$((m + 1)); fi
side=$m
# Not as many tiles along both sides of C: a grid with x and y exchanged covers it then.
if (((m + tiles[set] - 1) / tiles[set] == (n + tiles[set] - 1) / tiles[set])); then m=$((m + 16)); fi
while ((m == 32 || m % tiles[set] == 0)); do m=$((m + 1)); done # at 1 / 32 an edge is met as it is
# A last tile of one term is a term, and m terms are fewer than k.
while ((k <= m || k % tiles[set] < 2)); do k=$((k + 1)); done
program multiply step=2 drawn step2_multiply
for part in multiply_global multiply_tiled multiply_texture matrix; do
    run "$part" multiply "seed=$SEED" "m=$m" "k=$k" "n=$n" "tile=${tiles[set]}" "part=$part" means=textures
done
run matrix-failing multiply "seed=$SEED" m=9 k=7 n=5 part=failing calls=make_matrix
program multiply-whole step=2 drawn step2_multiply@parts
run multiply multiply-whole "seed=$SEED" "m=$m" "k=$k" "n=$n" "tile=${tiles[set]}" part=multiply
# Fewer terms than C has rows or columns: what is made of k where m or n belongs shows.
draw short short 3 7
run multiply-short multiply-whole "seed=$SEED" "m=$((tiles[set] + 1))" "k=$short" "n=${one_more[set]}" "tile=${tiles[set]}" part=multiply
program multiply-own step=2 drawn step2_multiply
run multiply-own multiply-own "seed=$SEED" "m=$m" "k=$k" "n=$n" "tile=${tiles[set]}" part=multiply
run multiply-short-own multiply-own "seed=$SEED" "m=$((tiles[set] + 1))" "k=$short" "n=${one_more[set]}" "tile=${tiles[set]}" part=multiply
run multiply-failing multiply-whole "seed=$SEED" m=9 k=7 n=5 part=failing \
    calls=multiply_GLOBAL,multiply_TILED,multiply_TEXTURE
profile multiply_tiled

draw layers layers 3 6
program types step=3 drawn step3_types
for part in bytes colours layers map; do
    run "$part" types "${picture[@]}" "part=$part" "n=$n" "layers=$layers" other.n=5 other.layers=9 means=textures
done

for call in read_bytes read_colours multiply_layers make_map; do
    run "$call-failing" types "seed=$SEED" width=9 height=5 part=failing "calls=$call"
done

program rotate step=4 drawn step4_rotate
# The second call's border has another colour.
turn=("${picture[@]}" negative=0 other.negative=1 "samples=$samples")
run rotate_hardware rotate "${turn[@]}" part=rotate_hardware means=textures
run rotate_software rotate "${turn[@]}" part=rotate_software
program rotate-whole step=4 drawn step4_rotate@parts
run hardware rotate-whole "${turn[@]}" part=hardware means=textures
run software rotate-whole "${turn[@]}" part=software
program rotate-own step=4 drawn step4_rotate
run hardware-own rotate-own "${turn[@]}" part=hardware means=textures
run software-own rotate-own "${turn[@]}" part=software
for way in hardware software; do
    run "$way-failing" rotate-whole "seed=$SEED" width=9 height=5 part=failing "calls=rotate_by_$way"
done
timing lab10-hardware step=4 step4_rotate
timing lab10-advantage step=4 step4_rotate

# On a GPU the launch of a small kernel takes longer than the kernel. On the CPU device a mean may be over a thousand launches
# of each kernel, and is to end long before the limit: a pixel has few samples there.
size=$((tiles[set] + 3)) launches=5 timed_samples=2
if [[ $DEVICE == gpu ]]; then size=$((16 * side)) launches=50 timed_samples=$samples; fi
sizes table "-DTILE=${tiles[set]}" "-DSAMPLES=$timed_samples"
sizes timed "-DTILE=${tiles[set]}" "-DSAMPLES=$timed_samples" -include grader_timed.h
support grader_timed.h
program table step=5 table step5_table@timed
run table table "seed=$SEED" "size=$size" "launches=$launches" part=table
run csv table "seed=$SEED" part=csv
run table-failing table "seed=$SEED" part=failing calls=time_all size=9
