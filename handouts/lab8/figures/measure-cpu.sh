#!/usr/bin/env bash
# Makes the data of lab 8 that do not depend on time, on the CPU device.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

mkdir -p build data
../../../labs/cpu/nvcc-cpu -O2 ../../figures/fetch.cu -o build/fetch
build/fetch promote >data/lab8-promotion.csv
