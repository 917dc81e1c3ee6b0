# What is built and run to grade lab 11, and its hidden inputs.
# shellcheck shell=bash disable=SC2154 # `draw` sets the variables

units step1_copy step2_arrays step3_naive step4_tile step5_banks step6_bins
contract lab11.h

sizes plain

# Matrices for the numbers: sides that are odd, and never the same: there is a tile more along one at least. The second has
# more rows than columns, the third is one element. Those for the counts are whole tiles: a missing guard is the other
# tests' business.
draw half rows 17 44
draw wider columns 17 24
draw tiles rows 1 3
# The parts of tiles have more rows and columns than a block has rows of threads.
rows=$((2 * half + 1))
while ((rows % 32 < 9)); do rows=$((rows + 2)); done
columns=$((rows + 2 * wider))
while ((columns % 32 < 9)); do columns=$((columns + 2)); done
narrow=$((rows + 2))
while ((narrow % 32 < 9)); do narrow=$((narrow + 2)); done
matrix=("seed=$SEED" "rows=$rows" "columns=$columns" more=0 "other.rows=$columns" "other.columns=$narrow" other.more=1)
one=("seed=$SEED" rows=1 columns=1 more=0 other.rows=1 other.columns=77 other.more=0)
counted=("seed=$SEED" "rows=$((32 * tiles))" "columns=$((32 * tiles + 32))" more=0)

program copies step=1 plain step1_copy
for kernel in copyRows copyColumns; do
    run "$kernel" copies "${matrix[@]}" "kernel=$kernel"
    run "$kernel-one" copies "${one[@]}" "kernel=$kernel"
    run "$kernel-counted" copies "${counted[@]}" "kernel=$kernel"
done
run answers copies "seed=$SEED" kernel=answers

draw n n 700 1900
program arrays step=2 plain step2_arrays
run toArrays arrays "seed=$SEED" "n=$((2 * n + 1))" part=kernel kernel=toArrays blocks=3 threads=96 other.n="$((n / 2))" other.blocks=9 other.threads=224
run toArrays-counted arrays "seed=$SEED" n=1152 part=kernel kernel=toArrays blocks=3 threads=128
run hToArrays arrays "seed=$SEED" "n=$((8 * n + 5))" part=host kernel=hToArrays other.n=1
run toArrays-failing arrays "seed=$SEED" n=1024 part=failing calls=hToArrays

for transpose in naive tile banks; do
    case $transpose in naive) step=3 ;; tile) step=4 ;; *) step=5 ;; esac
    program "$transpose" "step=$step" plain "step${step}_$transpose"
    run "$transpose" "$transpose" "${matrix[@]}" part=kernel "kernel=transpose${transpose^}"
    run "$transpose-one" "$transpose" "${one[@]}" part=kernel "kernel=transpose${transpose^}"
    run "$transpose-counted" "$transpose" "${counted[@]}" part=kernel "kernel=transpose${transpose^}"
done
run turns banks "seed=$SEED" part=answers
run hTranspose banks "${matrix[@]}" part=host kernel=hTranspose
run hTranspose-failing banks "seed=$SEED" rows=64 columns=96 part=failing calls=hTranspose
timing lab11-tile step=4 step4_tile
timing lab11-copy step=5 step5_banks

# Blocks: no power of two, fewer threads than bins, more than there are elements.
draw warps threads 5 7
program bins step=6 plain step6_bins
for kernel in sumWords histogram; do
    run "$kernel" bins "seed=$SEED" "n=$((4 * n + 1))" "part=$kernel" "kernel=$kernel" blocks=3 "threads=$((32 * warps))" other.n="$((n / 2))" other.blocks=2 other.threads=1024
    run "$kernel-few" bins "seed=$SEED" n=5 "part=$kernel" "kernel=$kernel" blocks=2 threads=32 other.n=3001 other.blocks=1 other.threads=96
done
run hHistogram bins "seed=$SEED" "n=$((32 * n + 3))" part=host kernel=hHistogram other.n=1
run hHistogram-failing bins "seed=$SEED" n=4096 part=failing calls=hHistogram
profile banks-counted
