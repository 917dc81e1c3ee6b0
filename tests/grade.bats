#!/usr/bin/env bats
# The commands grader/grade and grader/report: bad usage, bad submissions, the record, the report.
# shellcheck disable=SC2154 # run sets stderr

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"
load kit_copy

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    folder=$BATS_TEST_TMPDIR/student
    mkdir "$folder"
    out=$BATS_TEST_TMPDIR/out
}

# Every record that a test made is what the schema says.
teardown() {
    local files
    mapfile -d '' files < <(find "$out" -name 'result*.json' -print0 2>/dev/null)
    if ((${#files[@]})); then tests/valid_record "${files[@]}"; fi
}

# grade ARG...: with a seed of its own choice, no nvcc, and the CPU device.
grade() {
    run --separate-stderr grader/grade --device cpu --no-nvcc --seed 1 --output "$out" --color never "$@"
}

# kit_of_its_own: a copy of the kit that a test may change; prints where.
kit_of_its_own() {
    copy_kit "$BATS_TEST_TMPDIR/kit"
    printf '%s' "$BATS_TEST_TMPDIR/kit"
}

submit() {
    cp solutions/lab6/{lab6,lab61,lab62,lab63}.cu solutions/lab6/Makefile "$folder/"
}

# status_of ID [LAB NAME]: how this test ended in the record.
status_of() {
    jq -r --arg id "$1" '.tests[] | select(.id == $id) | .status' "$out/${2:-lab6}/${3:-student}/result.json"
}

message_of() {
    jq -r --arg id "$1" '.tests[] | select(.id == $id) | .message' "$out/lab6/${2:-student}/result.json"
}

# ---- usage ---------------------------------------------------------------------------------------

@test "--help prints the options and succeeds" {
    run grader/grade --help
    assert_success
    for option in --lab --device --output --seed --only-step --no-sandbox --brief; do
        assert_output --partial "$option"
    done
    run grader/report --help
    assert_success
    assert_output --partial 'RECORD'
}

@test "wrong usage ends with status 2 and says what is wrong" {
    for words in '--what' '--lab' '--lab lab99' '--device tpu' '--seed one' '--only-step x' '--jobs 0' '--color red'; do
        # shellcheck disable=SC2086 # several words
        run --separate-stderr grader/grade $words
        assert_equal "$words $status" "$words 2"
        [[ $stderr == *"--help"* ]] || fail "$words: $stderr"
    done
    run grader/grade --lab lab99
    assert_output --partial 'lab6 lab7'
}

@test "submissions of one name get what tells their paths apart; one that is given twice is refused" {
    mkdir -p "$BATS_TEST_TMPDIR"/{ann,bob}/lab6 "$BATS_TEST_TMPDIR"/c{1,2}/dan/lab6
    grade --lab lab6 "$BATS_TEST_TMPDIR"/{ann,bob}/lab6 "$BATS_TEST_TMPDIR"/c{1,2}/dan/lab6 "$folder"
    assert_equal "$status" 1
    for name in ann bob c1_dan c2_dan student; do assert_line --regexp "^lab6 +$name +not graded"; done
    assert_equal "$(grep -c 'the submission is empty' <<<"$output")" 5
    grade "$folder" "$BATS_TEST_TMPDIR/ann/../student"
    assert_equal "$status" 2
    [[ $stderr == *"called 'student'"* ]]
    [[ ! -e $out ]]
}

# ---- submissions that cannot be graded -----------------------------------------------------------

@test "a folder that is not there, a file, an empty folder: status 1 and a clear message each" {
    grade "$folder/nowhere"
    assert_equal "$status" 1
    [[ $stderr == *'no such folder'* ]]
    touch "$folder/file"
    grade "$folder/file"
    assert_equal "$status" 1
    [[ $stderr == *'not a folder'* ]]
    rm "$folder/file"
    grade "$folder"
    assert_equal "$status" 1
    [[ $stderr == *'no file here belongs to a lab'* ]]
    grade --lab lab6 "$folder"
    assert_equal "$status" 1
    [[ $stderr == *'empty'* ]]
}

@test "files of two labs: --lab decides, and without it the message asks for it" {
    submit
    cp solutions/lab7/step3_load.cu "$folder/"
    grade "$folder"
    assert_equal "$status" 1
    [[ $stderr == *'lab6 lab7'*'--lab'* ]]
    grade --lab lab6 --only-step 1 "$folder"
    assert_success
    assert_equal "$(status_of step1-fill)" pass
}

@test "what cannot be graded does not stop the others" {
    submit
    grade --only-step 1 "$folder/nowhere" "$folder"
    assert_equal "$status" 1
    assert_equal "$(status_of step1-fill)" pass
}

@test "hundreds of files are no submission" {
    for ((i = 0; i < 250; i++)); do : >"$folder/f$i.cu"; done
    grade --lab lab6 "$folder"
    assert_equal "$status" 1
    [[ $stderr == *'250 files'* ]]
}

@test "a folder of another lab, or without a file of the lab, gets no marks but a reason; all are in the table" {
    mkdir -p "$BATS_TEST_TMPDIR"/{other,nothing,renamed}
    submit
    cp solutions/lab7/step3_load.cu "$BATS_TEST_TMPDIR/other/"
    touch "$BATS_TEST_TMPDIR/nothing/essay.txt"
    cp solutions/lab6/lab6.cu "$BATS_TEST_TMPDIR/renamed/lab6 (1).cu"
    grade --lab lab6 --only-step 1 --brief "$BATS_TEST_TMPDIR"/{other,nothing,renamed} "$folder"
    assert_equal "$status" 1
    assert_line --regexp '^lab6 +student +12 +0 +12$'
    for name in other nothing renamed; do
        assert_line --regexp "^lab6 +$name +not graded"
        [[ ! -e $out/lab6/$name/result.json ]]
    done
    [[ $stderr == *'there are files of lab7. Grade it with --lab lab7'* ]]
    [[ $stderr == *'They are those in labs/lab6'* ]]
    [[ $stderr == *'"lab6 (1).cu" looks like it, rename it to lab6.cu'* ]]
}

@test "where there is no box nothing is graded, and the remedy is named" {
    submit
    BWRAP=/nowhere/bwrap grade "$folder"
    assert_equal "$status" 1
    [[ $stderr == *'nothing is graded'*'bubblewrap is not installed'*'apt-get install bubblewrap'* ]] || fail "$stderr"
    refute [ -e "$out" ]
}

# ---- odd submissions that are graded -------------------------------------------------------------

@test "a file that is missing or does not compile costs its step alone" {
    submit
    rm "$folder/lab62.cu"
    sed -i '30i this is no C++' "$folder/lab63.cu"
    grade "$folder"
    assert_success
    assert_equal "$(message_of step4-uniform)" 'lab62.cu is not in the submission.'
    [[ $(message_of step5-lookup) == 'lab63.cu does not compile. lab63.cu:30:'*'error'* ]] ||
        fail "$(message_of step5-lookup)"
    assert_equal "$(jq '[.tests[] | select(.step <= 3).status] | unique[]' "$out/lab6/student/result.json")" '"pass"'
}

@test "binary garbage fails its step with a message that can be printed" {
    submit
    head -c 20000 /dev/urandom >"$folder/lab62.cu"
    grade --only-step 4 "$folder"
    assert_success
    assert_equal "$(status_of step4-uniform)" fail
    assert_output --partial 'lab62.cu does not compile'
    refute_output --regexp $'[\x01-\x08\x0e-\x1f]'
}

@test "links are not followed, large files and odd names left out, each with a note" {
    submit
    mv "$folder/lab62.cu" "$BATS_TEST_TMPDIR/elsewhere.cu"
    ln -s "$BATS_TEST_TMPDIR/elsewhere.cu" "$folder/lab62.cu"
    head -c 2000000 /dev/zero >"$folder/big.h"
    touch "$folder/my notes.h"
    grade --only-step 4 "$folder"
    assert_success
    [[ $(message_of step4-uniform) == 'lab62.cu: left out, it is a symbolic link'* ]]
    run jq -r '.notes[]' "$out/lab6/student/result.json"
    assert_line --partial 'big.h: left out, 1953 KiB'
    assert_line --partial 'my notes.h: left out, rename it'
}

@test "objects and programs handed in are not used" {
    submit
    mkdir -p "$folder/build"
    echo garbage >"$folder/lab61.o"
    echo garbage >"$folder/build/lab6"
    grade --only-step 3 "$folder"
    assert_success
    assert_equal "$(status_of step3-makefile)" pass
}

@test "folders with blanks and letters of other scripts, and an archive's extra folder, are graded" {
    name='Пак Ван 日本 é'
    mkdir -p "$BATS_TEST_TMPDIR/$name/lab6"
    submit
    cp "$folder"/* "$BATS_TEST_TMPDIR/$name/lab6/"
    grade --only-step 1 "$BATS_TEST_TMPDIR/$name"
    assert_success
    assert_equal "$(status_of step1-fill lab6 "$name")" pass
    assert_equal "$(jq -r .submission "$out/lab6/$name/result.json")" "$name"
}

@test "a helper header of the student's own is found" {
    submit
    mkdir "$folder/tools"
    echo '#define TWO 2' >"$folder/tools/two.h"
    sed -i 's/-2 \* i/-TWO * i/; 1i #include "tools/two.h"' "$folder/lab6.cu"
    grade --only-step 1 "$folder"
    assert_success
    assert_equal "$(status_of step1-fill)" pass
}

@test "the lab's files deeper in a folder are found, with a note; in two folders they are not guessed at" {
    submit
    mkdir -p "$BATS_TEST_TMPDIR/deep/ann/lab6"
    cp "$folder"/* "$BATS_TEST_TMPDIR/deep/ann/lab6/"
    touch "$BATS_TEST_TMPDIR/deep/essay.txt"
    grade --only-step 1 "$BATS_TEST_TMPDIR/deep"
    assert_success
    assert_equal "$(status_of step1-fill lab6 deep)" pass
    assert_output --partial 'Note: The files of the lab were found in the folder ann/lab6'
    cp -r "$BATS_TEST_TMPDIR/deep/ann" "$BATS_TEST_TMPDIR/deep/old"
    grade --only-step 1 "$BATS_TEST_TMPDIR/deep"
    assert_success
    assert_output --partial 'found in the folder ann/lab6 (the same files'
    echo >>"$BATS_TEST_TMPDIR/deep/old/lab6/lab6.cu"
    grade --only-step 1 "$BATS_TEST_TMPDIR/deep"
    assert_equal "$status" 1
    [[ $stderr == *'in several folders of it (ann/lab6 old/lab6)'* ]] || fail "$stderr"
}

@test "a file under almost its name is named by the test that misses it" {
    submit
    mv "$folder/lab62.cu" "$folder/Lab62 (1).cu"
    grade --only-step 4 "$folder"
    assert_success
    assert_equal "$(message_of step4-uniform)" \
        'lab62.cu: not in the submission; "Lab62 (1).cu" looks like it, rename it to lab62.cu.'
}

@test "a colon and control characters in a name" {
    name=$'a:b\e[2J'
    mkdir "$BATS_TEST_TMPDIR/$name"
    submit
    cp "$folder"/* "$BATS_TEST_TMPDIR/$name/"
    grade --only-step 1 "$BATS_TEST_TMPDIR/$name" "$BATS_TEST_TMPDIR/$name.not"
    assert_equal "$status" 1
    refute_output --partial $'\e'
    [[ $stderr != *$'\e'* ]]
    assert_equal "$(status_of step1-fill lab6 'a:b_[2J')" pass
}

@test "files of one's own: an added .cu, a helper of another step, a helper in the lab's header" {
    submit
    printf '#include "own.h"\nint two() {\n    return 2;\n}\n' >"$folder/own.cu"
    echo 'int two();' >"$folder/own.h"
    sed -i 's/-2 \* i/-two() * i/; 1i #include "own.h"' "$folder/lab6.cu"
    printf 'int zero() {\n    return 0;\n}\n' >>"$folder/lab6.cu"
    sed -i '/#include "lab6.h"/a int zero();' "$folder/lab61.cu"
    printf 'int use_of_zero = zero();\n' >>"$folder/lab61.cu"
    cp solutions/lab6/lab6.h "$folder/"
    echo '#define OURS 1' >>"$folder/lab6.h"
    printf 'int use_of_header = OURS;\n' >>"$folder/lab62.cu"
    grade --only-step 1,3,4 "$folder"
    [[ $(status_of step4-uniform) == pass ]] || fail "$(message_of step4-uniform)"
    assert_output --partial 'Note: lab6.h: what you added is used'
    assert_equal "$(status_of step1-fill)" pass
    assert_equal "$(status_of step3-print)" pass
    assert_output --partial 'Note: own.cu: linked to other steps too'
    assert_output --partial 'Note: lab6.cu: linked to other steps too'
    sed -i 's/cudaError_t/int/' "$folder/lab6.h"
    grade --only-step 4 "$folder"
    [[ $(message_of step4-uniform) == 'lab62.cu does not compile.'*'lab6.h: the one of the lab takes its place'* ]] ||
        fail "$(message_of step4-uniform)"
}

@test "lab 6: hInitCM without a void, and a Makefile that chooses its own compiler" {
    submit
    sed -i 's/hInitCM(void)/hInitCM()/' "$folder/lab6.cu"
    sed -i '1i NVCC = nvcc-of-mine' "$folder/Makefile"
    grade --only-step 1,2,3 "$folder"
    assert_success
    assert_equal "$(jq -c '[.score, .possible]' "$out/lab6/student/result.json")" '[61,61]'
}

# ---- the record ----------------------------------------------------------------------------------

@test "the record has what the schema promises, and the sums agree" {
    submit
    grade "$folder"
    assert_success
    run jq -e '
        .schema == "gpu-memory-labs/result/1" and .lab == "lab6" and .submission == "student"
        and .device == "cpu" and .device_name == "CPU device" and .seed == 1 and .possible == 100
        and .score == (.tests | map(.score) | add)
        and .pending == ([.tests[] | select(.status == "pending").points] | add)
        and .score + .pending == .possible
        and (.tests | all(has("id") and has("name") and has("step") and has("points") and has("score")
             and has("status") and has("message") and has("diagnosis") and has("measured")))
        and (.profile.launches | length) > 0' "$out/lab6/student/result.json"
    assert_success
    refute [ -e "$out/lab6/student/result.json.part" ]
}

@test "the schema of a record finds what is not one" {
    local filter
    submit
    grade --only-step 1 "$folder"
    for filter in '.tests[0].status = "good"' 'del(.seed)' '.extra = 1' '.tests = []' '.score = "12"' \
        '.tests[0] |= (.status = "fail" | .score = 12)' '.tests[0].diagnosis = "leak"' '.checked = {}'; do
        jq "$filter" "$out/lab6/student/result.json" >"$BATS_TEST_TMPDIR/changed"
        run tests/valid_record "$BATS_TEST_TMPDIR/changed"
        assert_failure 1
    done
}

@test "a seed repeats a grading" {
    submit
    grade --only-step 1,2 "$folder"
    first=$(jq .tests "$out/lab6/student/result.json")
    grade --only-step 1,2 "$folder"
    assert_equal "$(jq .tests "$out/lab6/student/result.json")" "$first"
}

@test "only the chosen steps are in the record of --only-step" {
    submit
    grade --only-step 1,5 "$folder"
    assert_success
    assert_equal "$(jq -c '[.tests[].step] | unique' "$out/lab6/student/result.json")" '[1,5]'
}

@test "a grading of some steps leaves a full record as it is" {
    submit
    grade --only-step 1 "$folder"
    assert_equal "$(jq -c .steps "$out/lab6/student/result.json")" '[1]'
    jq '.steps = null' "$out/lab6/student/result.json" >"$BATS_TEST_TMPDIR/full"
    cp "$BATS_TEST_TMPDIR/full" "$out/lab6/student/result.json"
    grade --only-step 1 "$folder"
    assert_success
    run cmp "$BATS_TEST_TMPDIR/full" "$out/lab6/student/result.json"
    assert_success
    assert_equal "$(jq -c .steps "$out/lab6/student/result-steps-1.json")" '[1]'
}

@test "two graders in one output folder: one waits for the other, and both are right" {
    submit
    grader/grade --device cpu --no-nvcc --seed 1 --output "$out" --brief --only-step 1 "$folder" >"$BATS_TEST_TMPDIR/first" 2>&1 3>&- &
    grade --brief --only-step 1 "$folder"
    assert_success
    assert_line --regexp '^lab6 +student +12 +0 +12$'
    wait $!
    assert_equal "$(tail -n 1 "$BATS_TEST_TMPDIR/first" | awk '{ print $3 }')" 12
}

@test "a run that is killed from outside is made again, and is an error of ours the second time" {
    submit
    echo 'struct Hang { Hang() { for (volatile int i = 0;; i = 0) {} } } hang;' >>"$folder/lab6.cu"
    local killer
    while sleep 0.1; do pkill -KILL -f '^\./program .*seed=7310942' || true; done 3>&- &
    killer=$!
    run grader/grade --device cpu --no-nvcc --seed 7310942 --output "$out" --only-step 1 "$folder"
    kill "$killer"
    assert_equal "$status" 1
    assert_equal "$(status_of step1-fill)" error
    [[ $(message_of step1-fill) == *'killed twice'*'short of memory'* ]]
}

@test "a program that kills itself, or says that its compiler was killed, fails" {
    submit
    cat >>"$folder/lab6.cu" <<'TEXT'
#include <csignal>
#include <cstdlib>
struct Dead {
    Dead() {
        fputs("g++: fatal error: Killed signal terminated program cc1plus\n", stderr);
        raise(SIGKILL);
        abort();
    }
} dead;
TEXT
    grade --only-step 1 "$folder"
    assert_equal "$(status_of step1-fill)" fail
    [[ $(message_of step1-fill) == *SIGABRT* ]]
}

@test "a file that does not compile, and says that the compiler was killed, fails" {
    submit
    printf 'static_assert(sizeof(int) == 5, "a\\ng++: fatal error: Killed signal terminated program cc1plus");\n' >>"$folder/lab6.cu"
    grade --only-step 1 "$folder"
    assert_equal "$(status_of step1-fill)" fail
    [[ $(message_of step1-fill) == 'lab6.cu does not compile.'*'static assertion failed'* ]] || fail "$(message_of step1-fill)"
}

@test "a Makefile that kills make, and says that the compiler was killed, fails" {
    submit
    # shellcheck disable=SC2016 # make's
    printf 'all:\n\t@echo "g++: fatal error: Killed signal terminated program cc1plus"; kill -9 $$PPID; exit 1\n' >"$folder/Makefile"
    grade --only-step 3 "$folder"
    assert_equal "$(status_of step3-makefile)" fail
}

@test "a submission that hangs in every run has five minutes, and its record says so" {
    submit
    sed -i 's/^SUBMISSION_SECONDS=300$/SUBMISSION_SECONDS=0/' "$(kit_of_its_own)/grader/lib/boxed.bash"
    run "$BATS_TEST_TMPDIR/kit/grader/grade" --device cpu --no-nvcc --seed 1 --output "$out" --only-step 2 --color never "$folder"
    assert_output --partial 'Note: The builds and runs of the submission took all'
    [[ $(message_of step2-constant) == *'was not started'* ]] || fail "$(message_of step2-constant)"
}

@test "Ctrl-C tells what is done" {
    submit
    cp -r "$folder" "$BATS_TEST_TMPDIR/second"
    echo 'struct Hang { Hang() { for (volatile int i = 0;; i = 0) {} } } hang;' >>"$BATS_TEST_TMPDIR/second/lab6.cu"
    set -m # a group of its own, which does not ignore the signal
    grader/grade --device cpu --no-nvcc --seed 1 --output "$out" --brief --only-step 1 "$folder" "$BATS_TEST_TMPDIR/second" \
        >"$BATS_TEST_TMPDIR/told" 2>&1 3>&- &
    local grader=$! status=0
    set +m
    for ((i = 0; i < 600; i++)); do
        [[ ! -d $out/lab6/second ]] || break
        sleep 0.1
    done
    kill -INT -- "-$grader"
    wait "$grader" || status=$?
    assert_equal "$status" 130
    run cat "$BATS_TEST_TMPDIR/told"
    assert_line 'grade: stopped; 1 of 2 submissions were graded:'
    assert_line --regexp '^lab6 +student +12 +0 +12$'
}

@test "a disk that is full during a grading costs the student nothing" {
    ((EUID == 0)) && unshare -m true 2>/dev/null || skip 'only root can mount a small disk'
    submit
    mkdir "$out"
    # shellcheck disable=SC2016 # another shell's
    for kib in 64 400 1500; do
        run unshare -m bash -c 'mount -t tmpfs -o "size=$1k" none "$2" && grader/grade --device cpu --no-nvcc --seed 1 \
            --brief --output "$2" --only-step 1 "$3"; status=$?; jq -r ".tests[].status" "$2/lab6/student/result.json" 2>/dev/null
            exit "$status"' - "$kib" "$out" "$folder"
        refute_line fail
        [[ $status == 1 || $output == *pass* ]] || fail "$kib: $status: $output"
    done
}

@test "a fault of the grader is an error, never a failure" {
    copy=$BATS_TEST_TMPDIR/kit
    mkdir -p "$copy/grader/build"
    cp -r solutions labs "$copy/"
    find grader -mindepth 1 -maxdepth 1 ! -name build -exec cp -r -t "$copy/grader" {} +
    echo 'this is no C++' >>"$copy/grader/lab6/harness/init.cu"
    submit
    run "$copy/grader/grade" --device cpu --no-nvcc --output "$out" --only-step 1 "$folder"
    assert_failure 1
    assert_equal "$(status_of step1-fill)" error
    assert_output --partial 'a fault of the grader, not of the submission'
}

# ---- the report ----------------------------------------------------------------------------------

@test "the report keeps to 80 columns, and has colour only when asked" {
    submit
    patch -s -p1 -d "$folder" <build/wrong/lab6/broadcast-divergent-index.patch
    grade --only-step 4 "$folder"
    assert_success
    assert_output --partial '[divergent-index]'
    assert_output --partial 'pending: they need a GPU'
    run awk 'length > 80' <<<"$output"
    assert_output ''
    run grader/report --color always "$out/lab6/student/result.json"
    assert_output --partial $'\e[1;31mFAILED'
    run grader/report "$out/lab6/student/result.json"
    refute_output --partial $'\e['
}

@test "several submissions end with a table" {
    submit
    cp -r "$folder" "$BATS_TEST_TMPDIR/second"
    grade --brief --only-step 1 "$folder" "$BATS_TEST_TMPDIR/second"
    assert_success
    assert_line --regexp '^lab6 +student +12 +0 +12$'
    assert_line --regexp '^lab6 +second +12 +0 +12$'
}

@test "report refuses what is no record" {
    echo '{"schema": "other"}' >"$folder/result.json"
    run grader/report "$folder/result.json"
    assert_failure 1
    assert_output --partial 'not a record'
    run grader/report "$folder/nowhere.json"
    assert_failure 1
    run grader/report
    assert_failure 2
}

@test "a student's text cannot reach the terminal as control characters" {
    jq -n '{schema: "gpu-memory-labs/result/1", lab: "lab6", submission: "x\u001b[2J", device: "cpu",
        device_name: "CPU device", score: 0, pending: 0, possible: 1, seed: 1, notes: ["\u001b]0;x\u0007"],
        tests: [{id: "a", name: "n", step: 1, points: 1, score: 0, status: "fail", message: "m\u001b[31m",
                 diagnosis: null, measured: {}}]}' >"$folder/result.json"
    run grader/report --color never "$folder/result.json"
    assert_success
    refute_output --partial $'\e'
    refute_output --partial $'\a'
}

# ---- the device ----------------------------------------------------------------------------------

@test "what only the CPU device lacks is pending where nvcc takes the file, and a failure where it does not" {
    tool=$BATS_TEST_TMPDIR/toolkit
    mkdir -p "$tool"/{bin,nvvm} "$BATS_TEST_TMPDIR/bin"
    # Not the real one, which is not everywhere: takes every file but those that say REFUSED.
    cat >"$tool/bin/nvcc" <<'NVCC'
#!/bin/bash
for file; do
    if [[ $file == *.cu ]] && grep -q REFUSED "$file"; then echo "$file(1): error: refused" && exit 2; fi
done
[[ $* != *--version* ]] || echo 'a stand-in'
while [[ $1 && $1 != -o ]]; do shift; done
[[ ! $2 ]] || : >"$2"
NVCC
    chmod -R a+rx "$tool"
    ln -s ../toolkit/bin/nvcc "$BATS_TEST_TMPDIR/bin/nvcc"
    tried() {
        PATH=$BATS_TEST_TMPDIR/bin:$PATH run --separate-stderr grader/grade --device cpu --seed 1 --output "$out" \
            --only-step 1 "$folder"
    }
    submit
    sed -i '1i #include <thrust/sort.h>' "$folder/lab6.cu"
    tried
    assert_equal "$(status_of step1-fill)" pending
    [[ $(message_of step1-fill) == 'needs a GPU: nvcc takes lab6.cu. lab6.cu:1:10: '*'thrust/sort.h: the CPU device has no Thrust' ]] ||
        fail "$(message_of step1-fill)"
    sed -i '$a // REFUSED' "$folder/lab6.cu"
    tried
    assert_equal "$(status_of step1-fill)" fail
    grade --only-step 1 "$folder"
    assert_equal "$(status_of step1-fill)" fail
    # A function that nobody thought of: what nvcc takes is CUDA.
    submit
    echo '__device__ unsigned twice(unsigned x) { return __not_known_here(x); }' >>"$folder/lab6.cu"
    tried
    assert_equal "$(status_of step1-fill)" pending
    [[ $(message_of step1-fill) == 'needs a GPU: nvcc takes lab6.cu. '*'__not_known_here'*' was not declared'* ]] || fail "$(message_of step1-fill)"
    grade --only-step 1 "$folder"
    assert_equal "$(status_of step1-fill)" fail
}

@test "a GPU that names itself and runs nothing: --device gpu refuses, auto says so and goes on" {
    command -v nvcc >/dev/null || skip 'nvcc is not installed'
    timeout 20 nvidia-smi >/dev/null 2>&1 && skip 'there is a GPU that works'
    printf '%s\n' '#!/bin/sh' 'case "$*" in *compute_cap*) echo "9.0, Some GPU" ;; *) echo "Some GPU" ;; esac' >"$BATS_TEST_TMPDIR/nvidia-smi"
    chmod +x "$BATS_TEST_TMPDIR/nvidia-smi"
    submit
    PATH=$BATS_TEST_TMPDIR:$PATH run --separate-stderr grader/grade --device gpu --output "$out" "$folder"
    assert_equal "$status" 1
    [[ $stderr == *'Some GPU runs nothing'* ]]
    PATH=$BATS_TEST_TMPDIR:$PATH run --separate-stderr grader/grade --no-nvcc --only-step 1 --output "$out" "$folder"
    assert_success
    [[ $stderr == *'grading on the CPU device: Some GPU runs nothing'* ]]
    assert_equal "$(jq -r .device "$out/lab6/student/result.json")" cpu
}

@test "the rubric by hand: SUBMISSION=FOLDER bats grader/LAB/LAB.bats gives TAP, a name where a test fails, skip where a GPU is needed" {
    local folder=$BATS_TEST_TMPDIR/student
    mkdir -p "$folder"
    cp -r solutions/lab9/. "$folder/"
    patch -s -p1 -d "$folder" <build/wrong/lab9/readout-wrong-address-mode.patch
    # Bats within Bats: without the outer one's variables.
    # shellcheck disable=SC2016 # for the inner shell
    by_hand() { run env -u MAKEFLAGS -u MAKELEVEL bash -c 'unset "${!BATS_@}"; bats --formatter tap "$@"' - "$@"; }
    SUBMISSION=$folder DEVICE=cpu SEED=1 by_hand grader/lab9/lab9.bats
    assert_failure 1
    assert_line '# student: 96 of 100 points, 0 pending; seed 1'
    assert_line --regexp '^not ok 2 step1-reading: '
    assert_line --partial '# fail: [wrong-address-mode] '
    assert_equal "$(grep -c '^ok ' <<<"$output")" 24
    SUBMISSION=solutions/lab10 DEVICE=cpu by_hand -f '^step(4-texture|5-advantage)' grader/lab10/lab10.bats
    assert_success
    SUBMISSION='' by_hand grader/lab9/lab9.bats
    assert_failure 1
    assert_output --partial 'Which submission? Type: SUBMISSION=path/to/handed-in bats grader/lab9/lab9.bats'
    SUBMISSION=/none by_hand grader/lab9/lab9.bats
    assert_failure 1
    assert_output --partial '/none'
}
