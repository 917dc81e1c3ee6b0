#!/bin/sh
# debug.sh PROGRAM STEP [FILE:LINE]: what `make debug` does, in a lab's folder: gdb on the CPU device, in the
# step's first check that is not ok, stopped where device code of the step begins, or at FILE:LINE. One worker
# runs all blocks, so threads come in order.
set -u
program=$1 step=$2 at=${3-}
if ! command -v gdb >/dev/null 2>&1; then
    echo "make debug needs gdb; make doctor says what to type"
    exit 1
fi
case $step in
'' | *[!0-9]*)
    echo "Which step? make debug STEP=n, and to stop elsewhere AT=FILE:LINE"
    exit 2
    ;;
esac
if ! ${MAKE:-make} --no-print-directory -s -j2 DEVICE=cpu debug-program >build/debug.log 2>&1; then
    grep -vE '^make(\[[0-9]+\])?: |^  (compile|link) ' build/debug.log | head -n 30
    exit 1
fi

# The first line in each function of device code; of the step's own file, where it has one.
stops() {
    if [ -n "$at" ]; then
        echo "$at"
        return
    fi
    own=$(for file in $SOURCES; do case $file in step"$step"_*) echo "$file" ;; esac; done)
    for file in ${own:-$SOURCES}; do
        [ "$file" != main.cu ] || continue
        awk -v file="$file" '
            /^[^\/]*__(global|device)__[^;]*$/ { open = 1 }
            open && /;[[:space:]]*$/ { open = 0 }
            open && /\{[[:space:]]*(\/\/.*)?$/ { print file ":" FNR + 1; open = 0 }' "$file"
    done
}

{
    cat <<'END'
set pagination off
set confirm off
set breakpoint pending on
set print thread-events off
set print inferior-events off
set env CPU_DEVICE_THREADS = 1
define hook-stop
if $_thread != 0
printf "block (%d,%d,%d), thread (%d,%d,%d)\n", blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z
end
end
END
    stops | sed 's/^/tbreak /'
    echo run
} >build/debug.gdb
export LAB_CHECK_FOLDER=build/cpu-check
echo "gdb: n next line, s into a function, p NAME a value, info locals, bt who called, c go on, q end"
exec gdb -q -x build/debug.gdb --args "$program" here "$step"
