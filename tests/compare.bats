#!/usr/bin/env bats
# shellcheck disable=SC2016 # the single quotes hold programs of jq and awk
# grader/compare: two records side by side, from the records alone.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    cd "$BATS_TEST_TMPDIR" || return
    # A submission whose gUniform reads four words a request, and the reference, which reads one.
    jq -n '
        def launch($words): {launch: 1, kernel: "gUniform", grid: [4, 1, 1], block: [128, 1, 1], static_shared: 0,
            dynamic_shared: 0, constant: {requests: 64, words: $words}, global_loads: {requests: 16, sectors: 64}};
        def record($name; $score; $status; $words): {schema: "gpu-memory-labs/result/1", lab: "lab6",
            submission: $name, device: "cpu", device_name: "CPU device", score: $score, possible: 10,
            tests: [{id: "step4-uniform", points: 10, score: $score, status: $status,
                     message: "a warp reads 4 words at a time", measured: {}}],
            profile: {schema: "gpu-memory-labs/cpu-profile/1", launches: [launch($words)],
                      copies: [{direction: "to device", transfers: 2, bytes: 4096}]}};
        record("ada"; 0; "fail"; 256), record("reference"; 10; "pass"; 64)' >both
    jq -s '.[0]' both >a.json
    jq -s '.[1]' both >b.json
}

@test "a row that differs is marked, and a sentence says what it means" {
    run -0 "$repo/grader/compare" a.json b.json
    assert_line --regexp '^\* constant: words per request +4 +1$'
    assert_line --partial "4 words per constant request in A: each warp"
    assert_line --regexp '^  grid +4 x 1 x 1 +4 x 1 x 1$'
    assert_line --regexp '^\* step4-uniform +0 fail +10 pass$'
}

@test "every row that differs has a meaning, and no other row" {
    run -0 "$repo/grader/compare" --json a.json b.json
    run -0 jq -c '[.sections[].rows[] | (.meaning != null) == .differs] | unique' <<<"$output"
    assert_output '[true]'
}

@test "no line is longer than the width, at 80 and at 120 columns" {
    local width
    for width in 80 120; do
        run -0 "$repo/grader/compare" --width "$width" a.json b.json
        run -0 awk -v width="$width" 'length($0) > width' <<<"$output"
        assert_output ''
    done
}

@test "as Markdown it is tables" {
    run -0 "$repo/grader/compare" --markdown a.json b.json
    assert_line '## Kernel gUniform'
    assert_line --partial '| constant: words per request | 4 | 1 | 4 words per constant request in A'
}

@test "a record beside itself differs nowhere" {
    run -0 "$repo/grader/compare" --json a.json a.json
    run -0 jq '[.sections[].rows[] | select(.differs)] | length' <<<"$output"
    assert_output 0
}

@test "records of different seeds: only what a request costs is compared, and how to compare the rest" {
    # The same submission, on inputs of another size.
    jq '.seed = 1' b.json >c.json
    jq '.seed = 2 | .profile.launches = [.profile.launches[0], .profile.launches[0]] | .profile.launches[].grid = [5, 1, 1]
        | .profile.launches[].global_loads = {requests: 20, sectors: 82} | .profile.copies[0].bytes = 8192' b.json >d.json
    run -0 "$repo/grader/compare" --json c.json d.json
    run -0 jq -r '[.sections[].rows[] | select(.differs) | .name] | join(", ")' <<<"$output"
    assert_output 'hidden inputs of seed'
    run -0 "$repo/grader/compare" --markdown c.json d.json
    assert_output --partial 'grader/grade --lab lab6 --seed 1 --output'
    refute_output --partial 'more often'
    # Four words a request are four words on any input.
    jq '.seed = 2' a.json >e.json
    run -0 "$repo/grader/compare" c.json e.json
    assert_line --regexp '^\* constant: words per request +1 +4$'
    refute_output --partial 'constant: words:'
}

@test "profiles recorded on a GPU are compared: launches, times, copies" {
    make -s -C "$repo/grader/profiler" build/print
    "$repo/grader/profiler/build/print" --json "$repo/tests/records/profiler/plain.trace" >plain.json
    "$repo/grader/profiler/build/print" --json "$repo/tests/records/profiler/fork.trace" >fork.json
    run -0 "$repo/grader/compare" plain.json fork.json
    assert_line --regexp '^\* launches +3 +6$'
    assert_line --partial "B moves 2 times as much between host and device."
}

@test "at 80 columns no ratio, interval or name is cut short" {
    jq '.tests[0].measured = {ratio: 1.00352, interval: [0.98333, 1.02261], threshold: 1.25}
        | .profile = {schema: "gpu-memory-labs/profile/1", copies: [], kernels: [{name: "k(int)", calls: 2,
            time_ns: 3999, grid: [1, 1, 1], block: [32, 1, 1], counts: {"global stores: sectors per request": 2}}]}' \
        a.json >c.json
    jq '.tests[0].measured = {ratio: 54.8477, interval: [54.74261, 54.98123], threshold: 1.25}' c.json >d.json
    run -0 "$repo/grader/compare" --width 80 c.json d.json
    assert_line '* step4-uniform                      1.004 [0.983, 1.023]  54.85 [54.74, 54.98]'
    assert_line --regexp '^  global stores: sectors per request 2 +2$'
    assert_line --regexp '^  time +2 us +2 us$'
}

@test "timing checks are compared by ratio and interval" {
    jq '.tests[0].measured = {ratio: 0.98, interval: [0.97, 0.99], threshold: 1.5}' a.json >c.json
    jq '.tests[0].measured = {ratio: 55, interval: [54.9, 55.1], threshold: 1.5}' b.json >d.json
    run -0 "$repo/grader/compare" c.json d.json
    assert_line --regexp '^\* step4-uniform +0.98 \[0.97, 0.99\] +55 \[54.9, 55.1\]$'
}

@test "bad usage: missing file, no record, two labs, unknown option" {
    run -1 "$repo/grader/compare" a.json none.json
    assert_output --partial "there is no file 'none.json'"
    echo '{"schema": "other"}' >other.json
    run -1 "$repo/grader/compare" a.json other.json
    assert_output --partial "neither a record"
    jq '.lab = "lab7"' b.json >lab7.json
    run -1 "$repo/grader/compare" a.json lab7.json
    assert_output --partial "two labs: lab6 and lab7"
    run -2 "$repo/grader/compare" a.json
    run -2 "$repo/grader/compare" --colour a.json b.json
    assert_output --partial "compare --help"
}

@test "no control character of any field of a record reaches a terminal, by report, table or compare" {
    cd "$repo" || return
    local evil=$BATS_TEST_TMPDIR/evil.json records=$BATS_TEST_TMPDIR/records
    grader/grade --device cpu --no-nvcc --brief --seed 3 --lab lab9 --only-step 2 --output "$records" solutions/lab9 >/dev/null
    # Every text, and names of counts, in turn in a number's place too.
    # shellcheck disable=SC2016 # jq's
    jq '"\u001b]0;x\u0007\u009b\u202e\n" as $evil | walk(if type == "string" and (startswith("gpu-memory-labs/") | not) then $evil + . else . end)
        | .seed = $evil | .possible = $evil | .tests[0].id = $evil | .tests[0].status = "fail"
        | .tests |= map(.status |= ltrimstr($evil)) | .tests[0].diagnosis = $evil' "$records/lab9/lab9/result.json" >"$evil"
    # Numbers stay numbers in a second one: what has texts for them is no whole record, and is named.
    jq --slurpfile whole "$records/lab9/lab9/result.json" '.seed = $whole[0].seed | .possible = $whole[0].possible' "$evil" >"$evil.whole"
    for command in "report $evil.whole" "report --table $evil.whole" "report --color always $evil.whole" \
        "compare $evil.whole $evil.whole" "compare --markdown $evil.whole $evil.whole" "report $evil" "compare $evil $evil"; do
        # shellcheck disable=SC2086 # several words
        run grader/$command
        if [[ $command == *.whole ]]; then assert_success; fi
        run bash -c 'sed -E "s/\x1b\[[0-9;]*m//g" | LC_ALL=C grep -acP "[\x01-\x09\x0b-\x1f\x7f]|\xc2\x9b|\xe2\x80\xae"' <<<"$output"
        assert_output 0
    done
}

@test "a run without the box says so in its record and its report" {
    cd "$repo" || return
    run grader/grade --device cpu --no-nvcc --no-sandbox --seed 3 --lab lab9 --only-step 2 --output "$BATS_TEST_TMPDIR/records" solutions/lab9
    assert_success
    assert_output --partial 'Note: Graded without the box (--no-sandbox)'
    run jq -e '.notes | any(startswith("Graded without the box"))' "$BATS_TEST_TMPDIR/records/lab9/lab9/result.json"
    assert_success
}
