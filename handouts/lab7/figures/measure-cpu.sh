#!/usr/bin/env bash
# Makes the data of lab 7 that do not depend on time, on the CPU device.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

nvcc=../../../labs/cpu/nvcc-cpu solution=../../../solutions/lab7
mkdir -p build data
"$nvcc" -O2 ../../figures/fetch.cu -o build/fetch
build/fetch half-texel >data/lab7-half-texel.csv
build/fetch staircase >data/lab7-weights.csv

# The half texel on a fine grid, of two functions.
for right in D_YZ D_Z2; do
    "$nvcc" -O2 -rdc=true -DD_RIGHT=$right sphere.cu $solution/{function,step?_*}.cu -o build/sphere
    build/sphere half
done | awk 'NR == 1 || !/^exact/' >data/lab7-half-cpu.csv

make -s -C $solution DEVICE=cpu
$solution/build/lab7 table build/lab7.csv >build/lab7.txt
cut -d, -f1-7 build/lab7.csv >data/lab7-compare-cpu.csv # without the times, which mean nothing here
