#!/usr/bin/env bash
# Makes the data of lab 10 that do not depend on time, on the CPU device.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# A picture as rows of grey levels.
rows() {
    local width
    read -r width _ < <(sed -n 2p "$1")
    tail -c +"$(($(head -n 3 "$1" | wc -c) + 1))" "$1" | od -An -v -tu1 -w"$width" | sed 's/^ *//; s/  */,/g'
}
lab=../../../solutions/lab10
mkdir -p build data
make -s -C $lab DEVICE=cpu
$lab/build/lab10 shift - build/same.pgm 0 0
$lab/build/lab10 shift - build/corner.pgm -0.5 -0.5
$lab/build/lab10 rotate - build/turned.pgm 30 0.8
for picture in same corner turned; do rows build/$picture.pgm >data/lab10-$picture.csv; done
