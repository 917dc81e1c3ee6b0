#!/usr/bin/env bats
# Attacks on the box, at build time and at run time: each gets nothing, ends under its right name,
# and leaves the kit, the records and other submissions as they were. The attacks are in cheats/box.

# shellcheck disable=SC2154 # world, work, out, err and report come from box.bash
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load box

setup() {
    make_world
    secret=$world/kit/solutions/secret.h
    record=$world/record/result.json
    tool=$world/kit/labs/cpu/nvcc-cpu
}

# Builds cheats/box/NAME.c in the box, as a submission would be.
build() {
    cp "$BATS_TEST_DIRNAME/cheats/box/$1.c" "$work/"
    run_box --memory 256 --cpu 5 -- cc -O1 -pthread "-DSECRET=\"$secret\"" -o "$1" "$1.c"
}

attack() {
    local name=$1
    shift
    build "$name"
    assert_status ok
    run_box -- "./$name" "$@"
}

@test "build: \$(shell ...) in a Makefile reads no solution and writes no record and no kit" {
    cp "$BATS_TEST_DIRNAME/cheats/box/shell.mk" "$work/Makefile"
    run_box --bind-ro "$world/kit/labs/cpu" -- make "SECRET=$secret" "RECORD=$record" "TOOL=$tool"
    assert_status ok
    assert_got_nothing
    run cat "$out"
    assert_line 'wrote record: kit:'
    assert_intact
}

@test "build: #include of the solution by its full path finds nothing" {
    build include-absolute
    assert_status exit
    run cat "$err"
    assert_output --partial 'secret.h: No such file or directory'
    assert_intact
}

@test "build: #include of the solution by a relative path finds nothing" {
    build include-relative
    assert_status exit
    run cat "$err"
    refute_output --partial GOT
    assert_output --partial 'secret.h: No such file or directory'
    assert_intact
}

@test "build: .incbin of the solution finds nothing" {
    build incbin
    assert_status exit
    run cat "$err"
    assert_output --partial 'file not found'
    assert_intact
}

@test "build: a source that is a link to the solution is no source" {
    ln -s "$secret" "$work/lab7.c"
    run_box -- cc -E lab7.c
    assert_status exit
    run cat "$out" "$err"
    refute_output --partial SECRET_SOLUTION
    assert_output --partial 'lab7.c: No such file or directory'
    run jq -r '.dropped[]' "$report"
    assert_output 'lab7.c (symbolic link)'
    assert_intact
}

@test "build: a macro of 10^10 words floods the compiler, which is stopped" {
    build macro-bomb
    assert_status memory 'more than 256 MiB of memory'
    assert_intact
}

@test "fork bomb" {
    attack fork-bomb
    assert_status processes 'more than 16 processes and threads at a time'
    assert_intact
}

@test "thread bomb" {
    attack thread-bomb
    assert_status processes 'more than 16 processes'
    assert_intact
}

@test "memory flood" {
    attack memory-flood
    assert_status memory 'more than 64 MiB of memory'
    run jq '.max_rss_kib < 1024 * 1024' "$report"
    assert_output true
    assert_intact
}

@test "flood of shared anonymous memory from many processes" {
    attack shared-memory --processes 20
    assert_status memory 'more than 64 MiB of memory'
    assert_intact
}

@test "memory that belongs to no process" {
    attack hidden-memory
    assert_status ok
    assert_got_nothing
    assert_intact
}

@test "page tables of a mapping that holds nothing" {
    attack empty-mapping
    assert_status memory 'more than 64 MiB of memory'
    assert_got_nothing
    assert_intact
}

@test "memory flood of a process whose first thread has ended" {
    attack first-thread
    assert_status memory 'more than 64 MiB of memory'
    assert_got_nothing
    assert_intact
}

@test "processor time in children for which nobody waits" {
    attack unwaited
    assert_status cpu 'more than 0.5 s of processor time'
    assert_got_nothing
    assert_intact
}

@test "sockets, tracing, keys, counters, mounts, namespaces, and memory that is nobody's" {
    attack doors
    assert_status ok
    assert_got_nothing
    assert_intact
}

@test "system calls by another processor's numbers" {
    attack old-calls
    assert_status signal 'SIGSYS'
    assert_got_nothing
    assert_intact
}

@test "build: the compiler is under the filter too" {
    printf 'all:\n\tcc -o doors doors.c\n\t./doors\n' >"$work/Makefile"
    cp "$BATS_TEST_DIRNAME/cheats/box/doors.c" "$work/"
    run_box --memory 256 --cpu 5 -- make
    assert_status ok
    assert_got_nothing
    assert_intact
}

@test "output flood on both streams" {
    attack output-flood
    assert_status output 'printed more than 16 MiB'
    run stat -c %s "$out"
    assert_output 65536
    assert_intact
}

@test "standard output made huge without printing" {
    attack output-reserve
    assert_status ok
    assert_got_nothing
    run stat -c %s "$out"
    assert_output 0
    assert_intact
}

@test "endless loop that ignores every hint" {
    attack endless-loop
    assert_status cpu 'more than 0.5 s of processor time'
    assert_intact
}

@test "processor time spread over short-lived children" {
    attack short-lived
    assert_status cpu 'more than 0.5 s of processor time'
    assert_intact
}

@test "a sleeper that ignores every signal" {
    build sleeper
    run_box --wall 0.3 -- ./sleeper
    assert_status wall 'ran longer than 0.3 s'
    assert_intact
}

@test "disk flood of small files, in the work folder, /tmp and /dev/shm" {
    attack disk-flood .
    assert_status files 'filled its work folder with 8 MiB'
    run_box -- ./disk-flood /tmp
    assert_status files 'filled /tmp'
    run_box -- ./disk-flood /dev/shm
    assert_status files 'filled /dev/shm'
    run du -sm "$work"
    assert_output --regexp '^1[[:space:]]'
    assert_intact
}

@test "disk flood of one file" {
    attack large-file
    assert_status files '8 MiB'
    assert_intact
}

@test "sparse files that fill the disk when copied" {
    attack sparse-files
    assert_status files 'left more than 8 MiB'
    run find "$work" -name 'sparse[0-9]*'
    assert_output ''
    assert_intact
}

@test "a huge number of files" {
    attack many-files
    assert_status files 'more than 200 files'
    run find "$work" -name 'file*'
    assert_output ''
    assert_intact
}

@test "folders nested without end" {
    attack deep-folders
    assert_status files 'too deep a folder'
    assert_intact
}

@test "a daemon does not outlive the box" {
    attack daemon "$world"
    assert_status ok
    assert_got_nothing
    assert_intact
    sleep 0.2
    assert [ ! -e "$work/changed-afterwards" ]
}

@test "killing the parent and everybody else" {
    attack kill-all
    assert_success
    run cat "$out"
    assert_line tried
    assert_line 'still here'
    refute_output --partial GOT
    run jq -e '.status == "exit" and .exit == 3 or .status == "signal"' "$report"
    assert_success
    assert_intact
}

@test "TAP on every descriptor reaches nobody" {
    local tap=$BATS_TEST_TMPDIR/tap
    build tap
    run_box --help >/dev/null # so that the descriptors below are ours alone
    run_box -- ./tap 3>>"$tap" 4>>"$tap" 7>>"$tap" 200>>"$tap"
    assert_status ok
    assert_got_nothing
    run cat "$tap"
    assert_output ''
    assert_intact
}

@test "a constructor that exits with 0 is only a program that exits with 0" {
    attack constructor
    assert_status ok
    run cat "$out"
    assert_output 'ok 1'
    assert_intact
}

@test "tracing and reading the processes of the grader" {
    build trace
    run_box --cpu 10 --wall 60 -- ./trace # it walks all of /proc; what it gets is the question, not its time
    assert_status ok
    assert_got_nothing
    assert_intact
}

@test "the environment holds nothing of the grader's" {
    export SECRET_TOKEN=GOT BATS_CHEAT=GOT LD_LIBRARY_PATH=/GOT
    attack environment
    assert_status ok
    run bash -c 'cut -d= -f1 "$1" | sort | paste -sd" "' - "$out"
    assert_output 'HOME LANG LSAN_OPTIONS PATH PWD TMPDIR'
    run cat "$out"
    refute_output --partial GOT
    assert_intact
}

@test "reading solutions, records, other submissions and the system's secrets" {
    attack read "$secret" "$record" "$world/other/lab7.cu" /etc/shadow /etc/passwd "$HOME/.bashrc"
    assert_status ok
    assert_got_nothing
    assert_intact
}

@test "writing the record, other submissions, the compiler and the system" {
    build write
    run_box --bind-ro "$world/kit/labs/cpu" -- ./write "$record" "$world/other/lab7.cu" "$tool" \
        "$world/kit/grader/run_student" /usr/bin/cc /.box/program
    assert_status ok
    assert_got_nothing
    assert_intact
}

@test "the network, and sockets that need no network" {
    build network
    cp "$work/network" "$BATS_TEST_TMPDIR/listener"
    "$BATS_TEST_TMPDIR/listener" listen "$BATS_TEST_TMPDIR/port" >"$BATS_TEST_TMPDIR/came" 3>&- &
    local tries=0
    until [[ -s $BATS_TEST_TMPDIR/port ]]; do
        sleep 0.02
        ((++tries < 100))
    done
    run_box -- ./network connect "$(<"$BATS_TEST_TMPDIR/port")"
    assert_status ok
    assert_got_nothing
    wait
    run cat "$BATS_TEST_TMPDIR/came"
    assert_output 'nobody came'
    assert_intact
}

@test "more rights: root, limits, namespaces, mounts, devices" {
    attack privileges
    assert_status ok
    assert_got_nothing
    assert_intact
}

@test "setuid programs give no rights" {
    run_box -- bash -c 'echo tried; su -c "echo GOT root" </dev/null; mount -t tmpfs x /tmp && echo GOT a mount; id -u'
    assert_status ok
    assert_got_nothing
    run tail -n 1 "$out"
    assert_output 1000
    assert_intact
}

@test "links, pipes, sockets, setuid files and odd names left as results" {
    build plant
    mkdir "$work/inner"
    echo mine >"$work/inner/data"
    echo old >"$work/result.bin"
    run_box -- ./plant "$secret"
    assert_status ok
    assert_intact
    run bash -c 'cd "$1" && find . -mindepth 1 | LC_ALL=C sort | paste -sd" "' - "$work"
    assert_output './closed ./closed/data ./plant ./plant.c ./setuid'
    run cat "$work/closed/data"
    assert_output mine
    run jq -r '.dropped | sort | map(@json) | join(" ")' "$report"
    assert_line --partial '"result.bin (symbolic link)"'
    assert_line --partial '"samples.bin (named pipe)"'
    assert_line --partial '"socket (socket)"'
}

@test "LD_PRELOAD, by file or by variable, reaches no later program" {
    attack preload /etc/ld.so.preload /usr/lib/evil.so /usr/local/bin/cc
    assert_status ok
    assert_got_nothing
    LD_PRELOAD=$work/preload run_box -- env
    assert_status ok
    run cat "$out"
    refute_output --partial LD_PRELOAD
    assert_intact
}

@test "an abort leaves its name and no core" {
    attack abort
    assert_status signal 'SIGABRT'
    run jq -r '.signal, .exit' "$report"
    assert_line --index 0 SIGABRT
    assert_line --index 1 134
    run find "$work" -name '*core*'
    assert_output ''
    assert_intact
}

# account HOW: what the report says of the account that the program gives in this way.
account() {
    rm -rf "$BATS_TEST_TMPDIR/said"
    mkdir "$BATS_TEST_TMPDIR/said"
    run_box --account "$BATS_TEST_TMPDIR/said" -- ./account "$1"
    assert_status ok
    assert_equal "$(jq -r .account "$report")" "$2"
}

@test "an account: whole with its last word, open without, broken by all that is no part of one" {
    local how
    build account
    account well whole
    assert_equal "$(<"$BATS_TEST_TMPDIR/said/raw")" hello
    account reopened whole
    assert_got_nothing
    account silent open
    assert_equal "$(<"$BATS_TEST_TMPDIR/said/raw")" hello
    for how in guess outside shouting many flood unasked twice late wrong-number short afterwards; do account "$how" broken; done
    run find "$BATS_TEST_TMPDIR/said" -size +66000k
    assert_output ''
    assert_intact
}

@test "without one asked for, nobody listens: no account, and no descriptor" {
    build account
    run_box -- ./account well
    assert_status exit
    assert_equal "$(jq -r .account "$report")" null
}
