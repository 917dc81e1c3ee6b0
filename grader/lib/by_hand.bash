# The rubric by hand: SUBMISSION=FOLDER bats grader/LAB/LAB.bats. The submission is graded once, as grader/grade does, and each test
# of the spec says what its verdict is: ok, skip where it is pending, and for the rest "not ok" with the message. Sourced by
# spec.bash where no grading is under way.
#
#   SUBMISSION=FOLDER    what is graded, a folder or an archive
#   DEVICE=cpu|gpu|auto  on what (auto)
#   SEED=N               hidden inputs that can be had again
#   OUTPUT=FOLDER        where the record and the pages go (a temporary folder)
# shellcheck shell=bash

setup_file() {
    local lab=${BATS_TEST_DIRNAME##*/} out=${OUTPUT:-$BATS_FILE_TMPDIR/out} said options=()
    if [[ ! ${SUBMISSION-} ]]; then
        echo "Which submission? Type: SUBMISSION=path/to/handed-in bats grader/$lab/$lab.bats" >&2
        return 1
    fi
    if [[ ${SEED-} ]]; then options=(--seed "$SEED"); fi
    touch "$BATS_FILE_TMPDIR/before"
    # Its status is 1, too, where a test could not be judged; that test says so.
    said=$("$BATS_TEST_DIRNAME/../grade" --lab "$lab" --device "${DEVICE:-auto}" --brief --output "$out" "${options[@]}" "$SUBMISSION" 2>&1) || true
    RECORD=$(find "$out/$lab" -name result.json -newer "$BATS_FILE_TMPDIR/before" -print -quit 2>/dev/null) || true
    if [[ ! $RECORD ]]; then
        printf '%s\n' "$said" >&2
        return 1
    fi
    export RECORD
    printf '# %s\n' "$(jq -r '"\(.submission): \(.score) of \(.possible) points, \(.pending) pending; seed \(.seed)"' "$RECORD")" >&3
}

setup() {
    local status message name
    for name in judge judge_either judge_times judge_counts accepts refuses timed; do eval "$name() { :; }"; done
    { read -r status && read -r message; } < <(jq -r --arg id "${BATS_TEST_DESCRIPTION%%:*}" '.tests[] | select(.id == $id)
        | .status, ((if .diagnosis then "[\(.diagnosis)] " else "" end) + .message | gsub("\n"; " "))' "$RECORD")
    case $status in
    pass) ;;
    pending) skip "$message" ;;
    *)
        printf '%s: %s\n' "$status" "$message"
        return 1
        ;;
    esac
}

teardown() { :; }
