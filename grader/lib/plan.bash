# The words a lab's plan (harness/LAB/plan.bash) is written with. Sourced by grade together with the
# plan; what they say becomes plan.mk, which stages.mk carries out.
#
#   units NAME...                        the student's files that are graded, without .cu
#   contract NAME...                     files that are always the reference's (the header)
#   sizes VARIANT FLAG...                a set of compiler flags; every object belongs to one
#   program NAME step=N VARIANT UNIT...  harness NAME.cu + the student's UNITs + the reference's rest
#   run NAME PROGRAM ARG...              one run of a program; `raw` is where it writes
#   refuse NAME step=N VARIANT UNIT      UNIT must not compile with these flags
#   own_make NAME step=N PROGRAM FILE... the student's FILEs (a Makefile among them) over those in
#                                        harness/LAB/NAME/, built by `make` as the student would and run
#   profile RUN                          the run whose profile goes into the record
# shellcheck shell=bash

PLAN_PROGRAMS=()
PLAN_RUNS=()
PLAN_PROFILE=

wanted_step() {
    [[ -z $ONLY_STEP || $1 == "step=$ONLY_STEP" ]]
}

units() { PLAN_UNITS=("$@"); }

contract() {
    # shellcheck disable=SC2034 # grade copies them
    PLAN_CONTRACT=("$@")
}

sizes() {
    local variant=$1
    shift
    mkdir -p "$WORK/variant" "$WORK/obj/$variant"
    printf '%s\n' "$@" >"$WORK/variant/$variant"
    link_reference "$variant"
}

program() {
    local name=$1 step=$2 variant=$3 unit objects=()
    shift 3
    wanted_step "$step" || return 0
    PLAN_PROGRAMS+=("$name")
    for unit in "$@"; do objects+=("obj/$variant/$unit/$unit.o"); done
    objects+=("ref/$variant/harness-$name.o")
    for unit in "${REFERENCE_UNITS[@]}"; do
        if [[ " $* " != *" $unit "* ]]; then objects+=("ref/$variant/$unit.o"); fi
    done
    printf 'bin/%s/program: %s\n' "$name" "${objects[*]}" >>"$WORK/plan.mk"
    mkdir -p "$WORK/needs"
    printf '%s\n' "$variant" "$@" >"$WORK/needs/$name"
    if [[ $NVCC_TRIAL ]]; then
        for unit in "$@"; do printf 'trials: nvcc/%s/%s.log\n' "$variant" "$unit" >>"$WORK/plan.mk"; done
    fi
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
    wanted_step "$step" || return 0
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
    printf 'runs: run/%s/ended\nrun/%s/ended: ; $(STAGE) own %s\n' "$name" "$name" "$name" >>"$WORK/plan.mk"
}

profile() { PLAN_PROFILE=$1; }
