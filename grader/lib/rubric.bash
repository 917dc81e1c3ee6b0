# What of a spec's points whoever wrote them did not mean, perhaps.
# shellcheck shell=bash

# rubric_faults LAB: a sentence for each.
rubric_faults() {
    "$GRADER/lib/spec_tests" "$1" | jq -rs --arg spec "grader/$1/$1.bats" '
        (map(.points) | add // 0) as $sum
        | (if $sum != 100 then "\($spec): the points of its tests are \($sum) in sum, not 100" else empty end),
          (.[] | select(.points < 1) | "\($spec): \(.id) has no points; write # bats test_tags=points:N,step:N above it"),
          (.[] | select(.points >= 1 and .step < 1) | "\($spec): \(.id) belongs to no step; write # bats test_tags=points:N,step:N above it"),
          (group_by(.id)[] | select(length > 1) | "\($spec): \(length) tests are called \(.[0].id); of a record each needs a name of its own")'
}

# say_rubric LAB: to whoever grades by it. It is theirs to choose, so nothing is refused.
say_rubric() {
    local fault
    while IFS= read -r fault; do complain "$fault."; done < <(rubric_faults "$1")
}
