#!/usr/bin/env bats
# What is still as it was handed out is "not begun": no mistake, and no point. Whatever cannot be told is begun.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    make -s -C grader/judge build/begun
    mkdir "$BATS_TEST_TMPDIR/given"
    cat >"$BATS_TEST_TMPDIR/given/a.cu" <<'END'
#include "lab.h"
#define SIDE 4

__global__ void first(int *a, int n) {
    // TODO: a[i] = i.
    (void)a, (void)n;
}

int given(int x) { return x + SIDE; }

static int second(int x) {
    /* TODO: twice x. */
    (void)x;
    return 0;
}
END
    printf '#define N 3\nint second(int x);\n' >"$BATS_TEST_TMPDIR/given/lab.h"
    printf '# TODO: a flag\nFLAGS =\n' >"$BATS_TEST_TMPDIR/given/Makefile"
    own=$BATS_TEST_TMPDIR/own
    cp -r "$BATS_TEST_TMPDIR/given" "$own"
}

# state NAME: what begun says of it.
state() { grader/judge/build/begun "$BATS_TEST_TMPDIR/given" "$own" "$1" | cut -f 2,3 | tr '\t' ' ' | sed 's/ $//'; }

@test "functions and files as they were handed out, with the place of what is to be done" {
    assert_equal "$(state first)" 'same a.cu:5 TODO'
    assert_equal "$(state second)" 'same a.cu:12 TODO'
    assert_equal "$(state given)" 'given a.cu:9'
    assert_equal "$(state a.cu)" 'same a.cu:5 TODO'
    assert_equal "$(state Makefile)" 'same Makefile:1 TODO'
    assert_equal "$(state third)" 'unknown'
}

@test "comments and white space do not count, nor what else is in the file" {
    cat >"$own/a.cu" <<'END'
#include "lab.h"
#include <stdio.h> // of mine
#define   SIDE 4 /* four */
static const char *text = "first(int) { // no comment \" }", *raw = R"x(" { )x" /* } )x" */;
struct Pair { int a, b; };
namespace { int helper(int x) { return first_of(x) + '{'; } }
__global__ void first(int*a,int n){(void)a, (void)n;} // a word of mine
int given(int x) { return x + SIDE; }
static int second(int x) { (void)x; /* { */ return 0; }
END
    assert_equal "$(state first)" 'same a.cu:7'
    assert_equal "$(state second)" 'same a.cu:9'
    assert_equal "$(state given)" 'given a.cu:8'
    assert_equal "$(state a.cu)" 'begun'
}

@test "one letter more is begun, and one less" {
    sed -i 's/return 0;/return 1;/; s/(void)a, //' "$own/a.cu"
    assert_equal "$(state first)$(state second)" 'begunbegun'
    sed -i 's/FLAGS =/FLAGS = -rdc=true/' "$own/Makefile"
    assert_equal "$(state Makefile)" 'begun'
}

@test "a function that is defined elsewhere too, is not there, or is under an #if, is begun" {
    mkdir "$own/more"
    echo '__global__ void first(int *a, int n) { a[0] = n; }' >"$own/more/b.cuh"
    assert_equal "$(state first)" 'begun'
    rm -r "$own/more"
    assert_equal "$(state first)" 'same a.cu:5 TODO'
    cp "$own/a.cu" "$own/b.cu"
    assert_equal "$(state first)" 'begun'
    mv "$own/b.cu" "$own/a.cu"
    sed -i 's/^__global__/#if 0\n&/; s/^int given/#endif\n&/' "$own/a.cu"
    assert_equal "$(state first)$(state second)" 'begunsame a.cu:14 TODO'
    rm "$own/a.cu"
    assert_equal "$(state first)$(state a.cu)" 'begunbegun'
}

@test "a word of it that a macro of the submission's replaces makes it begun" {
    echo '#  define /**/ n 3' >>"$own/lab.h"
    assert_equal "$(state second)" 'same a.cu:12 TODO'
    assert_equal "$(state first)" 'begun'
    cp "$BATS_TEST_TMPDIR/given/lab.h" "$own/lab.h"
    sed -i 's/#define SIDE 4/#define SIDE 5/' "$own/a.cu"
    assert_equal "$(state first)$(state given)" 'same a.cu:5 TODObegun'
}

@test "files that end anywhere, or are as large as may be handed in, are read in time" {
    local text size
    for text in '/*' '"' "'" 'R"(' '#if' '#define' '{' '}' 'first(' '((((' $'\\' 'R"0123456789012345678901234567890(' $'\0'; do
        printf '%s' "$text" >"$own/b.cu"
        run state first
        assert_success
    done
    for text in '{' '(' '#define n' '#if\n' 'first(' '"' '/* TODO */\n' 'first(){}\n' 'R"(' '#define n 1\n'; do
        size=$((1000000 / ${#text}))
        # shellcheck disable=SC2059 # the end of a line is in it
        printf "$text%.0s" $(seq "$size") >"$own/b.cu"
        run timeout 10 grader/judge/build/begun "$BATS_TEST_TMPDIR/given" "$own" first second given a.cu
        assert_success
    done
}

@test "what the specs' tags name is in the skeletons, and something of it is to be done" {
    local lab spec of line
    for spec in grader/lab*/lab*.bats; do
        lab=$(basename "$spec" .bats)
        while IFS= read -r line; do
            mapfile -t of < <(jq -r '.of[]' <<<"$line")
            if ((${#of[@]} == 0)); then continue; fi
            run grader/judge/build/begun "labs/$lab" "labs/$lab" "${of[@]}"
            refute_output --partial unknown
            refute_output --partial begun
            assert_output --partial $'\tsame\t'
        done < <(grader/lib/spec_tests "$lab")
    done
}

# verdicts of a spec of one lab with three tests: what becomes of them.
became() {
    printf '%s\n' "$1" | jq -n -c -f grader/lib/not_begun.jq \
        --slurpfile tests <(printf '%s\n' '{"id": "step1-a", "step": 1, "of": ["first", "given"]}' '{"id": "step1-b", "step": 1, "of": ["first", "second"]}' '{"id": "step2-c", "step": 2, "of": []}') \
        --rawfile functions <(printf '%s\t%s\t%s\n' first same 'a.cu:5 TODO' given given a.cu:9 second "${second-begun}" "${place-}" c.cu same 'c.cu:2 TODO') \
        --rawfile files <(printf '%s\n' '1 a.cu' '2 c.cu')
}

@test "a failed test of which nothing is begun is no mistake; a pass and a fault of ours stay" {
    local end
    run became '{"id": "step1-a", "status": "fail", "message": "no", "diagnosis": "leak", "measured": {"x": 1}, "waits_for": "nvcc"}'
    assert_output '{"id":"step1-a","status":"not-begun","message":"first is not begun: TODO in a.cu:5.","diagnosis":null,"measured":{}}'
    run became '{"id": "step2-c", "status": "pending", "message": "needs a GPU"}'
    assert_output '{"id":"step2-c","status":"not-begun","message":"c.cu is not begun: TODO in c.cu:2.","diagnosis":null,"measured":{}}'
    second=same place='a.cu:12' run became '{"id": "step1-b", "status": "fail", "message": "no"}'
    assert_output --partial '"first and second are not begun: TODO in a.cu:5 and as handed out, a.cu:12."'
    for end in pass error; do
        run became "{\"id\": \"step1-a\", \"status\": \"$end\", \"message\": \"well\"}"
        assert_output "{\"id\":\"step1-a\",\"status\":\"$end\",\"message\":\"well\"}"
    done
}

@test "where a part is begun the test fails, and the message says first what is not" {
    run became '{"id": "step1-b", "status": "fail", "message": "It is wrong.", "diagnosis": "leak"}'
    assert_output '{"id":"step1-b","status":"fail","message":"first is not begun: TODO in a.cu:5. It is wrong.","diagnosis":"leak"}'
    # What the numbers seem to say has no name then.
    run became '{"id": "step1-b", "status": "fail", "message": "It rounds.", "diagnosis": "rounded", "claim": "rounded", "measured": {"wrong_values": {"count": 3, "size": [5, 2], "elements": "words"}}}'
    assert_output --partial '"message":"first is not begun: TODO in a.cu:5. 3 of 10 words are not right.","diagnosis":null'
    run became '{"id": "step1-b", "status": "pending", "message": "needs a GPU"}'
    assert_output '{"id":"step1-b","status":"pending","message":"needs a GPU"}'
}

@test "a submission with one step of four: the others are not begun, on the terminal, on the page and in every format" {
    local folder=$BATS_TEST_TMPDIR/ann out=$BATS_TEST_TMPDIR/out record
    cp -r labs/lab9 "$folder"
    cp solutions/lab9/step2_address.cu "$folder"
    run grader/grade --lab lab9 --device cpu --no-nvcc --seed 1 --output "$out" "$folder"
    assert_success
    assert_output --partial ' to do '
    assert_output --partial 'step3_half.cu'
    record=$out/lab9/ann/result.json
    tests/valid_record "$record"
    run jq -r '[.tests[] | "\(.step) \(.status)"] | unique[]' "$record"
    assert_output $'1 not-begun\n2 pass\n3 not-begun\n4 not-begun\n5 not-begun'
    run grep -c 'class="card test not-begun"' "$out/lab9/ann/report.html"
    assert_equal "$output" "$(jq '[.tests[] | select(.status == "not-begun")] | length' "$record")"
    run grep -oE '[0-9]+ (not begun</span>|lost)' "$out/lab9/ann/report.html"
    assert_output "$((100 - $(jq .score "$record"))) not begun</span>"
    run grader/export junit "$record"
    assert_output --partial 'failures="0"'
    assert_output --partial '<skipped message='
}
