#!/bin/sh
# profile.sh DEVICE PROGRAM [ARG...]: what `make profile` does, in a lab's folder. On the CPU device: the program, and then what
# each of its kernels' warps asked memory for. On a GPU: the times of its kernels, copies and calls, by labprof.
# Then the student's predictions beside what was counted (predict.sh), and profile.txt, where a lab has one.
# Exit status: the program's; 1 when there is no profile.
set -u
common=$(cd "$(dirname "$0")" && pwd)
device=$1 program=$2
shift 2
status=0
if [ "$device" = cpu ]; then
    table=build/profile.table
    rm -f "$table"
    CPU_DEVICE_PROFILE_TABLE=$table ${LAB_RUNNER:-} "$program" "$@" || status=$?
    if [ ! -s "$table" ]; then
        echo "make profile: the program wrote no counts (it ended with status $status): mend that first; make check says more" >&2
        if [ "$status" = 0 ]; then status=1; fi
        exit "$status"
    fi
    echo
    echo "What the warps of each kernel asked memory for, all launches together:"
    cat "$table"
    cat <<'END'

A request is what the 32 lanes of a warp ask for with one instruction. The best
is 1 word of constant memory, 4 sectors of 32 bytes for values of 4 bytes, no
bank conflict, 32 lanes. The counts follow from your source and hold for any
GPU; only a GPU has times. What each count means: ../cpu/COUNTS.md.
END
else
    labprof=$common/../../grader/labprof
    if [ ! -x "$labprof" ]; then
        echo "make profile: $labprof is not here. Unpack the labs anew; or type: nsys profile --stats=true $program $*" >&2
        exit 1
    fi
    "$labprof" "$program" "$@" || status=$?
    cat <<'END'

NVIDIA's own tools say more: nsys shows the time line, ncu the counters of a
kernel. They took the place of nvprof. `make profile DEVICE=cpu` counts requests.
END
fi
if [ "$device" = cpu ]; then sh "$common/predict.sh" "$table"; fi
if [ -f profile.txt ]; then
    echo
    cat profile.txt
fi
exit "$status"
