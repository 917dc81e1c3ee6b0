#!/usr/bin/env bash
# Makes the data of labs 8 to 10 that do not depend on time, on the CPU device.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

solutions=../../solutions
mkdir -p build data
../../labs/cpu/nvcc-cpu -O2 fetch.cu -o build/fetch
build/fetch promote >data/lab8-promotion.csv
make -s -C $solutions/lab9 DEVICE=cpu
$solutions/lab9/build/lab9 bits data/lab9-bits.csv
$solutions/lab9/build/lab9 plane data/lab9-plane.csv

# A picture as rows of grey levels.
rows() {
    local width
    read -r width _ < <(sed -n 2p "$1")
    tail -c +"$(($(head -n 3 "$1" | wc -c) + 1))" "$1" | od -An -v -tu1 -w"$width" | sed 's/^ *//; s/  */,/g'
}
make -s -C $solutions/lab10 DEVICE=cpu
lab10=$solutions/lab10/build/lab10
$lab10 shift - build/same.pgm 0 0
$lab10 shift - build/corner.pgm -0.5 -0.5
$lab10 rotate - build/turned.pgm 30 0.8
for picture in same corner turned; do rows build/$picture.pgm >data/lab10-$picture.csv; done
