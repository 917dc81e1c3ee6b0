#!/usr/bin/env bash
# Makes the data of lab 6 that do not depend on time, on the CPU device.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

mkdir -p build data
../../../labs/cpu/nvcc-cpu --check -O2 replay.cu -o build/replay
CPU_DEVICE_PROFILE=build/replay.json build/replay run
{
    echo "words,requests,words per request"
    # The first six launches are those of 1, 2, 4 .. 32 words.
    jq -r '.launches[:6] | to_entries[] | .value.constant as $c |
        [pow(2; .key), $c.requests, $c.words / $c.requests] | @csv' build/replay.json
} >data/lab6-words-cpu.csv
