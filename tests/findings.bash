# Programs that the checker of the CPU device finds mistakes in, or none: what tests of it share. $repo is
# the kit; $compiler compiles, $runner runs the program (nothing: by itself).
# shellcheck shell=bash disable=SC2154 # repo is the test's

to_findings() {
    cd "$repo/tests/conformance/findings" || return
    findings=$BATS_TEST_TMPDIR/findings
    unset CPU_DEVICE_ORDER CPU_DEVICE_PROFILE CPU_DEVICE_FINDINGS
    options=() compiler=("$repo/labs/cpu/nvcc-cpu") runner=()
}

build() { # NAME -> $program; $options are the compiler's
    program=$BATS_TEST_TMPDIR/$1
    run "${compiler[@]}" -v --check "${options[@]}" "$1.cu" -o "$program"
    assert_success
    refute_output --partial 'without extras' # local arrays would lose their red zones
}

execute() { # STATUS: runs $program, keeps its messages in $messages
    messages=$BATS_TEST_TMPDIR/messages
    local status=0
    CPU_DEVICE_FINDINGS=$findings timeout 60 "${runner[@]}" "$program" >"$BATS_TEST_TMPDIR/out" 2>"$messages" ||
        status=$?
    if ((status != $1)); then
        cat "$messages" >&3
        fail "$program ended with status $status, expected $1"
    fi
}

marks() { # NAME: "LINE KIND" for each mark
    awk 'match($0, /FINDS: /) {
        count = split(substr($0, RSTART + 7), kind, " ")
        for (i = 1; i <= count; i++) print NR, kind[i]
    }' "$1.cu" | LC_ALL=C sort -u
}

found() { # FILTER: its text for each finding; a refused call is none
    jq -r "select(.kind != \"refused-call\") | $1" "$findings" | LC_ALL=C sort -u
}

# The program's findings are its marks, line by line, and each line of them says where and what.
finds() { # NAME
    build "$1"
    execute 86
    assert_equal "$(found '"\(.line) \(.kind)"')" "$(marks "$1")"
    local line kind
    while read -r line kind; do
        run grep -E "^cpu-device: $kind: .*$1\.cu:$line: " "$messages"
        assert_success
    done < <(marks "$1")
    run grep '^cpu-device: this run.s order of threads: CPU_DEVICE_ORDER=forward$' "$messages"
    assert_success
}

# Whatever the order of threads, the same KINDs are found (at one line or another of a pair).
finds_in_any_order() { # NAME
    local order
    finds "$1"
    for order in reverse random:1 random:7; do
        CPU_DEVICE_ORDER=$order execute 86
        assert_equal "$(found .kind | grep -v uninitialized-read)" \
            "$(marks "$1" | awk '$2 != "uninitialized-read" { print $2 }' | sort -u)"
    done
}

finds_nothing() { # NAME
    local order
    assert_equal "$(marks "$1")" ''
    build "$1"
    for order in forward reverse random:1 random:7; do
        CPU_DEVICE_ORDER=$order execute 0
        assert_equal "$(found .kind)" ''
        run grep '^cpu-device: ' <(grep -v '^cpu-device: refused: ' "$messages")
        assert_failure
    done
    assert_equal "$(jq .line "$findings")" "$(refusals "$1" | cut -d: -f1)"
}

refusals() { # NAME: "LINE:WORDS" for each call that is refused with these words
    sed -n 's|^\([0-9]*\):.*// REFUSED: |\1:|p' <(grep -n REFUSED "$1.cu")
}
