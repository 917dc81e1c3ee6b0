#!/usr/bin/env bats
# Programs of ours that read what a student wrote take seconds, whatever that is, and no message, name or
# list of theirs is too long for us.
# shellcheck disable=SC2154,SC2016 # run sets stderr; other shells' programs

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    profile=$BATS_TEST_TMPDIR/profile
}

# read_profile: as sort_results and write_record read it, each in 60 s; leaves the counts in $counts, the
# record's profile in $short.
read_profile() {
    counts=$BATS_TEST_TMPDIR/counts short=$BATS_TEST_TMPDIR/short
    assert [ "$(stat -c %s "$profile")" -le 2000000 ]
    timeout 60 jq -rR --slurp -L grader/lib 'include "counts"; counts' "$profile" >"$counts"
    timeout 60 jq -c "$(sed -n '/^def by_name/,/^  end;/p' grader/lib/record.jq) short_names" "$profile" >"$short"
}

@test "a profile of 2 MB: of launches of as many kernels" {
    { echo '{"launches": [' && awk 'BEGIN { for (i = 0; i < 40000; i++) printf "%s{\"kernel\": \"kernel%d\", \"a\": {\"b\": %d}}", i ? "," : "", i, i }' &&
        echo ']}'; } >"$profile"
    read_profile
    assert_equal "$(tail -n 1 "$counts")" $'kernel39999\t0\ta.b\t39999'
}

@test "a profile of 2 MB: of one object with as many members, of many places, of a name that fills it" {
    { echo '{"launches": [{"kernel": "k"' && awk 'BEGIN { for (i = 0; i < 60000; i++) printf ",\"key%d\": 1", i }' &&
        echo '}], "sites": [0' && awk 'BEGIN { for (i = 0; i < 30000; i++) printf ",{\"file\": \"/a/%d.cu\"}", i }' && echo ']}'; } >"$profile"
    read_profile
    assert_equal "$(jq -c '.sites[-1]' "$short")" '{"file":"29999.cu"}'
    { printf '{"launches": [{"kernel": "%s", "a": [1' "$(head -c 900000 /dev/zero | tr '\0' k)" && yes ,1 | head -c 900000 && echo ']}]}'; } >"$profile"
    read_profile
    (($(stat -c %s "$counts") < 40000000))
}

@test "a profile that is no object, or of anything at all, is none" {
    local text
    for text in '[]' '1' '"x"' 'null' '{"sites": 3, "copies": {}}' '{"sites": [1, {"file": 2}]}'; do
        echo "$text" >"$profile"
        read_profile || true
        jq -e 'type == "object" or . == null' "$short" >/dev/null || [[ $(<"$short") == null ]]
    done
}

@test "findings of 200 KB in one line, or in as many lines, are read" {
    head -c 200000 /dev/zero | tr '\0' '{' >"$BATS_TEST_TMPDIR/one"
    yes '{"kind": "x"}' | head -c 200000 >"$BATS_TEST_TMPDIR/many"
    local file
    for file in one many; do
        run timeout 60 jq -rR --slurp -L grader/lib 'include "findings"; findings([])' "$BATS_TEST_TMPDIR/$file"
        assert_success
        assert_line --index 0 --regexp '^(unreadable-finding|x)'
    done
}

@test "a name of 320 KiB, defined nowhere, and a list of folders of a megabyte are failures with a message, no faults" {
    local class=$BATS_TEST_TMPDIR/class i name
    mkdir -p "$class"/{long,wide,honest}
    cp solutions/lab9/step2_address.cu "$class/honest/"
    cp solutions/lab9/step2_address.cu "$class/long/"
    name=$(head -c 327680 /dev/zero | tr '\0' n)
    printf 'extern "C" int %s();\nint use_it = %s();\n' "$name" "$name" >>"$class/long/step2_address.cu"
    name=$(head -c 240 /dev/zero | tr '\0' d)
    for ((i = 0; i < 1500; i++)); do
        mkdir "$class/wide/$i$name"
        : >"$class/wide/$i$name/step2_address.cu"
    done
    run --separate-stderr timeout 250 grader/grade --device cpu --no-nvcc --seed 1 --output "$BATS_TEST_TMPDIR/out" --color never \
        --brief --lab lab9 --only-step 2 "$class"/{long,wide,honest}
    assert_equal "$status" 1
    assert_line --regexp '^lab9 +honest +[1-9]'
    assert_line --regexp '^lab9 +wide +not graded'
    ((${#stderr} < 5000))
    run jq -c '[.tests[] | [.status, (.message | length < 4100)]] | unique' "$BATS_TEST_TMPDIR/out/lab9/long/result.json"
    assert_output '[["fail",true]]'
}
