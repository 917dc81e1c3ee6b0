# From a work folder whose stages are over to a record: the spec's verdicts, the profile, and all of it in one file.
# With boxed.bash.
# shellcheck shell=bash disable=SC2154 # work is the caller's

# judge_by_spec: what is left is reading the stages' results.
judge_by_spec() {
    progress "${grading[lab]} ${grading[name]}: judging"
    "$GRADER/lib/run_spec" "${grading[lab]}" "$work" "${grading[steps]}" >"$work/spec.log" 2>&1
}

# profile_of WORK: the file with the profile that the CPU device wrote there of the plan's run;
# /dev/null when there is none that can be used. Fails when nobody could say so.
profile_of() {
    local profile='' status
    if [[ -f $1/profile_run ]]; then profile=$1/run/$(<"$1/profile_run")/said/profile; fi
    if [[ ! -f $profile ]] || (($(stat -c %s "$profile") > PROFILE_BYTES)); then
        printf /dev/null
        return
    fi
    for _ in 1 2; do
        status=0
        trusted jq -e . "$profile" >/dev/null 2>&1 || status=$?
        case $status in
        0)
            printf '%s' "$profile"
            return
            ;;
        1 | 2 | 4 | 5) # jq came to its end: it is no JSON, or none that holds anything
            printf /dev/null
            return
            ;;
        esac
    done
    return 3
}

# gpu_profile: how the GPU's profile ends up in the record: traced apart (stage trace), else the reason; and
# the checker's counts of the same run.
gpu_profile() {
    checked=$(profile_of "$work/checker")
    if [[ -f $work/trace/profile ]]; then
        profile=$work/trace/profile
    elif [[ -f $work/trace/missing ]]; then
        missing=$(<"$work/trace/missing")
    else
        missing='its step was not graded'
    fi
}

# lines_at_fault WORK: the lines of the submission that its verdicts name, for the report (excerpts.awk).
lines_at_fault() {
    LC_ALL=C SOURCES=$1/in trusted awk -f "$GRADER/lib/excerpts.awk" "$1/verdicts"
}

# not_begun: which functions and files of the submission are as they were handed out, a line each (judge/begun.c): those that
# the tests' tags name, and of a test without such tags the files of its step.
not_begun() {
    local names=() skeleton=$KIT/labs/${grading[lab]}
    if [[ ! -f $work/step_files || ! -d $skeleton ]]; then return; fi # kept by a grader that did not look
    mapfile -t names < <({ jq -r '.of[]' "$work/tests" && cut -d' ' -f2- "$work/step_files"; } | sort -u)
    if ((${#names[@]})); then trusted "$GRADER/judge/build/begun" "$skeleton" "$work/in" "${names[@]}"; fi
}

# told_verdicts: WORK/verdicts, those of the spec's tests, and of what is not begun that it is not.
told_verdicts() {
    "$GRADER/lib/spec_tests" "${grading[lab]}" "${grading[steps]}" >"$work/tests"
    not_begun >"$work/not_begun"
    find "$work/verdict" -name '*.json' -exec cat {} + |
        jq -n -c -f "$GRADER/lib/not_begun.jq" --slurpfile tests "$work/tests" --rawfile functions "$work/not_begun" \
            --rawfile files <(cat "$work/step_files" 2>/dev/null || true) >"$work/verdicts"
}

# compose_record FILE: the record, of the context, the verdicts, the profile, the predictions and the notes.
compose_record() {
    local profile checked=/dev/null missing='' predictions=$work/predictions questions=$KIT/solutions/${grading[lab]}/questions.txt
    if [[ ! -f $predictions || ! -f $questions ]]; then predictions=/dev/null questions=/dev/null; fi # kept by a grader that did not look
    profile=$(profile_of "$work")
    if [[ ${grading[device]} == gpu ]]; then gpu_profile; fi
    told_verdicts
    lines_at_fault "$work" >"$work/excerpts"
    trusted jq -n -f "$GRADER/lib/record.jq" --arg lab "${grading[lab]}" --arg submission "${grading[name]}" \
        --arg device "${grading[device]}" --arg device_name "${grading[device_name]}" --arg toolkit "${grading[toolkit]}" \
        --argjson seed "${grading[seed]}" --arg steps "${grading[steps]}" --arg inputs "${grading[inputs]-}" --arg judged "${grading[judged]-}" \
        --slurpfile tests "$work/tests" --slurpfile verdicts "$work/verdicts" --slurpfile profile "$profile" \
        --slurpfile checked "$checked" --arg missing "$missing" --rawfile notes "$work/notes" --rawfile excerpts "$work/excerpts" \
        --rawfile predictions "$predictions" --rawfile questions "$questions" >"$1"
}
