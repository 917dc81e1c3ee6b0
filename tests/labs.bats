#!/usr/bin/env bats
# The labs as a student receives them: in step with their source, complete, and honest about what is
# owed; and their own `make check`, which knows nothing of the grader.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    unset DEVICE NVCC MAKEFLAGS MAKELEVEL # what `make test` was told is not for the labs
}

# copy_of labs|solutions LAB: the folder of a copy in which to build, with what it needs beside it.
copy_of() {
    local kit=$BATS_TEST_TMPDIR/kit
    mkdir -p "$kit"
    cp -r "$1/$2" "$kit/$2"
    rm -rf "$kit/$2/build"
    ln -sfn "$PWD/labs/common" "$kit/common"
    ln -sfn "$PWD/labs/cpu" "$kit/cpu"
    printf '%s\n' "$kit/$2"
}

# The labs that are here: lab6 lab7 ...
labs() {
    basename -a solutions/lab*/
}

# compiles_with NVCC LAB: every file of the skeleton, as handed out, and the program of them.
compiles_with() {
    local folder
    folder=$(copy_of labs "$2")
    run make -C "$folder" DEVICE=cpu NVCC="$1"
    assert_success
    run -0 ls "$folder/build/$2"
}

@test "labs/ is what solutions/ gives" {
    run solutions/make-skeletons --check
    assert_success
}

@test "a skeleton that was edited by hand is noticed, and the remedy named" {
    cp -r labs "$BATS_TEST_TMPDIR/labs"
    echo "// edited" >>"$BATS_TEST_TMPDIR/labs/lab7/step3_load.cu"
    run solutions/make-skeletons --check --output "$BATS_TEST_TMPDIR/labs"
    assert_failure 1
    assert_output --partial "step3_load.cu"
    assert_output --partial "make labs"
}

@test "a file that no solution has is noticed too" {
    cp -r labs "$BATS_TEST_TMPDIR/labs"
    echo >"$BATS_TEST_TMPDIR/labs/lab6/left-over.cu"
    run solutions/make-skeletons --check --output "$BATS_TEST_TMPDIR/labs"
    assert_failure 1
    assert_output --partial "left-over.cu"
}

@test "make-skeletons writes what --check accepts, over what was there" {
    mkdir -p "$BATS_TEST_TMPDIR/labs/lab6"
    echo >"$BATS_TEST_TMPDIR/labs/lab6/left-over.cu"
    run -0 solutions/make-skeletons --output "$BATS_TEST_TMPDIR/labs"
    run -0 solutions/make-skeletons --check --output "$BATS_TEST_TMPDIR/labs"
}

@test "bad usage of make-skeletons is named" {
    run solutions/make-skeletons --sideways
    assert_failure 2
    assert_output --partial "unknown option --sideways"
    run solutions/make-skeletons --output
    assert_failure 2
    assert_output --partial "--output needs a folder"
    run solutions/make-skeletons lab99
    assert_failure 2
    assert_output --partial "there is no solutions/lab99"
    run solutions/make-skeletons --help
    assert_success
    assert_output --partial "usage: solutions/make-skeletons"
}

@test "marks that do not match are an error that names the file" {
    cp -r solutions "$BATS_TEST_TMPDIR/solutions"
    echo '#ifndef SKELETON' >>"$BATS_TEST_TMPDIR/solutions/lab6/lab61.cu"
    run "$BATS_TEST_TMPDIR/solutions/make-skeletons" --output "$BATS_TEST_TMPDIR/labs" lab6
    assert_failure
    assert_output --partial "lab61.cu"
}

@test "no mark and no solution is left in a skeleton" {
    run grep -rnE 'SKELETON|#ifdef SOLUTION' labs --include='*.cu' --include='*.cuh' --include='*.h' --include=Makefile \
        --exclude-dir=cpu --exclude-dir=build
    assert_failure 1
}

@test "every step file has a TODO, and every TODO says in words what is owed" {
    local file
    while IFS= read -r file; do
        run grep -L TODO "labs/${file#solutions/}"
        assert_output ""
    done < <(grep -lE 'ifndef SKELETON|ifdef SOLUTION' -r solutions/lab* --exclude-dir=build)
    # The comment that a TODO ends or stands in, or one that ended at most eight lines before it, has at
    # least six words.
    run awk '
        FNR == 1 { finish(); ended = -99 }
        { comment = /^[[:space:]]*(\/\/|#)/ }
        !comment { finish() }
        comment { open = 1; line = $0; sub(/^[[:space:]]*(\/\/|#)/, "", line); count += split(line, words, " ") }
        /TODO/ && comment { todos++; pending = FILENAME ":" FNR }
        /TODO/ && !comment { # behind code, in its own words
            todos++; text = $0; sub(/.*TODO/, "", text)
            if (split(text, words, " ") < 6 && (FNR - ended > 8 || before < 6)) print FILENAME ":" FNR ": " $0
        }
        END { finish(); if (!todos) print "no TODO found" }
        function finish() {
            if (pending && count < 7 && (FNR - ended > 8 || before < 6)) print pending
            if (open && !(pending && count < 7)) { before = count; ended = FNR - 1 }
            pending = ""; open = 0; count = 0
        }
    ' labs/lab*/*.cu labs/lab*/Makefile
    assert_output ""
}

@test "every skeleton compiles with nvcc-cpu as handed out" {
    local lab
    for lab in $(labs); do
        compiles_with "${PWD// /\\ }/labs/cpu/nvcc-cpu" "$lab"
    done
}

# bats test_tags=thorough
@test "every skeleton compiles with nvcc as handed out" {
    local nvcc lab
    nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || skip "nvcc is not installed"
    for lab in $(labs); do
        compiles_with "$nvcc" "$lab"
    done
}

# check LAB_FOLDER [ARGUMENT...]: `make check` there, on the CPU device.
check() {
    run timeout 240 make -C "$1" --no-print-directory DEVICE=cpu check "${@:2}"
}

@test "make check of every solution: every step, every point that can be known without a GPU" {
    local lab
    for lab in $(labs); do
        check "$(copy_of solutions "$lab")"
        assert_success
        refute_line --regexp '^step .*(\[|expected|not begun|waits)'
        assert_line --regexp "^$lab: ([0-9]) of \\1 steps, ([0-9]+) of \\2 points"
    done
}

@test "make check of every skeleton: no step is begun, and nothing is wrong" {
    local lab
    for lab in $(labs); do
        check "$(copy_of labs "$lab")"
        assert_success
        assert_line --regexp "^$lab: 0 of [0-9] steps, 0 of [0-9]+ points"
        assert_line --regexp '^step 1 .*not begun$'
        refute_line --regexp '^step [1-8] .*(\[|expected)'
        refute_output --partial '***'
    done
}

@test "the checks of a lab are the grader's tests, with their points" {
    local lab folder
    for lab in $(labs); do
        folder=$(copy_of solutions "$lab")
        run bash -c 'sed -n "/^static const Check checks/,/^};/p" "$1"/*.cu | grep -oE "\"step[^,]*, [0-9]+, [0-9]+" | tr -d "\"" | sort' - "$folder"
        local mine=$output
        run bash -c "grader/lib/spec_tests $lab | jq -r '\"\(.id), \(.step), \(.points)\"' | sort"
        assert_equal "$mine" "$output"
    done
}

@test "make check STEP=n tries this step, and says when there is no such step" {
    local folder
    folder=$(copy_of solutions lab9)
    check "$folder" STEP=3
    assert_line --regexp '^step 3 '
    refute_line --regexp '^step [1245] '
    assert_line 'lab9, step 3: 15 of 15 points that can be known here'
    check "$folder" STEP=7
    assert_failure
    assert_line 'lab9 has the steps 1 to 5'
}

@test "a call that fails, an exit, a crash or an endless kernel in one step costs no other step" {
    local folder
    folder=$(copy_of solutions lab9)
    sed -i 's|^void plane_weights(.*{|&\n    exit(3);|' "$folder/step5_plane.cu"
    sed -i 's|^int weight_at(.*{|&\n    *(volatile int *)0 = x > 0;|' "$folder/step4_bits.cu"
    sed -i 's|^    for (int i = 0; i < count; i++)|    for (int i = 0; i < count; i += 0)|' "$folder/step3_half.cu"
    check "$folder"
    assert_failure # something is wrong
    assert_line --regexp '^step 1 .*ok$'
    assert_line --regexp '^step 2 .*ok$'
    assert_line --regexp '^step 4 .*host code at .* \(a segmentation fault\): it writes address 0x0, .* the pointer is NULL'
    assert_line --regexp '^step 5 .*exit status 3'
    assert_line --regexp '^step 5 .*read_plane_weights +ok$'
}

@test "a step that does not compile is told by the compiler's words alone, and what to do" {
    local folder
    folder=$(copy_of solutions lab9)
    echo 'int broken( {' >>"$folder/step2_address.cu"
    check "$folder"
    assert_failure
    assert_line --regexp '^step2_address.cu:[0-9]+:[0-9]+: error: '
    assert_line 'Nothing was checked: first mend what the compiler says, from the top.'
    refute_output --partial 'step 1'
}

# What was built of it before is still there.
@test "a file that is gone, or has another name, is named; nothing of an earlier build stands in for it" {
    local folder
    folder=$(copy_of solutions lab9)
    mkdir -p "$folder/build/cpu-check"
    touch "$folder/build/cpu-check/step4_bits.o"
    mv "$folder/step4_bits.cu" "$folder/step4.cu"
    check "$folder"
    assert_failure
    assert_line 'Not here, and among SOURCES in the Makefile: step4_bits.cu'
    assert_line --partial 'Nothing was checked: give each file its name again'
    run make -C "$folder" DEVICE=cpu
    assert_failure
    assert_output --partial "No rule to make target 'step4_bits.cu'"
}

# One planted mistake of each kind that was once green here and cost points; tests/check-finds takes the
# others as well, of all labs.
@test "make check finds what the grader takes points for" {
    local lab=lab6 name wanted
    while read -r lab name wanted; do
        run tests/check-finds "$lab/$name"
        assert_success
        assert_output --partial "$wanted"
    done <<'END'
lab6 broadcast-divergent-index [divergent-index]
lab6 test-copied-after-launch [copied-after-launch]
lab7 csv-fixed-decimals [digits-lost]
END
}

@test "make check names what was never written by all of it, not by its first element" {
    local folder
    folder=$(copy_of solutions lab6)
    sed -i 's/blockIdx\.x \* blockDim\.x + threadIdx\.x/threadIdx.x/; s/threadIdx\.x + blockIdx\.x \* blockDim\.x/threadIdx.x/' "$folder/lab6.cu"
    check "$folder" STEP=2
    assert_output --partial '[first-block-only]'
    refute_output --partial '[last-block-dropped]'
}

@test "lab 6 without -rdc=true is explained when it happens" {
    local folder
    folder=$(copy_of solutions lab6)
    sed -i 's/-rdc=true//' "$folder/Makefile"
    check "$folder" STEP=3
    assert_output --partial "two arrays"
    assert_output --partial "-rdc=true"
    assert_output --partial "[no-rdc]"
}

@test "each device has its own program: what was built for the other one is not run" {
    local folder
    folder=$(copy_of solutions lab9)
    make -s -C "$folder" DEVICE=gpu NVCC="${PWD// /\\ }/labs/cpu/nvcc-cpu" ARCH=
    touch -r "$folder/build/gpu/lab9" "$BATS_TEST_TMPDIR/then"
    make -s -C "$folder" DEVICE=cpu
    assert [ "$folder/build/gpu/lab9" -ot "$folder/build/cpu/lab9" ]
    run -0 cmp "$folder/build/lab9" "$folder/build/cpu/lab9"
    make -s -C "$folder" DEVICE=gpu NVCC="${PWD// /\\ }/labs/cpu/nvcc-cpu" ARCH=
    assert [ ! "$folder/build/gpu/lab9" -nt "$BATS_TEST_TMPDIR/then" ]
    run -0 cmp "$folder/build/lab9" "$folder/build/gpu/lab9"
}

@test "every step of every lab has three hints, and none is a line of the solution" {
    local lab steps
    for lab in $(labs); do
        steps=$(grader/lib/spec_tests "$lab" | jq -s 'map(.step) | max')
        run awk '/^step /{ step = $2; if (step != ++steps) print "step " step " is out of order"; n = 0; next }
                 /^$/ { next }
                 { if (substr($0, 1, 3) != ++n ". " || n > 3) print; all++ }
                 END { print steps, all }' "solutions/$lab/hints.txt"
        assert_output "$steps $((3 * steps))"
        # What the solution has and the skeleton has not, as pieces of code: none stands in a hint.
        run bash -c 'cat "$1"/*.cu | unifdef -t -DSOLUTION -USKELETON | tr ";{}" "\n" | sed "s,//.*,,;s/^[[:space:]]*//;s/[[:space:]]*$//" |
            grep -E ".{14}" | sort -u | comm -23 - <(cat "$2"/*.cu | tr ";{}" "\n" | sed "s/^[[:space:]]*//;s/[[:space:]]*$//" | sort -u) |
            grep -vE "^#|^else" | grep -oFf - "$1/hints.txt"' - "solutions/$lab" "labs/$lab"
        assert_output ''
    done
}

@test "make hint says more each time, and which steps there are" {
    local folder
    folder=$(copy_of labs lab7)
    run make -s -C "$folder" hint STEP=3
    assert_line --partial "extent counts texels"
    assert_line --partial "hint 1 of 3"
    run make -s -C "$folder" hint STEP=3
    assert_line --partial "hint 2 of 3"
    run make -s -C "$folder" hint STEP=3 HINT=1
    assert_line --partial "hint 1 of 3"
    run make -s -C "$folder" hint STEP=9
    assert_failure
    assert_line 'Which step? make hint STEP=n, with n one of: 1 2 3 4 5 6 7 8 '
}

@test "every name that a check prints is explained" {
    local name missing=''
    while IFS= read -r name; do
        grep -qF "\`$name\`" handouts/lab*/README.md labs/cpu/FINDINGS.md || missing+=" $name"
    done < <(
        tr -d '\n' <<<"$(cat solutions/lab*/{main,lab?,lab1?}.cu labs/common/selftest.h 2>/dev/null)" |
            grep -oE 'mistake\([^;]*;' | sed 's/,.*//' | grep -oE '"[a-z]+(-[a-z]+)*"' | tr -d '"' | sort -u
        # and what findings of the checker's are named
        sed -n '/FindingName>* *[a-z_]*\(\[\]\)* = {/,/^};/s/.*, "\([a-z-]\+\)"},.*/\1/p' solutions/lab*/*.cu labs/common/selftest.h
    )
    assert_equal "$missing" ''
}

@test "make submit packs what grader/grade takes, and announces its marks" {
    local folder
    folder=$(copy_of solutions lab9)
    cp labs/lab9/step5_plane.cu "$folder/"
    echo notes >"$folder/notes.txt"
    run make -s -C "$folder" DEVICE=cpu submit
    assert_failure
    assert_line --partial 'make submit NAME='
    run sh labs/common/submit.sh lab9 '' "$folder" lab9
    assert_failure 2
    run make -s -C "$folder" DEVICE=cpu submit NAME=ada
    assert_success
    assert_line 'left out: ./notes.txt (no source)'
    assert_line 'lab9: 4 of 5 steps, 75 of 100 points that can be known here'
    mkdir "$BATS_TEST_TMPDIR/in"
    tar -xzf "$folder/lab9-ada.tar.gz" -C "$BATS_TEST_TMPDIR/in"
    run diff -r -x build -x hints.txt -x questions.txt -x notes.txt -x '*.tar.gz' "$folder" "$BATS_TEST_TMPDIR/in/lab9-ada"
    assert_success
    run -0 grader/grade --lab lab9 --device cpu --no-nvcc --brief --output "$BATS_TEST_TMPDIR/out" "$folder/lab9-ada.tar.gz"
    run -0 jq -s '.[0].tests | map(select(.status == "pass").points) | add' "$BATS_TEST_TMPDIR/out/lab9/lab9-ada.tar.gz/result.json"
    assert_output 75
}

@test "make watch checks again at each save, and says what to install where entr is missing" {
    local folder
    command -v entr >/dev/null || skip 'entr is not installed: make setup'
    folder=$(copy_of labs lab9)
    check "$folder" STEP=3
    # entr wants a terminal to read keys from.
    timeout 400 script -qec "make -s -C '$folder' DEVICE=cpu STEP=3 watch" /dev/null >"$BATS_TEST_TMPDIR/screen" 2>&1 3>&- &
    local watch=$! before
    for ((i = 0; i < 1200; i++)); do # a busy machine takes its time
        ! grep -q 'points that can be known' "$BATS_TEST_TMPDIR/screen" || break
        sleep 0.1
    done
    before=$(grep -c 'points that can be known' "$BATS_TEST_TMPDIR/screen")
    echo 'int broken( {' >>"$folder/step3_half.cu"
    for ((i = 0; i < 1200; i++)); do
        ! grep -q 'Nothing was checked' "$BATS_TEST_TMPDIR/screen" || break
        sleep 0.1
    done
    kill "$watch"
    assert [ "$before" -gt 0 ]
    run -0 grep -c 'Nothing was checked' "$BATS_TEST_TMPDIR/screen"
    mkdir "$BATS_TEST_TMPDIR/bin"
    ln -s "$(command -v sh)" "$(command -v echo)" "$BATS_TEST_TMPDIR/bin/"
    PATH=$BATS_TEST_TMPDIR/bin run sh labs/common/watch.sh
    assert_failure 1
    assert_line --partial 'sudo apt install entr'
}

@test "times on the CPU device are said to be the processor's, in the table itself" {
    local folder
    folder=$(copy_of solutions lab6)
    run make -s -C "$folder" DEVICE=cpu run ARGS=1000
    assert_success
    assert_line --regexp '^1000 elements, blocks of 128 threads, time of one launch  \(CPU device: '
    assert_line --regexp '^  gTestCM +[0-9.]+ ms$'
}

@test "a kernel that is not written has no time: labs 6 and 11" {
    local lab folder
    for lab in lab6 lab11; do
        folder=$(copy_of labs "$lab")
        run -0 make -s -C "$folder" DEVICE=cpu run ARGS=1000
        assert_line --partial ' no time: it writes nothing yet'
        refute_output --regexp '[0-9] ms'
    done
}

@test "make in labs/ says in ten lines what to type" {
    run make -s -C labs
    assert_success
    assert [ "${#lines[@]}" -le 10 ]
    assert_line --partial 'make check'
}

@test "flags that change build the program again" {
    local folder
    folder=$(copy_of solutions lab6)
    run -0 make -C "$folder" DEVICE=cpu
    run -0 make -C "$folder" DEVICE=cpu
    refute_output --partial "lab62.cu"
    run -0 make -C "$folder" DEVICE=cpu DEFS=-DTABLE_SIZE=32
    assert_output --partial "lab62.cu"
}

@test "an unknown DEVICE is an error that names the two there are" {
    run make -C "$(copy_of labs lab6)" DEVICE=tpu
    assert_failure
    assert_output --partial "it can be gpu or cpu"
}

@test "the programs name their usage when it is wrong" {
    local lab folder
    for lab in lab6 lab7; do
        folder=$(copy_of solutions "$lab")
        run -0 make -C "$folder" DEVICE=cpu
        run "$folder/build/$lab" one two three
        assert_failure 2
        assert_output --partial "usage: $lab"
    done
}

@test "lab 7 compares, prints its tables and writes the CSV that the handout plots" {
    local folder
    folder=$(copy_of solutions lab7)
    run -0 make -C "$folder" DEVICE=cpu DEFS="-DCOEF=8"
    cd "$folder" || return
    run -0 timeout 120 build/lab7 table out.csv
    assert_output --partial "The grid refined"
    assert_output --partial "More work per vertex"
    run -0 head -n 1 out.csv
    assert_output "size,radii,exact,hardware,software,hardware_error,software_error,hardware_ms,software_ms,ratio"
    # Both ways come close to the exact integral on the finest grid.
    # shellcheck disable=SC2016 # awk's $
    run -0 awk -F, '$1 == 128 && $6 < 0.01 && $7 < 0.01 { good = 1 } END { print good + 0 }' out.csv
    assert_output 1
    run build/lab7 table /nonexistent/out.csv
    assert_failure 1
    assert_output --partial "cannot write /nonexistent/out.csv"
}
