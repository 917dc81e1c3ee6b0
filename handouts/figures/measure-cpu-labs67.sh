#!/usr/bin/env bash
# Makes the data of labs 6 and 7 that do not depend on time, on the CPU device.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

nvcc=../../labs/cpu/nvcc-cpu
mkdir -p build data
"$nvcc" -O2 fetch.cu -o build/fetch
build/fetch half-texel >data/lab7-half-texel.csv
build/fetch staircase >data/lab7-weights.csv

"$nvcc" --check -O2 replay.cu -o build/replay
CPU_DEVICE_PROFILE=build/replay.json build/replay run
{
    echo "words,requests,words per request"
    # The first six launches are those of 1, 2, 4 .. 32 words.
    jq -r '.launches[:6] | to_entries[] | .value.constant as $c |
        [pow(2; .key), $c.requests, $c.words / $c.requests] | @csv' build/replay.json
} >data/lab6-words-cpu.csv

# The half texel on the lecture's grid, of two functions.
for right in D_YZ D_Z2; do
    "$nvcc" -O2 -rdc=true -DD_RIGHT=$right sphere.cu ../../solutions/lab7/{function,step?_*}.cu -o build/sphere
    build/sphere half
done | awk 'NR == 1 || !/^exact/' >data/lab7-half-cpu.csv

make -s -C ../../solutions/lab7 DEVICE=cpu
../../solutions/lab7/build/lab7 table build/lab7.csv >build/lab7.txt
cut -d, -f1-7 build/lab7.csv >data/lab7-compare-cpu.csv # without the times, which mean nothing here
