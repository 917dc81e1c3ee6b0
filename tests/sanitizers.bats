#!/usr/bin/env bats
# The kit's own C, built with AddressSanitizer and UndefinedBehaviorSanitizer, at its daily work: a kit of
# its own in which judges, box, calls, intake, admit, driver, translator, the profiler's printing and the timing
# harness are built so grades steps of the references and planted mistakes. What a sanitizer finds ends the tool
# with status 99, which no tool of ours uses: the grading that needed it has no verdict then.
# (All checks of all judges on any numbers: fuzz_readers.bats.)

# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"
load kit_copy

# build FOLDER MAKE-ARGUMENTS...: anew, with the sanitizers.
build() {
    make -s -C "$kit/$1" CC=gcc \
        SANITIZE="-O1 -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -include $sanitize" "${@:2}"
}

setup_file() {
    export kit=$BATS_FILE_TMPDIR/kit repo sanitize part
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    copy_kit "$kit"
    mkdir "$kit/tests"
    cp "$repo"/tests/{mistake,planted,valid_record,sanitize.h,intake.bats,admit.bats} "$kit/tests/"
    cp -r "$repo"/tests/lab* "$repo"/tests/cheats "$kit/tests/"
    sanitize=$BATS_FILE_TMPDIR/sanitize.h # the folder may have blanks, an option of make's may not
    ln -s "$kit/tests/sanitize.h" "$sanitize"
    # A sanitizer takes more addresses than our own programs may.
    sed -i "s/ulimit -v 4000000 -t 30/ulimit -t 30/" "$kit/grader/lib/common.bash"
    rm -rf "$kit"/grader/{admit,box,calls,intake,judge,profiler,timing}/build
    for part in admit box calls intake judge profiler; do build "grader/$part"; done
    build grader/timing build/decide
    # The libraries are part of students' programs, and stay as they are.
    rm -r "$kit"/labs/cpu/build/{translate,driver,plain/translate,plain/driver}
    build labs/cpu -o build/libcpudev.a -o build/libcpudev-check.a
}

setup() { cd "$BATS_TEST_TMPDIR" || return; }

# reference LAB STEP: nothing of it fails, and nothing is without a verdict.
reference() {
    run "$kit/grader/grade" --device cpu --no-nvcc --jobs 1 --seed 3 --brief --lab "$1" --only-step "$2" \
        --output results "$kit/solutions/$1"
    assert_success
    run jq -r '.tests[] | select(.status != "pass" and .status != "pending") | "\(.id) \(.status) \(.message)"' \
        "results/$1/$1/result.json"
    assert_output ''
    run jq '.tests | length' "results/$1/$1/result.json"
    refute_output 0
}

mistakes() {
    run "$kit/tests/mistake" "$@"
    assert_success
}

@test "sanitizers: a finding ends a tool with status 99" {
    echo 'int main(int argc, char **argv) { char small[4] = ""; return small[argc + 3] + (argv == 0); }' >bounds.c
    echo '#include <limits.h>' >overflow.c
    echo 'int main(int argc, char **argv) { volatile int big = INT_MAX; big += argc; return big == 3 && argv; }' >>overflow.c
    local name
    for name in bounds overflow; do
        gcc -fsanitize=address,undefined -fno-sanitize-recover=undefined -include "$sanitize" "$name.c" -o "$name"
        run -99 "./$name"
    done
    run readelf --dyn-syms --wide "$kit"/grader/{admit/build/admit,box/build/box,calls/build/calls,intake/build/intake} \
        "$kit"/grader/{judge/build/judge-lab6,profiler/build/print,timing/build/decide} \
        "$kit"/labs/cpu/build/{driver,translate}
    assert_equal "$(grep -c '__asan_init' <<<"$output")" 9
}

@test "sanitizers: gradings of lab 6" {
    reference lab6 1,3
    mistakes lab6/init-count-instead-of-bytes
}
@test "sanitizers: gradings of lab 7" { reference lab7 2; }
@test "sanitizers: gradings of lab 8" { reference lab8 3; }
@test "sanitizers: gradings of lab 9" {
    reference lab9 4
    mistakes lab9/readout-wrong-address-mode
}
@test "sanitizers: gradings of lab 10" { reference lab10 3; }

# boxed STATUS [OPTION]... COMMAND: a run of the box in the folder work ends so.
boxed() {
    run "$kit/grader/run_student" --wall 3 --cpu 1 --memory 64 --processes 16 --output-limit 64 --file-limit 8 \
        --files 50 --work work --stdout out --stderr err --report report.json "${@:2:$#-2}" -- bash -c "${!#}"
    assert_success
    run jq -r .status report.json
    assert_output "$1"
}

# shellcheck disable=SC2016 # for the shell that forgets what this Bats told its children
# tests NAME: the tests of tests/NAME.bats, in the kit built so.
tests() {
    run env -u MAKEFLAGS -u MAKELEVEL bash -c 'unset "${!BATS_@}"; bats --formatter tap "$1"' - "$kit/tests/$1.bats"
    assert_success
    assert_line --regexp '^ok [0-9]+ '
}
@test "sanitizers: the way in, on all that its tests hand in" { tests intake; }
@test "sanitizers: the reading of objects, on those of its tests" { tests admit; }

# shellcheck disable=SC2016 # a program for the box
@test "sanitizers: the box, with each of its ends" {
    mkdir work
    boxed ok 'echo one; echo two >&2; mkdir d; echo 3 >d/e; ln -s /etc/passwd link; mkfifo pipe'
    run jq -r '.dropped | sort | join(", ")' report.json
    assert_output 'link (symbolic link), pipe (named pipe)'
    boxed exit --env A=b --bind-ro "$kit/solutions" '[[ $A == b ]] && exit 7'
    boxed signal 'kill -SEGV $$'
    boxed cpu --wall 60 --cpu 0.3 'for ((;;)); do :; done'
    boxed wall --wall 0.3 'sleep 9'
    boxed output 'yes'
    boxed memory 'a=$(head -c 100M /dev/zero | tr "\0" a); echo ${#a}'
    boxed processes 'for i in {1..40}; do sleep 2 & done; wait'
    boxed files 'head -c 20M /dev/zero >big'
    boxed files 'for i in {1..99}; do : >"file$i"; done'
    boxed ok --no-sandbox 'true'
    boxed wall --no-sandbox --wall 0.3 'sleep 9'
}

@test "sanitizers: the translator on all programs of the kit, the driver" {
    local file how=--plain
    mkdir out
    # In turn with the local arrays' red zones and without, as the driver asks for both.
    while IFS= read -r file; do
        if [[ $how ]]; then how=; else how=--plain; fi
        # shellcheck disable=SC2086 # no word or one
        run "$kit/labs/cpu/build/translate" --rdc --check $how -I "$repo/labs/common" --system "$repo/labs/cpu/include" \
            --output out -- "$file"
        [[ $status -le 1 ]] || fail "status $status for $file: $output"
    done < <(find "$repo/tests/conformance" "$repo/labs" "$repo/solutions" -name '*.cu' ! -path '*/build/*')
    echo 'int main() { return 0; }' >a.cu
    run "$kit/labs/cpu/nvcc-cpu" --check -O2 -arch=sm_90 -Xcompiler -Wall,-Wextra -DWORDS='"b c"' -o a a.cu
    assert_success
    run ./a
    assert_success
    run -2 "$kit/labs/cpu/nvcc-cpu" --chek a.cu
    assert_output --partial "'--check'"
    echo 'int main() { return' >b.cu
    run -1 "$kit/labs/cpu/nvcc-cpu" -c b.cu
    run "$kit/labs/cpu/nvcc-cpu" --help
    assert_success
}

@test "sanitizers: the profiler's tables, the same as without" {
    make -s -C "$repo/grader/profiler" build/print
    local trace form
    for trace in "$repo"/tests/records/profiler/*.trace; do
        for form in '' --trace --csv '--csv --trace' --json; do
            # shellcheck disable=SC2086 # no word, one or two
            assert_equal "$("$kit/grader/profiler/build/print" $form "$trace" 2>&1; echo " $?")" \
                "$("$repo/grader/profiler/build/print" $form "$trace" 2>&1; echo " $?")"
        done
    done
}

@test "sanitizers: verdicts on recorded times" {
    make -s -C "$repo/grader/timing" build/decide
    local record
    for record in "$repo"/tests/records/timing/*; do
        head -n 40 "$record" >lines
        for options in '--at-most 1.05' '--at-least 1.05' '--two --at-most 1.1'; do
            # shellcheck disable=SC2086 # two words or three
            run "$kit/grader/timing/build/decide" --scale 1e-6 $options <lines
            refute [ "$status" = 99 ]
        done
    done
}

@test "sanitizers: the timing harness, where there is no GPU" {
    [[ -e ${CUDA_HOME:-/usr/local/cuda}/include/cuda.h ]] || skip 'no cuda.h on this machine: the harness is not built'
    build grader/timing build/timing
    local timing=$kit/grader/timing/build/timing job
    run "$timing" --help
    assert_success
    run -2 "$timing" --rounds x
    run -2 "$timing" --frob
    # Without a GPU's driver all ends before a kernel is loaded, with the reason.
    run env CUDA_VISIBLE_DEVICES= "$timing" --ping --trusted /dev/null
    assert_failure 3
    for job in "$repo"/grader/lab*/timing/*.json; do
        jq -r -f "$repo/grader/timing/job.jq" "$job" >lines 2>/dev/null || : >lines
        run env CUDA_VISIBLE_DEVICES= "$timing" --job lines --threshold 1.1 --student /dev/null --reference /dev/null --trusted /dev/null
        assert_failure 3
        jq -e '.verdict == "error"' <<<"$output"
    done
    run "$timing" --job "$BATS_TEST_FILENAME" --student /dev/null --reference /dev/null --trusted /dev/null
    assert_failure 3
}
