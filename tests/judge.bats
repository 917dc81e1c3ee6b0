#!/usr/bin/env bats
# The judge believes a run only when it came to its end and says what the checker saw.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

# A run of lab 6's words-answer that is right in every number.
setup() {
    judge=$BATS_TEST_DIRNAME/../grader/judge/build/judge-lab6
    make -s -C "$BATS_TEST_DIRNAME/../grader/judge" build/judge-lab6
    dir=$BATS_TEST_TMPDIR/run
    mkdir -p "$dir/said"
    printf '%s\n' 'words 13' 1 2 4 8 16 32 32 32 32 32 32 32 32 >"$dir/said/raw"
    echo ok >"$dir/ended"
    : >"$dir/findings.tsv"
}

judged() { run "$judge" 4.3 words-answer "$dir" 1 "${1-cpu}"; }

@test "a run that ends well and has no findings passes" {
    judged
    assert_success
    [[ $(jq -r .status <<<"$output") == pass ]]
}

@test "a run whose findings file is gone does not pass; on a GPU no run has one" {
    rm "$dir/findings.tsv"
    judged
    assert_failure 1
    assert_output --partial 'what the CPU device saw in it is missing'
    judged gpu
    assert_success
}

@test "exit status 86 without findings is no end without findings" {
    echo 'exit 86' >"$dir/ended"
    judged
    assert_failure 1
    assert_output --partial 'and none was told'
    printf 'memory-leak\t\ta.cu:3\tp is never freed\n' >"$dir/findings.tsv"
    judged
    assert_failure 1
    [[ $(jq -r .diagnosis <<<"$output") == leak ]]
}

@test "a line of the findings that is cut or no finding counts as one" {
    jq -rR --slurp -L "$BATS_TEST_DIRNAME/../grader/lib" 'include "findings"; findings([])' <<<'{"kind": "memory-l' >"$dir/findings.tsv"
    judged
    assert_failure 1
    assert_output --partial 'overwritten or cut short'
}

@test "a message shows no control characters of a program's output" {
    echo 'exit 3' >"$dir/ended"
    printf 'a\e[31mb\377\n' >"$dir/stderr"
    judged
    assert_failure 1
    jq -e '.message | test("[\u0000-\u0009\u000b-\u001f\u007f]") | not' <<<"$output"
}

@test "a refused call is no finding, and says why a function returned its error" {
    echo CM_SIZE=16 >"$dir/arguments"
    printf 'hInitCM.error 1\n1\n' >"$dir/said/raw"
    printf 'refused-call\t\ta.cu:%s\t%s\n' 3 'cudaMemcpy returned cudaErrorInvalidValue: the source is NULL' \
        8 'cudaMallocArray returned cudaErrorInvalidValue: the width is 0' \
        9 'cudaMalloc returned cudaErrorMemoryAllocation: it is too much' >"$dir/findings.tsv"
    run "$judge" 1.1 fill "$dir" 1 cpu
    assert_failure 1
    assert_equal "$(jq -r .message <<<"$output")" \
        'hInitCM returned cudaErrorInvalidValue: cudaMallocArray at a.cu:8: the width is 0.'
    printf '%s\n' 'words 13' 1 2 4 8 16 32 32 32 32 32 32 32 32 >"$dir/said/raw"
    judged
    assert_success
}

@test "refused calls of our own sources are told apart" {
    run jq -rR --slurp -L "$BATS_TEST_DIRNAME/../grader/lib" 'include "findings"; findings(["/kit/grader/"])' <<<'{"kind": "refused-call", "file": "/kit/grader/harness/lab/a.cu", "line": 3, "text": "ours"}
{"kind": "refused-call", "file": "/there/src/a.cu", "line": 4, "text": "theirs"}
{"kind": "refused-call", "file": null, "line": 0, "text": "unknown"}
{"kind": "memory-leak", "file": "/kit/grader/harness/lab/a.cu", "line": 5, "text": "a leak"}'
    assert_output "refused-elsewhere			ours
refused-call		a.cu:4	theirs
refused-call			unknown
memory-leak		a.cu:5	a leak"
}

# failing NAME[:FIRST[:TRIAL,TRIAL...[:AFTER]]]...: a run in which calls of these functions failed, judged. TRIAL: what
# the function returned, the error that was given, 1 where the results are the same, and 1 where the last error was asked
# for, with slashes between; nothing: it did not come back.
failing() {
    local function name first trials after trial number=0 nth names=''
    for function; do
        IFS=: read -r name first trials after <<<"$function"
        if [[ $first ]]; then printf '%s.first 1\n%s\n' "$name" "$first"; fi
        [[ $trials ]] || continue
        nth=0
        printf '%s.calls 1\n2\n' "$name"
        for trial in ${trials//,/ }; do
            number=$((number + 1))
            printf '%s.trial%d 1\n%d\n' "$name" $nth $number
            if [[ $trial != - ]]; then printf '%s.result%d 4\n%s\n' "$name" $nth "${trial//\//$'\n'}"; fi
            nth=$((nth + 1))
        done
        if [[ $after ]]; then printf '%s.after 1\n%s\n' "$name" "$after"; fi
    done >"$dir/said/raw"
    for function; do names+=${names:+,}${function%%:*}; done
    printf 'calls=%s\n' "$names" >"$dir/arguments"
    run "$judge" 2.3 failing "$dir" 1 cpu
}

@test "errors on the way: the very error, a call after it that is right, and nothing else" {
    failing hTestCM:0:2/2/0/0,999/999/0/0:0 hLookup:0:2/2/0/0,999/999/0/0:0
    assert_success
    failing hTestCM:0:2/2/0/0,999/999/0/0:0 hLookup:0:2/2/0/0,0/999/0/0:0
    assert_failure 1
    assert_output --partial 'hLookup returns cudaSuccess although one of its CUDA calls failed with cudaErrorUnknown'
    [[ $(jq -r .diagnosis <<<"$output") == lost-error ]]
    failing hTestCM:0:3/2/0/0:0
    assert_output --partial 'returns CUDA error 3 although'
    failing hTestCM:0:2/2/0/0,0/999/1/0:0 # tried again, with success
    assert_success
    failing hTestCM:0:2/2/0/0,0/0/0/0:0 # it did not come to that call
    assert_success
    failing hTestCM:0:2/2/0/0:-1
    assert_output --partial 'gives other results after a call in which'
    [[ $(jq -r .diagnosis <<<"$output") == broken-by-error ]]
    failing hTestCM:0:2/2/0/0,-:0 # a result is gone
    assert_failure 1
    assert_output --partial 'What hTestCM returned where a CUDA call fails is missing'
    failing hTestCM:0:2/2/0/0 # the last word is
    assert_failure 1
}

@test "errors on the way: what does not work where nothing fails was not tried, and is no pass" {
    failing hTestCM:1 hLookup
    assert_failure 1
    assert_output --partial 'hTestCM returns cudaErrorInvalidValue where nothing fails'
    [[ $(jq -r .diagnosis <<<"$output") == null ]]
    failing hLookup
    assert_failure 1
    assert_output --partial 'what the lab calls before it does not work yet'
    printf 'hTestCM.first 1\n0\nhTestCM.calls 1\n0\nhTestCM.after 1\n0\n' >"$dir/said/raw"
    run "$judge" 2.3 failing "$dir" 1 cpu
    assert_failure 1
}

@test "errors on the way: a launch that was not checked is told as that, before what follows from it" {
    printf '%s\t\t%s\t%s\t%s\n' \
        refused-call a.cu:7 'kernel launch returned cudaErrorLaunchOutOfResources: it is let fail here, in trial 1' 1 \
        out-of-bounds-read a.cu:9 'reads 4 bytes right behind the end' 1 \
        refused-call b.cu:8 'cudaMalloc returned cudaErrorMemoryAllocation: it is let fail here, in trial 11' 11 >"$dir/findings.tsv"
    echo 'exit 86' >"$dir/ended"
    failing hTestCM:0:0/701/0/0:0
    assert_failure 1
    assert_output --partial 'although the launch at a.cu:7 failed with cudaErrorLaunchOutOfResources'
    assert_output --partial 'This launch was not checked'
    [[ $(jq -r .diagnosis <<<"$output") == lost-error ]]
    failing hTestCM:0:0/701/0/1:0 # the error was asked for, and lost later
    assert_output --partial 'kernel launch at a.cu:7'
    refute_output --partial 'was not checked'
    failing hTestCM:0:701/701/0/1:0
    assert_output --partial 'This shows where kernel launch at a.cu:7 fails'
    assert_output --partial 'reads 4 bytes right behind the end'
    # What the failed launch was to write is not there: that comes of the failure.
    sed -i 's/^out-of-bounds-read/uninitialized-read/' "$dir/findings.tsv"
    failing hTestCM:0:701/701/0/1:0
    assert_success
}

@test "errors on the way: only what was found where a call failed counts" {
    echo 'exit 86' >"$dir/ended"
    printf 'memory-leak\t\ta.cu:3\tp is never freed\n' >"$dir/findings.tsv"
    failing hTestCM:0:2/2/0/0:0
    assert_success
    printf 'memory-leak\t\ta.cu:3\tp is never freed\t1\n' >>"$dir/findings.tsv"
    failing hTestCM:0:2/2/0/0:0
    assert_failure 1
    assert_output --partial 'the grader lets one CUDA call after the other fail'
    printf 'memory-leak\t\ta.cu:3\tp is never freed\t1000000\n' >"$dir/findings.tsv"
    failing hTestCM:0:2/2/0/0:0
    assert_output --partial 'in a second call with the same arguments'
}

@test "errors on the way: a program that ends, and where" {
    echo 'signal your program was ended by SIGSEGV' >"$dir/ended"
    failing hTestCM:0:2/2/0/0,-
    assert_failure 1
    assert_output --partial 'This shows where one of its CUDA calls fails'
    failing hTestCM:0:0/2/0/0
    assert_output --partial 'Then the program ended:'
    [[ $(jq -r .diagnosis <<<"$output") == lost-error ]]
    failing hTestCM:0
    assert_output --partial 'in a second call with the same arguments'
    failing hTestCM # other tests tell, and there is nothing that works
    assert_failure 1
    assert_output --partial 'The program ends where nothing is let fail, too'
}

# wrong_values PROGRAM [FILTER]: what the record keeps, or FILTER of it, when a check did PROGRAM, C.
wrong_values() {
    local judge=$BATS_TEST_DIRNAME/../grader/judge
    printf '#include <math.h>\n#include "judge.h"\nstatic void asked(const void *none) { (void)none; %s }\nint main(void) { static struct verdict v; judge_ask(&v, asked, NULL); judge_print(stdout, &v, "1"); return 0; }\n' "$1" >"$BATS_TEST_TMPDIR/wrong.c"
    cc -std=c11 -D_GNU_SOURCE -fsanitize=address,undefined -fno-sanitize-recover=all -I"$judge" "$BATS_TEST_TMPDIR/wrong.c" \
        "$judge"/{wrong,verdict,unwritten,run}.c "$judge/../common/json.c" -I"$judge/../../labs/cpu" -lm -o "$BATS_TEST_TMPDIR/wrong"
    ASAN_OPTIONS=detect_leaks=0 "$BATS_TEST_TMPDIR/wrong" >"$BATS_TEST_TMPDIR/verdict.json"
    run jq -c "${2:-.}" <(jq .measured.wrong_values "$BATS_TEST_TMPDIR/verdict.json")
}

@test "wrong values: the first eight in order, whatever order they came in, and a picture of the slice with most" {
    wrong_values 'measured("size", 4); judge_field("texels", 4, 3, 5);
        for (size_t i = 59; i > 40; i--) if (i != 50) judge_wrong(i, (double)i, -1);
        judge_wrong(0, NAN, INFINITY); judge_wrong(0, 1, 2); fail(NULL, "no");'
    assert_output '{"elements":"texels","size":[4,3,5],"count":19,"first":[{"at":[0,0,0],"got":"nan","expected":"inf"},'"$(
        for i in 41 42 43 44 45 46 47; do
            printf '{"at":[%d,%d,3],"got":%d,"expected":-1}' $((i % 4)) $((i / 4 % 3)) $i
            ((i == 47)) || printf ,
        done
    )"'],"picture":{"slice":4,"slices":3,"each":[1,1],"rows":["##.#","####","####"]}}'
}

@test "wrong values: never more than 64 x 64 cells; a list is broken into lines; what is right keeps nothing" {
    wrong_values 'judge_field("pixels", 1000, 65, 1); judge_wrong(64999, 1, 2); fail(NULL, "no");' \
        '[.count, .first[0].at, .picture.each, (.picture.rows | length), (.picture.rows | map(length) | unique), .picture.rows[-1]]'
    assert_output '[1,[999,64],[16,2],33,[63],"..............................................................#"]'
    wrong_values 'judge_field("words", 100000, 1, 1); judge_wrong(70, 1, 2); fail(NULL, "no");' \
        '[.size, .first, .picture.each, (.picture.rows | length), (.picture.rows | map(length) | unique | max), .picture.rows[0][:4], .picture.rows[-1][-1:]]'
    assert_output '[[100000],[{"at":[70],"got":1,"expected":2}],[25,1],63,64,"..#."," "]'
    wrong_values 'judge_field("words", 3, 1, 1); judge_wrong(7, 1, 2); judge_wrong(2, 1, 2); pass("yes");'
    assert_output null
}

@test "wrong values: what was never written says so, though it was compared before" {
    wrong_values 'const double values[20] = {5, 5, 7}; judge_field("sums", 20, 1, 1); judge_wrong(2, 7, 5); judge_wrong(3, 0, 5);
        static struct run r; judge_unwritten(&r, "gSum", "sums", values, 20, 0);' \
        '.count, .first[:2][], .picture.rows[]'
    assert_output '18
{"at":[2],"got":7,"expected":5}
{"at":[3],"got":"never written"}
"..##################            "'
}

@test "the thread that a finding is of is that of its own line, not of another finding's" {
    make -s -C "$BATS_TEST_DIRNAME/../grader/judge" build/judge-lab10
    judge=$BATS_TEST_DIRNAME/../grader/judge/build/judge-lab10
    printf '%s\n' width=48 height=28 part=whole >"$dir/arguments"
    echo 'exit 86' >"$dir/ended"
    printf 'read_picture\t0\tblock.%d\t20\n' 0 1 >"$dir/counts.tsv"
    # Thread (10,16) has a pixel; the one that writes past the end is (58,33) and has none.
    local race='this thread writes 4 bytes that thread (18,15,0) of block (2,0,0) writes in line 51'
    local write='writes 4 bytes 1192 bytes past the end of the 5376 bytes from cudaMalloc at a.cu:65'
    printf '%s\tread_picture\ta.cu:51\t%s\n' global-memory-race "$race" out-of-bounds-write "$write" >"$dir/findings.tsv"
    printf 'cpu-device: %s: a.cu:51: %s; kernel read_picture, block (%s,0), thread (%s,0)\n' \
        global-memory-race "$race" 0,0 10,16 out-of-bounds-write "$write" 2,1 18,13 >"$dir/stderr"
    run "$judge" 1.2 whole "$dir" 1 cpu
    assert_failure 1
    assert_equal "$(jq -r .diagnosis <<<"$output")" missing-bounds-guard
}
