# One submission, graded where a platform starts us: what came of it, and whose fault it is when nothing did.
# shellcheck shell=bash

# shellcheck source=grader/lib/context.bash
source "$GRADER/lib/context.bash"
# shellcheck source=grader/lib/device.bash
source "$GRADER/lib/device.bash"

# grade_here LAB FOLDER SEED: grades FOLDER on the CPU device; the records go below $scratch/records. Sets outcome: graded; refused, there is nothing in
# FOLDER that can be graded, and why says the reason; or ours, a fault of the grader or of this machine: then nobody may get a mark by it, also
# when there is a record, for tests of it could not be judged. box_trouble says why the code ran without a box, if it did.
grade_here() {
    local lab=$1 given=$2 seed=$3 field fields=() status=0 record
    # shellcheck disable=SC2034 # for whoever called
    outcome=ours why='' box_trouble=''
    grading=([lab]=$lab [seed]=$seed [steps]='' [jobs]=$(nproc) [box]='' [endless]='' [name]=submission)
    : >"$scratch/reason" && mkdir -p -- "$scratch/records" || return 0
    if ! try_box; then grading[box]=--no-sandbox; fi
    if ! choose_device cpu ''; then return; fi
    for field in "${!grading[@]}"; do fields+=("$field=${grading[$field]}"); done
    record=$("$GRADER/lib/submission" "$given" "$scratch/records" "$scratch/reason" "${fields[@]}") || status=$?
    case $status in
    0) if [[ -s $record ]] && jq -e 'all(.tests[]; .status != "error")' "$record" >/dev/null; then outcome=graded; fi ;;
    1)
        why=$(<"$scratch/reason")
        if [[ $why ]]; then outcome=refused; fi
        ;;
    esac
    if [[ $outcome == ours && -s $record ]]; then
        jq -r '.tests[] | select(.status == "error") | "\(.id): \(.message | gsub("[\u0000-\u001f\u007f-\u009f]"; " "))"' "$record" 2>/dev/null || true
    fi
}
