#!/usr/bin/env bash
# Makes the data of the figures that show times: run it on the GPU. Writes data/*-NAME.csv, where NAME
# (the first argument, or "h200") says which GPU it was, and data/NAME.txt, which says it in full.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

name=${1-h200}
output=${2-data}
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
mkdir -p build "$output"
output=$(cd "$output" && pwd)

"$nvcc" -std=c++17 -O2 -arch=native replay.cu -o build/replay
build/replay words >"$output/lab6-words-$name.csv"
build/replay sizes >"$output/lab6-sizes-$name.csv"
make -s -C ../../solutions/lab6 DEVICE=gpu NVCC="$nvcc"
../../solutions/lab6/build/lab6 >"$output/lab6-$name.txt"
make -s -C ../../solutions/lab7 DEVICE=gpu NVCC="$nvcc"
../../solutions/lab7/build/lab7 table "$output/lab7-compare-$name.csv" >"$output/lab7-$name.txt"
for lab in lab8 lab9; do make -s -C ../../solutions/$lab DEVICE=gpu NVCC="$nvcc"; done
(cd build && ../../../solutions/lab8/build/lab8 paths 268435456) >"$output/lab8-$name.txt"
mv build/lab8.csv "$output/lab8-paths-$name.csv"
for megabytes in 512 768 1280 8192; do
    ../../solutions/lab8/build/lab8 cover $megabytes 134217728
done >"$output/lab8-cover-$name.txt"
../../solutions/lab9/build/lab9 >"$output/lab9-$name.txt"
# Lab 10: the whole table with one sample a pixel, as the books turn pictures; then the rotations
# with more of them.
echo samples,hardware_ms,software_ms,ratio >"$output/lab10-samples-$name.csv"
for samples in 8 4 2 1; do
    make -s -C ../../solutions/lab10 DEVICE=gpu NVCC="$nvcc" DEFS="-DSAMPLES=$samples"
    (cd build && ../../../solutions/lab10/build/lab10 2048) >"$output/lab10-$name.txt"
    awk -F , -v samples="$samples" '$1 == "rotate_hardware" { hardware = $3 }
        $1 == "rotate_software" { print samples * samples "," hardware "," $3 "," $4 }' build/lab10.csv |
        tee -a "$output/lab10-samples-$name.csv"
done
mv build/lab10.csv "$output/lab10-$name.csv"
{
    echo "made by handouts/figures/measure-gpu.sh on:"
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
    "$nvcc" --version | tail -n 2 | head -n 1
} >"$output/$name.txt"
