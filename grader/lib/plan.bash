# The words a lab's plan (harness/LAB/plan.bash) is written with. Sourced by grade together with the
# plan; what they say becomes plan.mk, which stages.mk carries out.
#
#   units NAME...                        the student's files that are graded, without .cu
#   contract NAME...                     files that are always the reference's (the header)
#   support FILE...                      files of the harness that the student's units are compiled with
#   sizes VARIANT FLAG...                a set of compiler flags; every object belongs to one
#   program NAME step=N VARIANT UNIT...  harness NAME.cu + the student's UNITs + the reference's rest;
#                                        UNIT@OTHER is compiled with the flags of the variant OTHER
#   run NAME PROGRAM ARG...              one run of a program; `raw` is where it writes
#   refuse NAME step=N VARIANT UNIT      UNIT must not compile with these flags
#   own_make NAME step=N PROGRAM FILE... the student's FILEs (a Makefile among them) over those in
#                                        harness/LAB/NAME/, built by `make` as the student would and run
#   timing JOB step=N UNIT...            on a GPU: the check timing/jobs/JOB.json, with the student's UNITs
#                                        among the reference's sources
#   profile RUN                          the run whose profile goes into the record, when all runs and
#                                        timings are said
# DEVICE may be asked for sizes that only make sense on one device; the hidden draws must not depend on it.
# shellcheck shell=bash
# shellcheck disable=SC2034 # PLAN_* are for submission.bash

PLAN_PROGRAMS=()
PLAN_RUNS=()
PLAN_PROFILE=
PLAN_FOR=device

wanted_step() {
    [[ -z $ONLY_STEP || ,$ONLY_STEP, == *",${1#step=},"* ]]
}

units() { PLAN_UNITS=("$@"); }

contract() {
    PLAN_CONTRACT=("$@")
}

support() {
    local file
    for file in "$@"; do cp -- "$GRADER/harness/$LAB/$file" "$WORK/src/"; done
}

sizes() {
    local variant=$1
    shift
    mkdir -p "$WORK/variant" "$WORK/obj/$variant"
    printf '%s\n' "$@" >"$WORK/variant/$variant"
    link_reference "$variant"
}

program() {
    local name=$1 step=$2 variant=$3 unit objects=() units=' '
    shift 3
    wanted_step "$step" || return 0
    PLAN_PROGRAMS+=("$name")
    mkdir -p "$WORK/needs"
    printf '%s\n' "$variant" >"$WORK/needs/$name"
    for unit in "$@"; do
        if [[ $unit != *@* ]]; then unit=$unit@$variant; fi
        printf '%s\n' "${unit#*@}/${unit%@*}" >>"$WORK/needs/$name"
        objects+=("obj/${unit#*@}/${unit%@*}/${unit%@*}.o")
        units+="${unit%@*} "
        if [[ $NVCC_TRIAL ]]; then
            printf 'trials: nvcc/%s/%s.log\n' "${unit#*@}" "${unit%@*}" >>"$WORK/plan.mk"
        fi
    done
    objects+=("ref/$variant/harness-$name.o")
    for unit in "${PLAN_UNITS[@]}"; do
        if [[ $units != *" $unit "* ]]; then objects+=("ref/$variant/$unit.o"); fi
    done
    printf 'bin/%s/program: %s\n' "$name" "${objects[*]}" >>"$WORK/plan.mk"
}

run() {
    local name=$1 program=$2
    shift 2
    [[ " ${PLAN_PROGRAMS[*]} " == *" $program "* ]] || return 0
    PLAN_RUNS+=("$name")
    mkdir -p "$WORK/run/$name/box"
    printf '%s\n' "$program" >"$WORK/run/$name/program"
    printf '%s\n' "$@" >"$WORK/run/$name/arguments"
    printf 'runs: run/%s/ended\nrun/%s/ended: bin/%s/program\n' "$name" "$name" "$program" >>"$WORK/plan.mk"
}

refuse() {
    local name=$1 step=$2 variant=$3 unit=$4
    if [[ $PLAN_FOR == checker ]] || ! wanted_step "$step"; then return 0; fi
    mkdir -p "$WORK/refuse"
    printf '%s\n' "$variant" "$unit" >"$WORK/refuse/$name"
    printf 'runs: refuse/%s.log\n' "$name" >>"$WORK/plan.mk"
}

own_make() {
    local name=$1 step=$2 program=$3
    shift 3
    wanted_step "$step" || return 0
    mkdir -p "$WORK/own/$name" "$WORK/run/$name"
    printf '%s\n' "$program" >"$WORK/own/$name/program"
    printf '%s\n' "$@" >"$WORK/own/$name/files"
    # shellcheck disable=SC2016 # $$STAGE is for make's shell
    printf 'runs: run/%s/ended\nrun/%s/ended: ; "$$STAGE" own %s\n' "$name" "$name" "$name" >>"$WORK/plan.mk"
}

timing() {
    local job=$1 step=$2
    shift 2
    if [[ $DEVICE != gpu ]] || ! wanted_step "$step"; then return 0; fi
    if [[ ! -e $WORK/variant/timing ]]; then sizes timing ''; fi
    mkdir -p "$WORK/timing/$job"
    printf '%s\n' "$@" >"$WORK/timing/$job/units"
    printf 'runs: timing/%s/built\ntimes: timing/%s.json\n' "$job" "$job" >>"$WORK/plan.mk"
}

profile() {
    PLAN_PROFILE=$1
    if [[ $DEVICE == gpu && " ${PLAN_RUNS[*]} " == *" $1 "* ]]; then
        # shellcheck disable=SC2016 # $$STAGE is for make's shell
        printf 'times: trace/ended\ntrace/ended: ; "$$STAGE" trace %s\n' "$1" >>"$WORK/plan.mk"
    fi
}
