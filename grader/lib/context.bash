# The context of a grading: one file in its work folder that says what is graded, where, and on what.
# Whoever takes part (plan, stage, the spec) reads it from there and gets nothing else by variables. On a
# GPU the checker's work folder has one of its own.
#
#   lab name             what is graded; name is that of the record
#   part                 device, or checker: the CPU device's part of a grading on a GPU
#   device device_name   gpu or cpu, and what it calls itself
#   nvcc arch toolkit    the compiler, what it compiles for, its version
#   toolkit_folder       what a box needs besides /usr to run it; may be empty
#   trial                not empty: each file is also tried with nvcc
#   seed steps           the hidden inputs; the steps that are graded, by commas; empty: all
#   box                  --no-sandbox or empty
#   endless              after so many seconds a kernel is endless, and one that waits for others; empty: as long as the
#                        CPU device has it
#   jobs processors      how many builds and runs at once; how many processors this machine lets us have
#   inputs judged        of a class: hashes of all that goes into the runs, and of what judges them
#   keep told            not empty: the work folder becomes
#                        an archive (kept_work.bash); a file of notes on what was done before intake
#   only                 times: nothing but the timings is built and run, for what is pending (batch/settle_one)
#   precompiled          the key of what every file begins with (precompiled.bash)
#   spent                the file of seconds that the submission's builds and runs took (stage)
# shellcheck shell=bash

declare -gA grading

# context_write FILE: what is in grading, a line each; an end of line in a path is %0A, and % is %25.
context_write() {
    local field value
    for field in "${!grading[@]}"; do
        value=${grading[$field]//\%/%25}
        printf '%s=%s\n' "$field" "${value//$'\n'/%0A}"
    done >"$1"
}

# context_read FILE: into grading.
context_read() {
    local line value
    grading=()
    while LC_ALL=C IFS= read -r line; do
        value=${line#*=}
        value=${value//\%0A/$'\n'}
        grading[${line%%=*}]=${value//\%25/%}
    done <"$1"
}
