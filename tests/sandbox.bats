#!/usr/bin/env bats
# grader/run_student keeps its contract: what a run may use, how it ends, what comes back.

# world, work, out, err and report come from box.bash; programs for the box stand in single quotes
# shellcheck disable=SC2154,SC2016
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load box

setup() {
    make_world
}

@test "--help documents every option that the program knows" {
    run -0 "$world/kit/grader/run_student" --help
    local option
    while IFS= read -r option; do
        [[ $option == kit ]] || assert_line --regexp "^ +--$option( |$)"
    done < <(sed -n 's/^ *{"\([a-z-]*\)", .*_argument.*/\1/p' "$repo/grader/box/main.c")
    assert_line --partial 'Exit status:'
}

@test "wrong usage says what is wrong and exits 2" {
    local box=$world/kit/grader/run_student
    run -2 "$box" -- true
    assert_output --partial '--work DIR is missing'
    run -2 "$box" --work "$work"
    assert_output --partial 'no command'
    run -2 "$box" --work "$work/nowhere" -- true
    assert_output --partial 'nowhere: No such file or directory'
    run -2 "$box" --frob --work "$work" -- true
    assert_output --partial '--frob is no option'
    run -2 "$box" --wall soon --work "$work" -- true
    assert_output --partial "--wall wants a number above 0 and up to 1e+06, not 'soon'"
    run -2 "$box" --memory -5 --work "$work" -- true
    assert_output --partial '--memory wants a number above 0'
    run -2 "$box" --env NAME --work "$work" -- true
    assert_output --partial "--env wants NAME=VALUE, not 'NAME'"
    run -2 "$box" --bind-ro "$work/nowhere" --work "$work" -- true
    assert_output --partial 'nowhere: No such file or directory'
    run -2 "$box" --work / -- true
    assert_output --partial "cannot be a student's"
    run -2 "$box" --work "$world/kit" -- true
    assert_output --partial "cannot be a student's"
    run -2 "$box" --work "$work" --wall
    assert_output --partial '--wall wants a value'
}

@test "a program that ends well: ok, its output, its files, its time" {
    run_box -- bash -c 'echo one; echo two >&2; echo three >file; mkdir d; echo 4 >d/e; sleep 0.1'
    assert_status ok 'exit status 0'
    run cat "$out" "$err" "$work/file" "$work/d/e"
    assert_output $'one\ntwo\nthree\n4'
    run jq -e '.exit == 0 and .signal == null and .seconds >= 0.1 and .seconds < 2
               and .max_rss_kib > 500 and .dropped == []' "$report"
    assert_success
    assert_intact
}

@test "exit status, signal and a command that is not there" {
    run_box -- bash -c 'exit 7'
    assert_status exit 'exit status 7'
    run jq .exit "$report"
    assert_output 7
    run_box -- bash -c 'kill -SEGV $$'
    assert_status signal 'SIGSEGV (Segmentation fault)'
    run_box -- ./no-such-program
    assert_status exit './no-such-program could not be started: No such file or directory'
    run jq .exit "$report"
    assert_output 127
}

@test "exit status 139 of a shell is not taken for a signal" {
    run_box -- bash -c 'exit 139'
    assert_status exit 'exit status 139'
    run jq .signal "$report"
    assert_output null
}

@test "both streams in one file keep their order" {
    run "$world/kit/grader/run_student" --work "$work" --stdout "$world/both" --stderr "$world/both" \
        -- bash -c 'echo 1; echo 2 >&2; echo 3; echo 4 >&2'
    assert_success
    run cat "$world/both"
    assert_output $'1\n2\n3\n4'
}

@test "without files the output goes on, and a bad end is told on standard error" {
    run --separate-stderr "$world/kit/grader/run_student" --work "$work" -- bash -c 'echo text; exit 3'
    assert_success
    assert_output text
    assert_equal "${stderr-}" 'run_student: your program ended with exit status 3'
}

@test "the work folder becomes what the program made of it" {
    mkdir "$work/kept" "$work/emptied"
    touch -d 2020-02-02 "$work/old"
    echo x >"$work/gone"
    echo y >"$work/emptied/f"
    run_box -- bash -c '[[ $(stat -c %y old) == 2020-02-02* ]] && rm -r gone emptied && echo new >kept/n && chmod +x kept/n'
    assert_status ok
    run bash -c 'cd "$1" && find . -mindepth 1 | sort | paste -sd" "' - "$work"
    assert_output './kept ./kept/n ./old'
    assert [ -x "$work/kept/n" ]
    run stat -c %y "$work/old"
    assert_output --partial 2020-02-02
    # and it is there in the next run
    run_box -- cat kept/n
    run cat "$out"
    assert_output new
    assert_intact
}

@test "a file closed to its owner comes back" {
    run_box -- bash -c 'mkdir d && echo text >d/f && chmod 0 d/f d'
    assert_status ok
    run cat "$work/d/f"
    assert_output text
}

@test "a work folder larger than the limits is refused in words" {
    head -c 9M /dev/zero >"$work/large"
    run_box -- true
    assert_status files 'the work folder is too large: 8 MiB, 200 files'
    assert [ -s "$work/large" ]
}

@test "names with blanks, quotes and letters of other alphabets" {
    echo x >"$work/größe 'a' \"b\".cu"
    mkdir "$world/mein Ordner"
    echo bound >"$world/mein Ordner/ü"
    chmod -R a+rX "$world/mein Ordner"
    run_box --bind-ro "$world/mein Ordner" --env 'TEXT=a "b" $c' -- \
        bash -c 'cat "$1/ü"; ls; echo "$TEXT"; ln -s x "ß\"link"' - "$world/mein Ordner"
    assert_status ok
    run cat "$out"
    assert_line bound
    assert_line "größe 'a' \"b\".cu"
    assert_line 'a "b" $c'
    run jq -r '.dropped[]' "$report"
    assert_output 'ß"link (symbolic link)'
}

@test "what is bound can be read, at its path or another, whatever lies above it, and not be written" {
    run_box --bind-ro "$world/kit/labs" --bind-ro "$world/kit/labs/cpu/nvcc-cpu:/tools/bin/cc" -- \
        bash -c '"$1/cpu/nvcc-cpu"; /tools/bin/cc; ls "$1/.."; echo x >"$1/cpu/new" || echo kept' - "$world/kit/labs"
    assert_status ok
    run cat "$out"
    assert_output $'compiled\ncompiled\nlabs\nkept'
    assert_intact
}

@test "--at: a folder whose name no compiler takes has another place in the box" {
    local odd="$world/O'Hara, \$(x):%s\\ "
    mkdir -p "$odd/bound"
    echo '#define BOUND 7' >"$odd/bound/b.h"
    local moved=$odd/work
    mv "$work" "$moved"
    printf '#include "b.h"\nint main(void) { return BOUND; }\n' >"$moved/a.c"
    chmod -R a+rX "$odd"
    run "$world/kit/grader/run_student" --wall 60 --at /kit/bound --bind-ro "$odd/bound" --at /grading --work "$moved" \
        --report "$BATS_TEST_TMPDIR/report.json" --stdout "$BATS_TEST_TMPDIR/out" --stderr "$BATS_TEST_TMPDIR/out" -- \
        sh -c 'cc -g -I /kit/bound -o a a.c && ! grep -q Hara a && ! ls -d "$1" && ./a; echo "$? $PWD"' - "$world"
    assert_success
    assert_equal "$(tail -n 1 "$BATS_TEST_TMPDIR/out")" '7 /grading'
    assert [ -x "$moved/a" ]
    for place in / here /proc/x /a/../b; do
        run -2 "$world/kit/grader/run_student" --at "$place" --work "$moved" -- true
        assert_output --partial 'must be a full path of its own'
    done
    run -2 "$world/kit/grader/run_student" --work "$moved" --at /x -- true
    run -2 "$world/kit/grader/run_student" --no-sandbox --at /x --work "$moved" -- true
    assert_output --partial 'without a box a folder stays where it is'
}

@test "what root binds and others may not read is told, not blamed on the student" {
    [[ $EUID == 0 ]] || skip "an ordinary user reads what is its own"
    chmod 700 "$world/kit/labs"
    run_box --bind-ro "$world/kit/labs" -- true
    assert_failure 4
    assert_output --partial "chmod -R a+rX $world/kit/labs"
}

@test "--gpu lets in the variables that choose a GPU, and nothing else" {
    export CUDA_VISIBLE_DEVICES=3 LD_LIBRARY_PATH=/usr/lib/driver CUDA_CACHE_PATH=/stolen
    run_box --gpu -- env
    assert_status ok
    run bash -c 'grep -E "CUDA|LD_" "$1" | sort | paste -sd" "' - "$out"
    assert_output 'CUDA_VISIBLE_DEVICES=3 LD_LIBRARY_PATH=/usr/lib/driver'
}

@test "a work folder inside a bound folder, and the other way round" {
    mkdir -p "$world/kit/labs/lab7/build" "$work/common"
    echo shared >"$world/kit/labs/shared.h"
    chmod -R a+rX "$world/kit/labs"
    run_box --bind-ro "$world/kit/labs" --work "$world/kit/labs/lab7/build" -- \
        bash -c 'cat ../../shared.h >copy; echo x >../no || echo kept'
    assert_status ok
    run cat "$world/kit/labs/lab7/build/copy" "$out"
    assert_output $'shared\nkept'
    run_box --bind-ro "$world/kit/labs:$work/common" -- cat common/shared.h
    assert_status ok
    run cat "$out"
    assert_output shared
}

@test "a compiler works in the box" {
    printf '#include <vector>\n#include <cstdio>\nint main() { std::vector<int> v(3); printf("%%zu\\n", v.size()); }\n' >"$work/a.cpp"
    printf 'a: a.cpp\n\tg++ -fsanitize=address -o $@ $<\n' >"$work/Makefile"
    run_box --memory 512 --cpu 5 --file-limit 64 -- make
    assert_status ok
    run_box -- ./a
    assert_status ok
    run cat "$out"
    assert_output 3
}

@test "limits: the largest that is allowed passes" {
    run_box --output-limit 64 -- head -c 65536 /dev/zero
    assert_status ok
    run_box --processes 8 -- bash -c 'for i in 1 2 3 4 5 6 7; do sleep 0.2 & done; wait'
    assert_status ok
    run_box --processes 8 -- bash -c 'for i in 1 2 3 4 5 6 7 8; do sleep 0.2 & done; wait'
    assert_status processes
    run_box --file-limit 8 -- bash -c 'head -c 7M /dev/zero >f'
    assert_status ok
    assert_intact
}

# stubborn HOW: a program that ignores all signals and stops, waits, or does nothing but work.
stubborn() {
    cat >"$work/stubborn.c" <<'C'
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
static void *spin(void *x) { for (;;); return x; }
int main(int count, char **words) {
    pthread_t thread;
    for (int i = 1; i < 64; i++) signal(i, SIG_IGN);
    if (!strcmp(words[1], "stop")) raise(SIGSTOP);
    if (!strcmp(words[1], "thread")) pthread_create(&thread, 0, spin, 0);
    if (!strcmp(words[1], "pause") || !strcmp(words[1], "thread")) for (;;) pause();
    spin(0);
    return count;
}
C
    run_box --memory 256 --cpu 5 -- cc -pthread -o stubborn stubborn.c
    run_box --idle 0.5 --memory 256 -- ./stubborn "$1"
}

@test "a program that does nothing is ended soon, and one that works never for that" {
    stubborn stop
    assert_status wall 'did nothing for 0.5 s'
    stubborn pause
    assert_status wall 'did nothing for 0.5 s'
    stubborn thread
    assert_status cpu 'more than 0.5 s of processor time'
    run jq -e '.waited < 0.4 and .cpu > 2.4 and .cpu < 3' "$report"
    assert_success
}

@test "processor time is what was used, not the kernel's ticks; who ignores every signal is told this limit" {
    stubborn spin
    assert_status cpu 'more than 0.5 s of processor time'
    run_box --cpu 1 -- sh -c 'while :; do :; done'
    assert_status cpu 'more than 1 s of processor time'
    run jq -e '.cpu > 0.99 and .cpu < 1.5 and .signal == "SIGXCPU"' "$report"
    assert_success
}

@test "a machine whose processors others use makes no program too slow" {
    local busy pids=()
    for ((busy = 0; busy < 4 * $(nproc); busy++)); do
        while :; do :; done &
        pids+=("$!")
    done
    run "$world/kit/grader/run_student" --wall 1 --cpu 9 --work "$work" --report "$BATS_TEST_TMPDIR/report.json" -- \
        sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done'
    kill "${pids[@]}"
    assert_success
    run jq -r '.status, .seconds > .cpu' "$BATS_TEST_TMPDIR/report.json"
    assert_output $'ok\ntrue'
}

@test "signals that somebody above ignores, and a stack of any size, are no program's" {
    # The two that the C library keeps to itself no shell ignores, but a program above may.
    cat >"$BATS_TEST_TMPDIR/ignore.c" <<'END'
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv) {
    unsigned long ignored[4] = {1};
    for (int i = 32; i <= 33; i++)
        syscall(SYS_rt_sigaction, i, ignored, (void *)0, 8L);
    return argc < 2 || execvp(argv[1], argv + 1);
}
END
    gcc "$BATS_TEST_TMPDIR/ignore.c" -o "$BATS_TEST_TMPDIR/ignore"
    run "$BATS_TEST_TMPDIR/ignore" grep SigIgn /proc/self/status
    assert_output --regexp '[13579bdf][89a-f][0-9a-f]{7}$'
    # shellcheck disable=SC2016 # the other shell's
    run "$BATS_TEST_TMPDIR/ignore" bash -c 'trap "" PIPE XFSZ USR1; ulimit -S -s 1024; exec "$@"' - "$world/kit/grader/run_student" --work "$work" -- \
        sh -c 'ulimit -S -s; grep SigIgn /proc/self/status'
    assert_success
    assert_output $'8192\nSigIgn:\t0000000000000000'
}

@test "of a long output the first part is kept, and the program goes on" {
    run_box --output-limit 64 -- bash -c 'head -c 32K /dev/zero; head -c 64K /dev/zero >&2; head -c 5M /dev/zero; echo >end'
    assert_status ok
    # Which of two pipes is read first is the machine's affair; what is kept is so much of both.
    assert [ "$(stat -c %s "$out")" -ge 32768 ]
    assert_equal $(($(stat -c %s "$out") + $(stat -c %s "$err"))) 65536
    assert_equal "$(stat -c %s "$work/end")" 1
    run jq .output_dropped "$report"
    assert_output $((32 * 1024 + 5 * 1024 * 1024))
    run_box --output-limit 64 --no-sandbox -- bash -c 'seq 1 9; seq 10 100000 >&2; echo >end'
    assert_status ok
    run cat "$out"
    assert_output "$(seq 1 9)"
    assert_equal "$(<"$err")" "$(seq 10 100000 | head -c $((65536 - 18)))"
    run_box --output-limit 64 -- head -c 17M /dev/zero
    assert_status output 'printed more than 16 MiB'
    assert_intact
}

@test "a GPU program cannot ask for much more memory than it may use, a sanitizer can" {
    cat >"$work/a.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        puts(malloc((size_t)atoi(argv[i]) << 20) ? "got" : "refused");
}
END
    run_box --memory 256 -- cc -O0 -o a a.c
    assert_status ok
    run_box --gpu -- ./a 128 1024
    assert_status ok
    assert_equal "$(cat "$out")" $'got\nrefused'
    run_box -- ./a 128 1024
    assert_equal "$(cat "$out")" $'got\ngot'
    assert_intact
}

@test "memory that processes share counts once" {
    cat >"$work/a.c" <<'END'
#include <string.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    memset(malloc(40 << 20), 1, 40 << 20);
    for (int i = 0; i < 4; ++i)
        if (fork() == 0) {
            usleep(150000);
            _exit(0);
        }
    while (wait(0) > 0)
        ;
}
END
    run_box --memory 256 -- cc -o a a.c
    assert_status ok
    run_box --memory 64 -- ./a
    assert_status ok
}

@test "no descriptor but the standard ones, standard input is empty" {
    run_box -- bash -c 'wc -c; ls /proc/self/fd' 5</etc/hostname 6>"$world/six"
    assert_status ok
    run cat "$out"
    assert_output $'0\n0\n1\n2\n3' # 3 is ls reading the folder
}

@test "when the machine is out of memory, the program in the box goes first" {
    run_box -- cat /proc/self/oom_score_adj
    assert_status ok
    assert_equal "$(cat "$out")" 1000
}

@test "in a control group: the kernel's own memory counts, files do not, and no group is left, by a killed run_student neither" {
    local group=/sys/fs/cgroup/memory/labs-test.$BASHPID i
    mkdir "$group" 2>/dev/null && [[ -w $group/memory.limit_in_bytes ]] || skip 'no control group can be made here'
    export BOX_CGROUP=$group
    run "$world/kit/grader/run_student" --holds
    assert_line "group $group"
    cp "$BATS_TEST_DIRNAME/cheats/box/"{many-maps,memory-flood}.c "$work/"
    for i in many-maps memory-flood; do
        run_box --memory 256 --cpu 5 -- cc -O1 -o "$i" "$i.c"
        assert_status ok
        run_box --cpu 20 -- "./$i"
        assert_status memory 'more than 64 MiB of memory'
        refute grep -q GOT "$out"
    done
    run_box --file-limit 64 -- bash -c 'head -c 50M /dev/zero >f; head -c 50M /dev/zero >/tmp/g; sleep 0.2; rm f'
    assert_status ok
    assert_equal "$(find "$group" -mindepth 1 -type d)" ''
    "$world/kit/grader/run_student" --work "$work" -- sleep 4243 3>&- &
    for ((i = 0; i < 200; i++)); do
        if pgrep -fx 'sleep 4243' >/dev/null; then break; fi
        sleep 0.05
    done
    kill -KILL $!
    for ((i = 0; i < 200; i++)); do
        if ! pgrep -fx 'sleep 4243' >/dev/null; then break; fi
        sleep 0.05
    done
    run_box -- true
    assert_status ok
    assert_equal "$(find "$group" -mindepth 1 -type d)" ''
    rmdir "$group"
    # What cannot be used as one is none.
    BOX_CGROUP=$world run_box -- true
    assert_status ok
}

@test "in a control group of version 2: the time of children that nobody waits for counts, and no group is left" {
    cat >"$world/grouped" <<'END'
mount -t cgroup2 none "$1" && mkdir "$1/labs-test" || exit 77
BOX_CGROUP=$1/labs-test "$2/grader/run_student" --cpu 1 --wall 20 --work "$3" --report "$3.json" --stdout "$3.out" -- ./unwaited
find "$1/labs-test" -mindepth 1 -type d
rmdir "$1/labs-test"
END
    mkdir "$world/mount"
    unshare -C -m mount -t cgroup2 none "$world/mount" 2>/dev/null || skip 'no control group of version 2 can be mounted here'
    cc -O1 -o "$work/unwaited" "$BATS_TEST_DIRNAME/cheats/box/unwaited.c"
    run -0 unshare -C -m bash "$world/grouped" "$world/mount" "$world/kit" "$work"
    assert_output ''
    assert_equal "$(jq -r .status "$work.json")" cpu
}

@test "the kit is hidden wherever it lies, /usr too" {
    [[ $EUID == 0 ]] || skip "needs root to put a kit under /usr"
    local place=/usr/local/share/gpu-memory-labs-test.$$
    cp -a "$world/kit" "$place"
    run "$place/grader/run_student" --work "$work" --bind-ro "$place/labs" --stdout "$world/listing" \
        -- ls -A "$place" "$place/labs"
    rm -rf "$place"
    assert_success
    run cat "$world/listing"
    assert_line cpu
    refute_line solutions
    refute_line grader
}

@test "an ordinary user can use it" {
    [[ $EUID == 0 ]] || skip "this is what the other tests do"
    chmod a+x "$BATS_TEST_TMPDIR" "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR/test" || true
    chown -R 4321:4321 "$world"
    cp "$BATS_TEST_DIRNAME/cheats/box/fork-bomb.c" "$work/"
    local as_user=(setpriv --reuid 4321 --regid 4321 --clear-groups)
    run "${as_user[@]}" "$world/kit/grader/run_student" --work "$work" --report "$work/../report.json" \
        --bind-ro "$world/kit/labs" -- cc -o fork-bomb fork-bomb.c
    assert_success
    run "${as_user[@]}" "$world/kit/grader/run_student" --processes 12 --work "$work" \
        --report "$work/../report.json" -- ./fork-bomb
    assert_success
    run jq -r .status "$world/report.json"
    assert_output processes
    run stat -c %u "$work/fork-bomb"
    assert_output 4321
}

@test "without bubblewrap: refused with the remedy, exit 3, and the report says so" {
    BWRAP=$world/no/bwrap run_box -- touch ran
    assert_failure 3
    assert_output --partial 'no student code was run'
    assert_output --partial 'apt-get install bubblewrap'
    run jq -r .status "$report"
    assert_output sandbox-missing
    assert [ ! -e "$work/ran" ]
}

@test "an old bubblewrap: refused with the remedy" {
    printf '#!/bin/sh\necho "bwrap: Unknown option --disable-userns" >&2\nexit 1\n' >"$world/bwrap"
    chmod 755 "$world/bwrap"
    BWRAP=$world/bwrap run_box -- touch ran
    assert_failure 3
    assert_output --partial '0.8 is needed'
    assert [ ! -e "$work/ran" ]
}

@test "a bubblewrap that may not make namespaces: refused with a remedy" {
    printf '#!/bin/sh\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n' >"$world/bwrap"
    chmod 755 "$world/bwrap"
    BWRAP=$world/bwrap run_box -- touch ran
    assert_failure 3
    assert_output --partial 'No permissions to create a new namespace'
    assert_output --regexp 'type: sudo sysctl|--security-opt'
}

@test "--no-sandbox runs without bubblewrap, in the folder itself, and keeps the limits" {
    export BWRAP=$world/no/bwrap BATS_LEAK=1
    run_box --no-sandbox -- bash -c 'pwd; env | grep -c ^BATS_; echo 1 >made; ls /proc/$$/fd; :'
    assert_status ok
    run cat "$out"
    assert_line --index 0 "$work"
    assert_line --index 1 0
    assert_equal "$(sed 1,2d "$out" | paste -sd' ')" '0 1 2'
    assert [ -s "$work/made" ]
    run_box --no-sandbox --wall 0.3 -- sleep 5
    assert_status wall
    run_box --no-sandbox -- bash -c 'while :; do :; done'
    assert_status cpu
    run_box --no-sandbox -- yes
    assert_status output
    run_box --no-sandbox -- bash -c 'head -c 9M /dev/zero >f; kill -XFSZ $$'
    assert_status files
    cp "$BATS_TEST_DIRNAME/cheats/box/memory-flood.c" "$work/"
    run_box --no-sandbox --memory 256 -- cc -o memory-flood memory-flood.c
    run_box --no-sandbox -- ./memory-flood
    assert_status memory
    run_box --no-sandbox --processes 8 -- bash -c 'for i in {1..9}; do sleep 5 & done; wait'
    assert_status processes
    run_box --no-sandbox -- ./nothing
    assert_status exit 'could not be started'
    run_box --no-sandbox -- bash -c "setsid sleep 77 $world & disown; exit 0"
    assert_status ok
    run pgrep -f 'sleep 77'
    assert_output ''
    run -2 "$world/kit/grader/run_student" --no-sandbox --bind-ro "$world/kit:/kit" --work "$work" -- true
    assert_output --partial 'without a box a folder stays where it is'
}

@test "interrupting run_student ends the box" {
    "$world/kit/grader/run_student" --work "$work" -- sleep 4242 3>&- &
    local pid=$! tries=0
    until pgrep -fx 'sleep 4242' >/dev/null; do
        sleep 0.05
        ((++tries < 100))
    done
    kill -KILL "$pid"
    until ! pgrep -fx 'sleep 4242' >/dev/null; do
        sleep 0.05
        ((++tries < 100))
    done
    run pgrep -fx 'sleep 4242'
    assert_output ''
}

# half_made_box WORD: $world/bwrap stands in for bubblewrap when it has a child that waits for it; then it does WORD.
half_made_box() {
    printf '#!/bin/sh\nsleep 4343 &\n%s\n' "$1" >"$world/bwrap"
    chmod a+rx "$world/bwrap"
}

@test "killed while bubblewrap makes the box, run_student leaves nothing behind" {
    half_made_box wait
    BWRAP=$world/bwrap "$world/kit/grader/run_student" --work "$work" -- true 3>&- &
    local pid=$! tries=0
    until pgrep -fx 'sleep 4343' >/dev/null; do
        sleep 0.05
        ((++tries < 100))
    done
    kill -KILL "$pid"
    until ! pgrep -fx 'sleep 4343' >/dev/null; do
        sleep 0.05
        ((++tries < 100))
    done
    run pgrep -fx 'sleep 4343'
    assert_output ''
}

@test "bubblewrap killed while it makes the box is no verdict and no missing box, and leaves nothing behind" {
    # shellcheck disable=SC2016 # the stand-in's
    half_made_box 'kill -9 $$'
    BWRAP=$world/bwrap run_box -- true
    assert_equal "$status" 137
    assert_output --partial 'the box was killed before the program was started'
    local tries=0
    while pgrep -fx 'sleep 4343' >/dev/null && ((++tries < 100)); do sleep 0.05; done # on a busy machine
    run pgrep -fx 'sleep 4343'
    assert_output ''
}

@test "a disk that is full when the box hands over leaves no part of a file, and no part that an earlier one left" {
    ((EUID == 0)) && unshare -m true 2>/dev/null || skip 'only root can mount a small disk'
    # shellcheck disable=SC2016 # the other shells'
    run -0 unshare -m bash -euc 'mount -t tmpfs -o size=200k none "$1"
        status=0; "$2/kit/grader/run_student" --work "$1" -- sh -c "head -c 900000 /dev/zero >large" || status=$?
        echo "status $status"; find "$1" -name large
        mount -o remount,size=2m "$1"
        "$2/kit/grader/run_student" --work "$1" -- sh -c "ls; head -c 900000 /dev/zero >large"
        find "$1" -mindepth 1 -printf "%P %s\n"' - "$work" "$world"
    assert_output --partial 'No space left on device'
    assert_equal "${lines[*]:1}" 'status 4 large 900000'
}

@test "many boxes at once do not meet" {
    for i in 1 2 3 4 5 6 7 8; do
        mkdir "$world/work$i"
        "$world/kit/grader/run_student" --processes 3 --work "$world/work$i" --report "$world/r$i.json" \
            -- bash -c 'sleep 0.2; set -- /proc/[0-9]*; echo $# >count' 3>&- &
    done
    wait
    run cat "$world"/work?/count
    assert_output "$(for i in 1 2 3 4 5 6 7 8; do echo 2; done)" # process 1 and bash
    run jq -s -c 'map(.status) | unique' "$world"/r?.json
    assert_output '["ok"]'
}
