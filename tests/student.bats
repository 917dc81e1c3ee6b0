#!/usr/bin/env bats
# What a student types beside make check: doctor, explain, editor, debug.

# shellcheck disable=SC2016 # the stand-ins' text stands in single quotes
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load machine

setup() {
    kit=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    unset DEVICE NVCC NVCC_CPU_CXX MAKEFLAGS MAKELEVEL
    bin=$BATS_TEST_TMPDIR/bin
    other_machine
    labs="$BATS_TEST_TMPDIR/a student's kit/labs"
    mkdir -p "$labs"
    cp -r "$kit/labs/doctor" "$kit/labs/Makefile" "$kit/labs/common" "$labs/"
    ln -s "$kit/labs/cpu" "$labs/cpu"
    ln -s "$kit/handouts" "$labs/../handouts"
}

# with_lab labs|solutions LAB: a copy of it; its folder is in $folder.
with_lab() {
    folder=$labs/$2
    cp -r "$kit/$1/$2" "$labs/"
    rm -rf "$folder/build"
}

# A PATH without a GPU's programs: what doctor needs.
student_path() {
    only bash sh sed make g++ cc as ld ar timeout cat basename dirname head tail mktemp rm df paste chmod tr uname grep awk flock \
        readlink id find mkdir mv
    told etc/os-release "$1"
    PATH=$bin
}

@test "doctor on this machine: a kernel is compiled and run, from labs/ and from a lab's folder" {
    with_lab labs lab9
    run make -s -C "$folder" doctor
    assert_success
    assert_line --regexp '^ok +folder '
    assert_line 'ok  CPU       the CPU device compiles, checks and runs a kernel'
    assert_line "All is here for the labs. In a lab's folder: make check"
    run bash -c "cd '${labs//\'/\'\\\'\'}' && ls -A"
    refute_output --partial .doctor
}

@test "doctor: what to type on each system, for what is missing" {
    local system wanted
    student_path ID=debian
    rm "$bin/g++"
    while IFS='|' read -r system wanted; do
        told etc/os-release "$(printf '%b' "$system")"
        run "$labs/doctor"
        assert_failure 1
        assert_line '!!  compiler  no g++: neither device can compile'
        assert_line --regexp "^ +-> $wanted\$"
        assert_line --partial 'entr (make watch)'
    done <<'END'
ID=debian\nVERSION_ID="13"|(sudo )?apt-get update && (sudo )?apt-get install g\+\+
ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"|(sudo )?apt-get update && (sudo )?apt-get install g\+\+
ID=linuxmint\nID_LIKE="ubuntu debian"|(sudo )?apt-get update && (sudo )?apt-get install g\+\+
ID=fedora\nVERSION_ID=41|(sudo )?dnf install gcc-c\+\+
ID=arch|(sudo )?pacman -S --needed gcc
ID=strange|with this system's package manager: install g\+\+
END
    assert_line --partial 'The labs cannot be built here yet: mend what is marked !! from the top'
}

@test "doctor: a system on which the labs were not tried is said to be one" {
    student_path $'ID=fedora\nVERSION_ID=41\nPRETTY_NAME="Fedora Linux 41"'
    rm "$bin/g++"
    run "$labs/doctor"
    assert_line 'ok  system    Fedora Linux 41: the labs were not tried on it'
    told etc/os-release $'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"'
    run "$labs/doctor"
    assert_line 'ok  system    Debian GNU/Linux 12 (bookworm): known to work'
}

@test "doctor: a compiler that is too old, and the newer one beside it" {
    student_path ID=ubuntu
    rm "$bin/g++"
    printf '#!/bin/sh\necho 9.4.0\n' | stand_in g++
    run "$labs/doctor"
    assert_failure 1
    assert_line '!!  compiler  g++ 9.4.0 is too old: the CPU device needs g++ 11 or later'
    assert_line --partial '-> a newer system has one'
    printf '#!/bin/sh\necho 12\n' | stand_in g++-12
    run "$labs/doctor"
    assert_line --partial '-> export NVCC_CPU_CXX=g++-12'
    NVCC_CPU_CXX=g++-12 run "$labs/doctor"
    assert_line --regexp '^ok +compiler +g\+\+-12 12: known to work'
}

@test "doctor: no make, an old make, no flock" {
    student_path ID=debian
    rm "$bin/make" "$bin/flock" "$bin/g++"
    run "$labs/doctor"
    assert_failure 1
    assert_line '!!  make      no make'
    assert_line --regexp '^ +-> .*apt-get install make$'
    assert_line --partial 'no flock'
    printf '#!/bin/sh\necho GNU Make 3.81\n' | stand_in make
    run "$labs/doctor"
    assert_line '!!  make      GNU Make 3.81: GNU Make 4 is needed'
}

@test "doctor: other systems than Linux, and WSL" {
    student_path ID=ubuntu
    rm "$bin/g++" "$bin/uname"
    printf '#!/bin/sh\nif [ "$1" = -m ]; then echo x86_64; else echo Darwin 23.1.0; fi\n' | stand_in uname
    run "$labs/doctor"
    assert_failure 1
    assert_line '!!  system    macOS: the labs need Linux'
    assert_line --partial .devcontainer
    printf '#!/bin/sh\nif [ "$1" = -m ]; then echo x86_64; else echo MINGW64_NT-10.0 3.4; fi\n' | stand_in uname
    run "$labs/doctor"
    assert_line '!!  system    MINGW64_NT-10.0: the labs need Linux'
    assert_line --partial 'wsl --install'
    printf '#!/bin/sh\nif [ "$1" = -m ]; then echo x86_64; else echo Linux 4.4.0-19041-Microsoft; fi\n' | stand_in uname
    run "$labs/doctor"
    assert_line --partial '(WSL 1, not tried)'
    told dev/dxg ''
    run "$labs/doctor"
    assert_line --regexp "^-- +GPU +none \\(WSL without NVIDIA's driver\\): the labs run on the CPU device"
}

@test "doctor: a folder of Windows, one without programs, one that is full" {
    student_path ID=ubuntu
    rm "$bin/g++" "$bin/df"
    printf '#!/bin/sh\necho Type\necho 9p\n' | stand_in df
    printf '#!/bin/sh\n[ "$1" = +x ] || exec %s "$@"\n' "$(PATH=/usr/bin:/bin command -v chmod)" >"$bin/chmod.new"
    chmod 755 "$bin/chmod.new"
    mv "$bin/chmod.new" "$bin/chmod"
    run "$labs/doctor"
    assert_failure 1
    assert_line --partial 'is shared with another system (9p): slow, and make watch may see no save'
    assert_line --partial '!!  folder    no program can be started in '
    assert_line --partial "cp -r '"
    printf '#!/bin/sh\necho "Filesystem Blocks Used Available"\necho "/dev/x 100 90 10"\n' | stand_in df
    run "$labs/doctor"
    assert_line --regexp '^!!  space     10 MiB are left in .*; 200 are needed$'
}

@test "doctor: files with the line ends of Windows, its own too" {
    sed -i 's/$/\r/' "$labs/doctor" "$labs/common/machine.bash" "$labs/common/check.sh"
    run make -s -C "$labs" doctor
    assert_success # of make: doctor told what is wrong
    assert_line --partial '!!  folder    files have the line ends of Windows: ./'
    assert_line --partial 'tar -xzf gpu-memory-labs.tar.gz'
}

@test "doctor asks for what the grader's setup installs for students" {
    run bash -c 'sed -n "/^student=/,/^'"'"'/p" "$1/grader/setup" | awk "NF == 2 { print \$1 }" | sort' - "$kit"
    local wanted=$output name
    assert [ -n "$wanted" ]
    for name in $wanted; do
        run awk -v name="$name" '$1 == name && $2 == name { found = 1 } END { print found + 0 }' \
            <(sed -n "/^packages=/,/^'/p" "$labs/common/machine.bash")
        assert_output 1
    done
}

@test "doctor: wrong usage exits 2, --help exits 0" {
    run "$labs/doctor" --frob
    assert_failure 2
    assert_output --partial 'Usage: labs/doctor'
    run "$labs/doctor" --help
    assert_success
    refute_output --partial 'set -e'
}

@test "make help in a lab's folder says what make says in labs/, and what else there is" {
    with_lab labs lab6
    run make -s -C "$labs"
    assert_success
    local general=$output
    run make -s -C "$folder" help
    assert_success
    assert_output --partial "$general"
    assert_line --partial 'DEVICE=cpu|gpu'
}

@test "make explain: plain text, of the lab's own page first, and of the checker's" {
    with_lab labs lab7
    run make -s -C "$folder" explain NAME=no-half-texel
    assert_success
    assert_line 'no-half-texel (lab 7)'
    assert_line '0.5 is missing in tex3D, or is added where nodes are counted'
    assert_line 'The same is said of half-texel-in-software.'
    refute_output --partial 'lab 9'
    run make -s -C "$folder" explain NAME=half-after-division
    assert_line 'half-after-division (lab 9)'
    run make -s -C "$folder" explain NAME=divergent-barrier
    assert_line 'Put one __syncthreads() behind the branch, where all threads come by.'
    assert_line '    if (threadIdx.x < 32) { work(); __syncthreads(); }'
}

@test "make explain of each fifth name: no Markdown, no line that is too long, not the name itself beside it" {
    with_lab labs lab8
    local name count=0
    while read -r name; do
        run sh "$labs/common/explain.sh" "$name" "$labs" lab8
        assert_success
        assert_output --partial "$name ("
        refute_line --regexp '^## |^```|\*\*|\]\(|^(.{97,})$'
        refute_line --regexp "^The same is said of.* ${name}[,.]"
        count=$((count + 1))
    done < <(make -s -C "$folder" explain | tail -n +2 | tr ' ' '\n' | awk 'NR % 5 == 0')
    ((count > 30))
}

@test "make explain of a name that is not there: the nearest, or all" {
    with_lab labs lab8
    run make -s -C "$folder" explain NAME=divergent-barier
    assert_success
    assert_output 'Nothing is called divergent-barier. Do you mean divergent-barrier?'
    run make -s -C "$folder" explain NAME=half-texel
    assert_output --partial 'no-half-texel'
    run make -s -C "$folder" explain NAME=qqqqqqqqq
    assert_line 'Nothing is called qqqqqqqqq.'
    assert_output --partial 'memory-leak'
}
