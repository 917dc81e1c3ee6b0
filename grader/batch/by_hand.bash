# What nobody but a person can decide: a test that stays pending, by whoever read the code.
# shellcheck shell=bash
# shellcheck disable=SC2154 # grader/class sets them

# decide_by_hand: decisions, "STATUS NAME:TEST" each, into the records. All of them are looked at before any is written.
decide_by_hand() {
    local decision status name test why
    for decision in "${decisions[@]}"; do
        status=${decision%% *} name=${decision#* }
        test=${name##*:} name=${name%:*}
        if [[ $name == */* || ! -e $records/$name/result.json ]]; then
            fail_usage "there is no record of '$(plain "$name")' in $records; a decision is NAME:TEST, as --settle lists them."
        fi
        if why=$(not_a_record "$records/$name/result.json"); then
            complain "$records/$name/result.json $why. To make it again, type: $(class_command "$records" "$name")"
            exit 1
        fi
        if ! jq -e --arg id "$test" "$DECIDABLE"' any(.tests[]; .id == $id and decidable)' "$records/$name/result.json" >/dev/null; then
            fail_usage "$name: $test is not open: there is no such test, or it was decided by running it. Open are:" \
                "$(jq -r "$DECIDABLE"' [.tests[] | select(decidable).id] | if . == [] then "none" else join(" ") end' "$records/$name/result.json")."
        fi
    done
    for decision in "${decisions[@]}"; do
        status=${decision%% *} name=${decision#* }
        test=${name##*:} name=${name%:*}
        jq --arg id "$test" --arg status "$status" '
            .tests |= map(if .id == $id then del(.waits_for) + {$status, score: (if $status == "pass" then .points else 0 end), diagnosis: null,
                message: (if $status == "pass" then "Whoever grades read the code: it is right." else "Whoever grades read the code: it is wrong." end),
                settled_on: "a person"} else . end)
            | .score = (.tests | map(.score) | add)
            | .pending = (.tests | map(select(.status == "pending").points) | add // 0)' "$records/$name/result.json" >"$records/$name/result.part"
        mv -- "$records/$name/result.part" "$records/$name/result.json"
        jq -r --arg id "$test" '"\(.submission | gsub("[\u0000-\u001f\u007f-\u009f]"; " ")): \($id) is decided: \(.score) of \(.possible) points" + (if .pending > 0 then ", \(.pending) pending" else "" end) + "."' \
            "$records/$name/result.json"
    done
    write_pages
}

# shellcheck disable=SC2016 # jq's
DECIDABLE='def decidable: .status == "pending" or .waits_for or .settled_on == "a person";'
