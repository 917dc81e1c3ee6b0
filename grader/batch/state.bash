# The state of a class: who is at work in it, and what its records depend on besides the submissions.
# shellcheck shell=bash
# shellcheck disable=SC2154 # the callers set class and lab

# lock_class: one at a time in a class; the next waits until no process of the one before is left, also when that was killed. The command
# itself holds `lock`, what its workers start shares `working`.
lock_class() {
    local working
    mkdir -p -- "$class" || exit 1
    exec {lock}>"$class/lock" {working}>"$class/working"
    if ! flock -n "$lock" || ! flock -n "$working"; then
        complain "another grader/class is at work in $class, or what is left of one; waiting for it."
        flock "$lock"
        flock "$working"
    fi
    exec {working}>&- # free again
}

# kit_state: sets kit_hash, of what the runs of a grading depend on, and judging_hash, of what reads and judges their outputs: when that
# alone changes, outputs are judged again and nothing runs. The first half of judging_hash leaves out points, titles and steps: while it
# stays, the verdicts of a record stand, and its points are added up anew.
kit_state() {
    local parts reading=(grader/lib/{pages.bash,report.jq,names.bash,rubric.bash}) # when the record is there already: it changes none
    judging_state
    parts=("solutions/$lab" labs/common labs/cpu "$GRADER"/harness/*.h "grader/$lab"/{harness,plan.bash} grader/run_student
        grader/lib grader/intake grader/admit grader/box grader/common grader/batch/{gather,unpack}.bash)
    if [[ ${grading[device]-} == gpu ]]; then parts+=(grader/timing "grader/$lab/timing" grader/profiler grader/labprof); fi
    # shellcheck disable=SC2034 # for grader/class and grader/remark
    kit_hash=$(sums_of "${parts[@]#"$KIT/"}" | without "${judging[@]}" "${reading[@]}" | sha256sum | cut -d' ' -f1)
}

# judging_state: sets judging, the files that judge, and judging_hash.
judging_state() {
    judging=("grader/$lab/$lab.bats" grader/judge "grader/$lab/judge" grader/lib/{spec.bash,run_spec,spec_tests,verdicts.bash,record.jq,checker.jq,not_begun.jq,excerpts.awk} "labs/$lab")
    judging_hash=$(checks_of "$lab" | cat - <(sums_of "${judging[@]:1}") | sha256sum | cut -c -32)
    judging_hash+=$(sums_of "${judging[@]}" | sha256sum | cut -c -32)
}

# checks_of LAB: of its spec what decides verdicts: whose functions a test judges, and no titles, other tags or comments but within a test
# or function, where a line that looks like one may be text.
checks_of() {
    "$GRADER/lib/spec_tests" "$1" | jq -c '[.id, .of]'
    awk '
        !inside && /^ *(#|$)/ { next }
        /^@test "/ { sub(/:.*/, ""); inside = 1 }
        /\{$/ { inside = 1 }
        /^}/ { inside = 0 }
        { print }' "$GRADER/$1/$1.bats"
}

# same_checks JUDGED JUDGED: at most points, titles and steps differ.
same_checks() { [[ ${1:0:32} == "${2:0:32}" ]]; }

# sums_of PATH...: of the kit's sources there, in an order of their own, as sha256sum prints them.
sums_of() {
    (cd -- "$KIT" && find "$@" -name build -prune -o -type f ! -name '*.md' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum)
}

# without FILE...: lines of sha256sum but those of these files.
without() { grep -vE " ($(printf '%s|' "$@" | sed 's/[.]/[.]/g; s/|$//'))\$"; }

# build_judge: as its sources are now.
build_judge() {
    local log
    if log=$(umask 022 && make -s -C "$GRADER/judge" "build/judge-$lab" 2>&1); then return; fi
    complain "the judge of $lab does not build: $(tail -n 1 <<<"$log")"
    exit 1
}
