# Shared by grade, report and the stages: where the kit is, messages, the progress line, random draws.
# shellcheck shell=bash

KIT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
GRADER=$KIT/grader

# complain TEXT...: a message to the person at the terminal, under the name of the command.
complain() {
    clear_progress
    printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# fail_usage TEXT...: wrong usage ends the command with status 2.
fail_usage() {
    complain "$*"
    printf 'Try: %s --help\n' "${0##*/}" >&2
    exit 2
}

# progress TEXT: one line that is written over again; on a terminal only. GRADE_PROGRESS is the number
# of its descriptor, apart from standard error, for the stages' go to a log.
progress() {
    [[ ${GRADE_PROGRESS-} ]] || return 0
    local text=$1 columns=${COLUMNS:-80}
    printf '\r\e[K%s' "${text:0:columns-1}" >&"$GRADE_PROGRESS"
}

clear_progress() {
    [[ ${GRADE_PROGRESS-} ]] || return 0
    printf '\r\e[K' >&"$GRADE_PROGRESS"
}

# draw VARIABLE LABEL LOW HIGH: a number in LOW..HIGH that depends on $SEED and LABEL alone.
draw() {
    local -n drawn=$1
    local text=$SEED:$2 low=$3 high=$4 i code
    local -i hash=5381
    for ((i = 0; i < ${#text}; i++)); do
        printf -v code '%d' "'${text:i:1}"
        hash=$(((hash * 1099511628211 ^ code) & 0x7fffffffffffffff))
    done
    hash=$(((hash ^ hash >> 29) * 0x5851f42d4c957f2d & 0x7fffffffffffffff))
    # shellcheck disable=SC2034 # a reference to the caller's variable
    drawn=$((low + (hash >> 20) % (high - low + 1)))
}

# labs: the labs that can be graded, one a line: those with a solution and a spec.
labs() {
    local spec lab
    for spec in "$GRADER"/lab*.bats; do
        lab=$(basename "$spec" .bats)
        if [[ -d $KIT/solutions/$lab ]]; then printf '%s\n' "$lab"; fi
    done | sort -V
}

# first_error LOG: the line of a compiler's or linker's log to show: its first error, else its last line.
first_error() {
    local line
    line=$(grep -m1 -aE '(error ?:|error +:)' "$1" || grep -m1 -aE '(undefined|multiple definition|No such file)' "$1" ||
        tail -n 1 "$1")
    printf '%s' "${line:0:300}" | tr -cd '\11\12\40-\176\200-\377'
}
