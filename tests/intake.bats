#!/usr/bin/env bats
# The way in: a submission is read by descriptor, whatever it is or becomes while it is read, and nothing of
# its names reaches a terminal.
# shellcheck disable=SC2154,SC1083,SC2016 # run sets stderr; lists of odd names; text of scripts

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    make -s -C grader/intake
    intake=$PWD/grader/intake/build/intake
    folder=$BATS_TEST_TMPDIR/student
    into=$BATS_TEST_TMPDIR/into
    mkdir "$folder" "$into"
}

taken() { (cd "$into" && find . -type f -printf '%P\n' | LC_ALL=C sort | paste -sd' '); }

# take [SUB]: intake take; what it says of files that are left out in $output.
take() { run timeout 20 "$intake" take "$folder" "${1:-.}" "$into"; }

# others FILE: gives it to somebody else.
others() { ((EUID == 0)) && chown 4321 "$@"; }

@test "sources are taken with their folders, nothing else, and end up as ours and readable" {
    mkdir -p "$folder"/{tools,build,.git,deep/a/b/c}
    touch "$folder"/{lab6.cu,tools/two.h,Makefile,essay.txt,lab6.o,build/lab6.cu,.hidden.cu,.git/x.h,deep/a/b/c/far.h,deep/a/near.h}
    chmod 600 "$folder/lab6.cu"
    take
    assert_success
    assert_output ''
    assert_equal "$(taken)" 'Makefile deep/a/near.h lab6.cu tools/two.h'
    assert_equal "$(stat -c '%a %u' "$into/lab6.cu")" "644 $EUID"
    run "$intake" list "$folder"
    assert_success
    run bash -c '"$1" list "$2" | tr "\0" ","' - "$intake" "$folder"
    assert_output --partial 'f deep/a/b/c/far.h,f deep/a/near.h,f essay.txt,f lab6.cu'
}

@test "what was predicted is taken, where the sources lie and nowhere else, and no link in its place" {
    mkdir "$folder/deep"
    touch "$folder/lab6.cu" "$folder/deep/predictions.txt"
    echo 'why = 4' >"$folder/predictions.txt"
    take
    assert_success
    assert_output ''
    assert_equal "$(taken)" 'lab6.cu predictions.txt'
    rm "$folder/predictions.txt" "$into/predictions.txt" "$into/lab6.cu"
    ln -s /etc/passwd "$folder/predictions.txt"
    take
    assert_output 'predictions.txt: left out, it is a symbolic link; hand in the file itself'
    assert_equal "$(taken)" lab6.cu
}

@test "a pipe, a socket, a link, a device and a folder in place of a source are left out at once" {
    mkfifo "$folder/pipe.cu"
    ln -s /etc/passwd "$folder/link.cu"
    mkdir "$folder/folder.cu"
    perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => shift, Listen => 1)' "$folder/socket.cu"
    if ((EUID == 0)); then mknod "$folder/device.cu" c 1 5; fi
    take
    assert_success
    assert_line 'link.cu: left out, it is a symbolic link; hand in the file itself'
    assert_line 'pipe.cu: left out, it is not a regular file'
    assert_line 'socket.cu: left out, it is not a regular file'
    if ((EUID == 0)); then assert_line 'device.cu: left out, it is not a regular file'; fi
    assert_equal "$(taken)" ''
}

@test "a folder with the name of a source takes no source's place" {
    mkdir -p "$folder"/{harness.h,main.cu/deep,a/Makefile,v1.0}
    touch "$folder"/{harness.h/x.h,main.cu/deep/y.h,a/Makefile/z.h,v1.0/w.h}
    take
    assert_success
    for name in harness.h/x.h main.cu/deep/y.h a/Makefile/z.h; do
        assert_line "$name: left out, its folder has the name of a source; rename that"
    done
    assert_equal "$(taken)" v1.0/w.h
}

@test "names with a newline, control characters, a colon, a blank, a dash or no UTF-8 are left out in plain words" {
    touch "$folder"/{$'a\nb.cu',$'\e[2Jc.h','d:e.cu','f g.cu','-h.cu',$'\xff.cu',$'\u202etxt.cu',$'\u009bm.h','größe.h'}
    take
    assert_success
    refute_output --regexp $'[\x01-\x09\x0b-\x1f\x7f]'
    refute_output --partial $'\u009b'
    refute_output --partial $'\u202e'
    assert_line 'a?b.cu: left out, rename it (blanks and special characters)'
    assert_line '?[2Jc.h: left out, rename it (blanks and special characters)'
    assert_line 'd:e.cu: left out, rename it (blanks and special characters)'
    assert_line '?.cu: left out, rename it (blanks and special characters)'
    assert_equal "${#lines[@]}" 8
    assert_equal "$(taken)" 'größe.h'
}

@test "size, sum and number have limits, and a folder without end is no submission" {
    head -c 1048576 /dev/zero >"$folder/most.h"
    head -c 1048577 /dev/zero >"$folder/more.h"
    truncate -s 1T "$folder/sparse.h"
    local i
    for i in {1..17}; do cp "$folder/most.h" "$folder/x$i.h"; done
    take
    assert_success
    assert_line 'more.h: left out, 1024 KiB is more than the 1024 KiB a source may have'
    assert_line 'sparse.h: left out, 1073741824 KiB is more than the 1024 KiB a source may have'
    assert_line --partial 'the sources before it have 16 MiB already'
    assert_equal "$(du -sm "$into" | cut -f1)" 17
    mkdir "$folder/many"
    (cd "$folder/many" && seq 6000 | xargs touch)
    run "$intake" list "$folder"
    assert_failure 1
    assert_output --partial 'more than 5000 files and folders'
    rm -rf "$folder/many"
    mkdir -p "$folder/$(printf 'a/%.0s' {1..300})"
    run "$intake" list "$folder"
    assert_success
}

@test "as root it reads as the one who hands in, and takes no other user's file by a hard link" {
    ((EUID == 0)) || skip 'needs root'
    others "$folder"
    echo mine >"$folder/mine.h"
    echo secret >"$folder/closed.h"
    echo another >"$BATS_TEST_TMPDIR/another"
    chmod 644 "$BATS_TEST_TMPDIR/another"
    others "$folder/mine.h"
    chmod 600 "$folder/closed.h"
    ln "$BATS_TEST_TMPDIR/another" "$folder/hard.h"
    mkdir -m 700 "$folder/roots"
    echo secret >"$folder/roots/deep.h"
    take
    assert_success
    assert_line 'closed.h: left out, it cannot be read (permissions)'
    assert_line "hard.h: left out, it is another user's file, by a hard link; hand in a copy"
    assert_line 'A folder of the submission cannot be read (permissions): what is in it is left out'
    assert_equal "$(taken)" mine.h
}

@test "a folder that is a link is no submission, nor is a way through one" {
    mkdir "$BATS_TEST_TMPDIR/other"
    echo theirs >"$BATS_TEST_TMPDIR/other/lab6.cu"
    ln -s ../other "$folder/inner"
    ln -s other "$BATS_TEST_TMPDIR/bob"
    take inner
    assert_failure 1
    run "$intake" list "$BATS_TEST_TMPDIR/bob"
    assert_failure 1
    assert_output 'a symbolic link, and no folder; give the folder itself.'
    take ../other
    assert_failure 1
    take
    assert_success
    assert_equal "$(taken)" ''
}

@test "files and folders that change all the while: never one that is not theirs, never half of one, no waiting" {
    mkdir "$BATS_TEST_TMPDIR/other" "$folder/sub"
    yes SECRET | head -c 100000 >"$BATS_TEST_TMPDIR/other/a.h"
    head -c 100000 /dev/zero | tr '\0' x >"$folder/sub/a.h"
    cp "$folder/sub/a.h" "$BATS_TEST_TMPDIR/x"
    head -c 50000 /dev/zero | tr '\0' y >"$BATS_TEST_TMPDIR/y"
    (
        cd "$folder" || exit
        mkfifo pipe
        while [[ ! -e $BATS_TEST_TMPDIR/stop ]]; do
            mv -T sub kept && ln -s ../other sub && rm sub && mv -T kept sub
            mv sub/a.h b && ln -s ../../other/a.h sub/a.h && mv -T b sub/a.h
            mv sub/a.h b && ln pipe sub/a.h && mv -T b sub/a.h
            cat "$BATS_TEST_TMPDIR/y" >sub/a.h
            cat "$BATS_TEST_TMPDIR/x" >sub/a.h
        done
    ) 2>/dev/null 3>&- &
    local changer=$! i
    for i in {1..40}; do
        rm -rf "$into"
        mkdir "$into"
        take
        [[ $status == [01] ]] || echo "status $status: $output" >>"$BATS_TEST_TMPDIR/odd"
        if [[ -e $into/sub/a.h ]]; then
            cmp -s "$into/sub/a.h" "$BATS_TEST_TMPDIR/x" || cmp -s "$into/sub/a.h" "$BATS_TEST_TMPDIR/y" ||
                [[ ! -s $into/sub/a.h ]] || head -c 300 "$into/sub/a.h" >>"$BATS_TEST_TMPDIR/odd"
        fi
    done
    touch "$BATS_TEST_TMPDIR/stop"
    wait "$changer"
    run cat "$BATS_TEST_TMPDIR/odd"
    refute_output --partial SECRET
    refute_output --partial status
}

# ---- through grade -------------------------------------------------------------------------------------

grade() {
    run --separate-stderr timeout 250 grader/grade --device cpu --no-nvcc --seed 1 --output "$BATS_TEST_TMPDIR/out" --color never \
        --brief --lab lab9 --only-step 2 "$@"
}

@test "a class with links, pipes, a file, odd and equal names in it is graded all the same" {
    local class=$BATS_TEST_TMPDIR/class
    mkdir -p "$class"/{alice,$'b\x01b',$'b\x02b',carl}
    cp solutions/lab9/step2_address.cu "$class/alice/"
    cp solutions/lab9/step2_address.cu "$class"/b$'\x01'b/
    cp solutions/lab9/step2_address.cu "$class"/b$'\x02'b/
    ln -s alice "$class/bob"
    ln -s /etc "$class/eve"
    mkfifo "$class/fifo"
    touch "$class/readme.txt"
    ln -s ../alice/step2_address.cu "$class/carl/step2_address.cu"
    mkfifo "$class/carl/step1_readout.cu"
    grade "$class"/*
    assert_equal "$status" 1
    assert_line --regexp '^lab9 +alice +[1-9]'
    assert_line --regexp '^lab9 +b_b +[1-9]'
    assert_line --regexp '^lab9 +b_b_2 +[1-9]'
    assert_line --regexp '^lab9 +carl +0 '
    local name
    for name in bob eve fifo readme.txt; do assert_line --regexp "^lab9 +$name +not graded"; done
    [[ $output$stderr != *[$'\x01\x02\e']* ]]
    [[ ! -e $BATS_TEST_TMPDIR/out/lab9/bob ]]
}

@test "a link further down in a class leads to nobody else's marks" {
    local class=$BATS_TEST_TMPDIR/class
    mkdir -p "$class/alice/lab9" "$class/dan/lab9"
    cp solutions/lab9/step2_address.cu "$class/alice/lab9/"
    cp solutions/lab9/step2_address.cu "$class/dan/lab9/"
    ln -s alice "$class/bob"
    ln -s class "$BATS_TEST_TMPDIR/ours"
    grade "$BATS_TEST_TMPDIR/ours"/*/lab9
    assert_equal "$status" 1
    assert_line --regexp '^lab9 +alice +[1-9]'
    assert_line --regexp '^lab9 +dan +[1-9]'
    assert_line --regexp '^lab9 +bob +not graded'
}

@test "names keep their letters where there is no language, and what is read is English where there is another" {
    local language
    for language in LC_ALL=C LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8 LANGUAGE=de NOTHING=; do
        run --separate-stderr env -i "PATH=$PATH" LANGUAGE=fr "$language" bash -c '
            source "$1/grader/lib/common.bash" && plain "submission 0123456789 abcdef größe" &&
                plain "$(printf " e\u0301 \u202e.\u2069.\u0085.\e")" _ && printf " %s" "$LC_ALL" "${LANGUAGE-none}"' \
            - "$BATS_TEST_DIRNAME/.."
        assert_output $'submission 0123456789 abcdef größe e\xcc\x81 _._._._ C.UTF-8 none'
    done
}
