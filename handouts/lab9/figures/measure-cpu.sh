#!/usr/bin/env bash
# Makes the data of lab 9 that do not depend on time, on the CPU device.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

lab=../../../solutions/lab9
mkdir -p data
make -s -C $lab DEVICE=cpu
$lab/build/lab9 bits data/lab9-bits.csv
$lab/build/lab9 plane data/lab9-plane.csv
