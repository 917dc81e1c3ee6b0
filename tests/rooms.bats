#!/usr/bin/env bats
# A lab is the folder of its name, in solutions/, labs/, grader/, handouts/ and tests/. The rooms of the CPU device
# (labs/cpu/translate, runtime, check, texture) know each other by their doors alone, and the arrows go one way.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
}

# Files and what they include with quotes, as paths from FOLDER: "check/host.c check/checker.h".
arrows() { # FOLDER
    (
        cd "$1" || exit
        grep -Ho '^#include "[^"]*"' {translate,runtime,check,texture}/*.[ch] | tr -d '"' |
            while IFS=: read -r file include; do
                include=${include#\#include }
                [[ -e ${file%/*}/$include ]] && include=${file%/*}/$include
                printf '%s %s\n' "$file" "$include"
            done
    )
}

# Those that the plan of the house does not allow. ROOM/ stands for every file in it; what students
# include (include/cpu_device) is open to the libraries' rooms.
forbidden() { # FOLDER
    arrows "$1" | grep -vE \
        -e '^translate/[^ ]+ translate/' \
        -e '^texture/[^ ]+ texture/' \
        -e '^runtime/runtime\.h cpu_device/' \
        -e '^runtime/([^r]|r[^u]|runtime[^.])[^ ]* (runtime/|cpu_device/|check/check\.h$|texture/unit\.h$)' \
        -e '^check/check\.h runtime/runtime\.h$' \
        -e '^check/(checker\.h|[^ ]+\.c|(cells|local|profile_table|requests|sanitizer)\.h) (check/|cpu_device/|runtime/runtime\.h$)'
}

@test "no file of the CPU device includes past a door or against an arrow" {
    [[ $(arrows "$repo/labs/cpu" | wc -l) -gt 50 ]] # it does read the files
    run forbidden "$repo/labs/cpu"
    refute_output
}

@test "an include past a door is found" {
    mkdir "$BATS_TEST_TMPDIR/cpu"
    cp -r "$repo"/labs/cpu/{translate,runtime,check,texture} "$BATS_TEST_TMPDIR/cpu"
    cd "$BATS_TEST_TMPDIR/cpu"
    local wrong
    for wrong in 'check/host.c runtime/core.h' 'check/check.h runtime/core.h' 'texture/unit.c runtime/runtime.h' \
        'runtime/runtime.h check/check.h' 'runtime/block.c check/checker.h' 'runtime/runtime.h runtime/core.h' \
        'translate/main.c runtime/runtime.h' 'runtime/array.c texture/filter.h'; do
        cp "${wrong% *}" kept
        printf '#include "%s"\n' "${wrong#* }" >>"${wrong% *}"
        run forbidden .
        assert_output "$wrong"
        mv kept "${wrong% *}"
    done
}

@test "each door begins with what the room does and what it may use" {
    local door
    for door in runtime/runtime.h check/check.h texture/unit.h; do
        run head -n 4 "$repo/labs/cpu/$door"
        assert_line --regexp "^/\* ${door#*/} - .*[a-z]"
    done
}

@test "a header that lists the files of its part lists them all, and no other" {
    local door
    for door in grader/admit/admit.h grader/box/box.h grader/calls/calls.h labs/cpu/check/checker.h labs/cpu/driver/driver.h; do
        assert_equal "$(sed '/\*\//q' "$repo/$door" | grep -oE '^ \*  *[a-z_]+\.c ' | grep -oE '[a-z_.]+' | sort)" \
            "$(find "$repo/${door%/*}" -maxdepth 1 -name '*.c' -printf '%f\n' | sort)"
    done
}

@test "no file of the box or of admit uses its main.c" {
    local part
    for part in box admit; do
        gcc -std=c11 -c -o "$BATS_TEST_TMPDIR/$part.o" "$repo/grader/$part/main.c"
        run nm --defined-only --extern-only --format=just-symbols "$BATS_TEST_TMPDIR/$part.o"
        assert_output main
    done
}

@test "the texture unit and the checkless runtime link without the rooms they do not know" {
    make -s -C "$repo/labs/cpu"
    # Its files may use each other: what the room as a whole leaves undefined counts.
    ld -r -o "$BATS_TEST_TMPDIR/texture.o" "$repo"/labs/cpu/build/plain/texture/*.o
    run nm -u "$BATS_TEST_TMPDIR/texture.o"
    assert_success
    refute_output --regexp 'cpudev_|check_'
    run nm -u "$repo"/labs/cpu/build/plain/runtime/*.o
    refute_output --regexp 'check_|cpudev_hook'
}

@test "no function of the grader takes the name of another that is sourced with it" {
    local script
    for script in grade class compare doctor lib/stage lib/submission lib/plan batch/one batch/remark_one batch/settle_one; do
        run bash -c 'cd "$1" && { cat "$2"; grep -oP "^source \"[^\"]*/\K[a-z_]+\.bash" "$2" | while read -r part; do cat */"$part" ../labs/common/"$part" 2>/dev/null; done; } |
            grep -oE "^[a-z_0-9]+\(\)" | sort | uniq -d' _ "$repo/grader" "$script"
        assert_output ''
    done
}

# A room is whole: what a lab needs to be graded, tested and read is in its five folders.
@test "each lab has its five folders, and what they must hold" {
    local lab missing=()
    for lab in "$repo"/solutions/lab*/; do
        lab=$(basename "$lab")
        for part in "labs/$lab/Makefile" "grader/$lab/$lab.bats" "grader/$lab/plan.bash" "grader/$lab/harness" "grader/$lab/judge/$lab.c" \
            "handouts/$lab/README.md" "tests/$lab/wrong" "tests/$lab/right"; do
            [[ -e $repo/$part ]] || missing+=("$part")
        done
    done
    assert_equal "${missing[*]}" ''
}

# What is outside the five folders and carries the name of a lab in its own.
strangers() { # of the list of files at standard input
    grep -vE '^(solutions|labs|grader|handouts|tests)/lab[0-9]+/' | grep -E '(^|[^a-z])lab[0-9]+([^0-9]|$)'
}

@test "no file outside a lab's five folders has the lab in its name, and one that has is found" {
    run bash -c "cd '$repo' && git ls-files"
    assert_success
    run strangers <<<"$output"
    assert_output ''
    run strangers <<<$'grader/harness/lab7/a.cu\ngrader/lab7/harness/a.cu\ntests/lab10.bats\nlabs/cpu/label.c'
    assert_output $'grader/harness/lab7/a.cu\ntests/lab10.bats'
}

# Includes, and what a script reads, of one lab in another's folder; and of a lab in the judge's engine and the harnesses all share.
neighbours() { # FOLDER
    (
        cd "$1" || exit
        for folder in grader/lab*/; do
            lab=$(basename "$folder")
            grep -rnoE '"[^"]*lab[0-9]+[/_][^"]*"' "$folder" --include='*.[ch]' --include='*.cu' | grep -vE ":\"(\.\./)*${lab}[/_]" || true
        done
        grep -rnE '#include "[^"]*lab[0-9]' grader/judge grader/harness --include='*.[ch]' || true
    )
}

@test "no lab's judge or harness includes another lab's, and the engine includes none" {
    run neighbours "$repo"
    assert_output ''
    mkdir -p "$BATS_TEST_TMPDIR/kit/grader/"{lab1/judge,lab2/judge,judge,harness}
    echo '#include "../../lab2/judge/a.h"' >"$BATS_TEST_TMPDIR/kit/grader/lab1/judge/a.c"
    echo '#include "../lab1/judge/a.h"' >"$BATS_TEST_TMPDIR/kit/grader/judge/run.c"
    run neighbours "$BATS_TEST_TMPDIR/kit"
    assert_line --partial 'grader/lab1/judge/a.c:1:'
    assert_line --partial 'grader/judge/run.c:1:'
}
