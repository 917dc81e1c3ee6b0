# Shared by grade, report and what carries a grading out: where the kit is, messages, the progress line.
# shellcheck shell=bash

shopt -s inherit_errexit
# shellcheck source=grader/lib/surroundings.bash
source "${BASH_SOURCE[0]%/*}/surroundings.bash"
KIT=$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd -P && echo .)
KIT=${KIT%$'\n.'} # a folder's name may end with an end of line
GRADER=$KIT/grader

# U+061C, 200E, 200F, 202A to 202E and 2066 to 2069, in bytes: bash reads $'\u...' in the language it began with.
TURNS=$'\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\xaa\xe2\x80\xab\xe2\x80\xac\xe2\x80\xad\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa7\xe2\x81\xa8\xe2\x81\xa9'

# plain TEXT [MARK]: with MARK (?) in place of what a terminal would take for commands, and of what turns the
# direction of writing.
plain() {
    local text mark=${2-?}
    text=${1//[[:cntrl:]]/$mark}
    printf '%s' "${text//[$TURNS]/$mark}"
}

# real_path VARIABLE OPTION... PATH: sets VARIABLE to what realpath says; a name may end with an end of line. Bytes are
# read (LC_ALL=C) here and elsewhere: after a Latin-1 letter at the end of a name bash would take the delimiter for its rest.
real_path() {
    local -n path_=$1
    shift
    # shellcheck disable=SC2034 # the caller's variable
    LC_ALL=C IFS= read -r -d '' path_ < <(realpath -z "$@")
}

# complain TEXT...: a message to the person at the terminal, under the name of the command.
complain() {
    clear_progress
    printf '%s: %s\n' "${COMMAND:-${0##*/}}" "$(plain "$*")" >&2
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
    local text columns=${COLUMNS:-80}
    text=$(plain "$1")
    printf '\r\e[K%s' "${text:0:columns-1}" >&"$GRADE_PROGRESS"
}

clear_progress() {
    [[ ${GRADE_PROGRESS-} ]] || return 0
    printf '\r\e[K' >&"$GRADE_PROGRESS"
}

# labs: the labs that can be graded, one a line: those with a solution and a spec.
labs() {
    local spec name
    for spec in "$GRADER"/lab*/lab*.bats; do
        name=${spec##*/}
        name=${name%.bats}
        if [[ -d $KIT/solutions/$name ]]; then printf '%s\n' "$name"; fi
    done | sort -V
}

# first_error LOG: the line of a compiler's or linker's log to show: its first error, else its last line.
first_error() {
    local line
    # shellcheck disable=SC2016 # awk's
    line=$(LC_ALL=C trusted awk '
        { last = $0 }
        /error *:/ { first = $0; exit }
        !other && /undefined|multiple definition|No such file/ { other = $0 }
        END { print substr(first ? first : other ? other : last, 1, 1200) }' "$1" | tr -cd '\11\12\40-\176\200-\377') || return
    printf '%s' "${line:0:300}"
}

# asks COMMAND ARG...: a program that answers by its status: yes 0, no 1 (grep, cmp). Any other is no answer,
# but a fault of ours, and ends the process that asks. In a stage it is also among the `errors`.
asks() {
    local status=0 text
    "$@" || status=$?
    if ((status > 1)); then
        text="grader: $1 gave no answer, and ended with status $status: is the memory of this machine or its disk full?"
        printf '%s\n' "$text" >&2
        if [[ ${STAGE_ERRORS-} ]]; then printf '%s\n' "$text" >>"$STAGE_ERRORS"; fi
        exit 3
    fi
    return "$status"
}

# trusted COMMAND ARG...: runs a program of ours that reads what a student wrote; it may take neither all
# memory nor for ever, whatever that is.
trusted() {
    (ulimit -v 4000000 -t 30 && exec timeout -k 1 900 "$@") # processor time, and the clock of a busy machine
}
