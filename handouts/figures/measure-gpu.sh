#!/usr/bin/env bash
# Usage: handouts/figures/measure-gpu.sh [NAME [FOLDER]]
# On a GPU, in under a minute: makes the data of the handouts' figures and texts that a GPU gives,
# LAB-*-NAME.csv and LAB-NAME.txt in handouts/LAB/figures/data, and NAME.txt in handouts/figures/data, which says in full
# which GPU it was; with FOLDER, all of them there. NAME is "h200" unless given. Needs nvcc with CUPTI, and nothing else that must be installed.
# Times of kernels are the profiler's (grader/labprof); times of launches are those that `make run` prints.
set -euo pipefail

name=${1-h200}
output=
if [[ ${2-} ]]; then mkdir -p "$2" && output=$(cd "$2" && pwd); fi
cd "$(dirname "${BASH_SOURCE[0]}")"
kit=../..
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
compile=("$nvcc" -std=c++17 -O2 -arch="${GPU_ARCH:-native}" -t4)
mkdir -p build data
handouts=$(cd .. && pwd)

# data_of LAB: the folder of its data.
data_of() { printf %s "${output:-$handouts/$1/figures/data}"; }

# --- all programs, side by side -------------------------------------------------------------------

jobs=()
"${compile[@]}" ../lab6/figures/replay.cu -o build/replay &
jobs+=($!)
"${compile[@]}" ../lab8/figures/stream.cu -o build/stream &
jobs+=($!)
"${compile[@]}" -rdc=true ../lab7/figures/sphere.cu $kit/solutions/lab7/{function,step?_*}.cu -o build/sphere &
jobs+=($!)
"${compile[@]}" -rdc=true -DD_RIGHT=D_Z2 ../lab7/figures/sphere.cu $kit/solutions/lab7/{function,step?_*}.cu -o build/sphere-0 &
jobs+=($!)
for samples in 1 2 4 8; do
    "${compile[@]}" -rdc=true -DSAMPLES=$samples ../lab10/figures/pictures.cu $kit/solutions/lab10/step*.cu \
        -o build/pictures-$samples &
    jobs+=($!)
done
for lab in lab6 lab7 lab8 lab9; do
    make -s -j4 -C $kit/solutions/$lab DEVICE=gpu NVCC="$nvcc" &
    jobs+=($!)
done
make -s -j4 -C $kit/solutions/lab10 DEVICE=gpu NVCC="$nvcc" DEFS=-DSAMPLES=1 &
jobs+=($!)
make -s -C $kit/grader/profiler &
jobs+=($!)
for job in "${jobs[@]}"; do wait "$job"; done

# --- lab 6 ----------------------------------------------------------------------------------------

# shortest COUNT KERNEL PROGRAM ARGUMENT...: profiles the program; of each COUNT launches of kernels
# whose names contain KERNEL, in order, the shortest in microseconds, a line each.
shortest() {
    local count=$1 kernel=$2
    shift 2
    $kit/grader/labprof --csv --print-gpu-trace --log-file build/trace.csv "$@" >/dev/null
    # The line below the names has the units. A kernel's third column is its grid's width, a copy's is empty.
    awk -F , -v count="$count" -v kernel="$kernel" '
        /^"Start",/ { getline; scale = $2 == "s" ? 1e6 : $2 == "ms" ? 1e3 : $2 == "us" ? 1 : 1e-3; next }
        scale && $3 != "" && $0 ~ kernel {
            time = $2 * scale
            if (n % count == 0 || time < best) best = time
            if (++n % count == 0) printf "%.3f\n", best
        }' build/trace.csv
}

# with_kernels FILE COUNT KERNEL PROGRAM ARGUMENT...: the program's CSV, and of each row's COUNT launches
# the shortest kernel in a column more.
with_kernels() {
    local file=$1 count=$2 kernel=$3
    shift 3
    "$@" >build/rows.csv
    { echo kernel_us && shortest "$count" "$kernel" "$@"; } | paste -d , build/rows.csv - >"$file"
}

with_kernels "$(data_of lab6)/lab6-words-$name.csv" 21 . build/replay words
with_kernels "$(data_of lab6)/lab6-sizes-$name.csv" 21 . build/replay sizes
$kit/solutions/lab6/build/lab6 >"$(data_of lab6)/lab6-$name.txt"

# --- lab 7 ----------------------------------------------------------------------------------------

$kit/solutions/lab7/build/lab7 table "$(data_of lab7)/lab7-compare-$name.csv" | grep -v '^written to' >"$(data_of lab7)/lab7-$name.txt"
{ build/sphere half && build/sphere-0 half | tail -n 1; } >"$(data_of lab7)/lab7-half-$name.csv"
# compare_at launches each kernel once for the integral and eleven times for the clock.
with_kernels build/hardware.csv 12 integral_hardware build/sphere work
{ echo software_us && shortest 12 integral_software build/sphere work; } |
    paste -d , build/hardware.csv - | sed '1s/kernel_us/hardware_us/' >"$(data_of lab7)/lab7-work-$name.csv"

# --- labs 8 to 10 ---------------------------------------------------------------------------------

build/stream >"$(data_of lab8)/lab8-stream-$name.csv"
(cd build && ../$kit/solutions/lab8/build/lab8 paths 268435456) >"$(data_of lab8)/lab8-$name.txt"
mv $kit/solutions/lab8/build/lab8.csv "$(data_of lab8)/lab8-paths-$name.csv"
$kit/solutions/lab9/build/lab9 >"$(data_of lab9)/lab9-$name.txt"
{
    echo samples,hardware_ms,software_ms,ratio,fresh_hardware_ms,fresh_software_ms,fresh_ratio
    for samples in 1 2 4 8; do build/pictures-$samples; done
} >"$(data_of lab10)/lab10-samples-$name.csv"
$kit/solutions/lab10/build/lab10 2048 >"$(data_of lab10)/lab10-$name.txt"
mv $kit/solutions/lab10/build/lab10.csv "$(data_of lab10)/lab10-$name.csv"
for megabytes in 512 768 1280 8192; do
    $kit/solutions/lab8/build/lab8 cover $megabytes 134217728
done >"$(data_of lab8)/lab8-cover-$name.txt"

{
    echo "made by handouts/figures/measure-gpu.sh on:"
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
    "$nvcc" --version | tail -n 2 | head -n 1
} >"${output:-data}/$name.txt"
tail -n +1 "$(data_of lab6)"/lab6-*-"$name".csv "$(data_of lab7)/lab7-work-$name.csv" "$(data_of lab7)/lab7-half-$name.csv" \
    "$(data_of lab8)/lab8-stream-$name.csv" "$(data_of lab10)/lab10-samples-$name.csv"
