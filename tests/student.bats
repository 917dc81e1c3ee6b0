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
        readlink id find mkdir mv date # the last for Bats itself
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
    run awk 'length($0) > 80' <<<"$output"
    assert_output ''
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
    assert_failure
    assert_line 'Nothing is called divergent-barier. Do you mean divergent-barrier?'
    run make -s -C "$folder" explain NAME=half-texel
    assert_output --partial 'no-half-texel'
    run make -s -C "$folder" explain NAME=qqqqqqqqq
    assert_failure
    assert_line 'Nothing is called qqqqqqqqq.'
    assert_output --partial 'memory-leak'
}

# with_editor: labs/ with what `make editor` writes; clangd shows mistakes as it would on a screen.
with_editor() {
    command -v clangd >/dev/null || skip 'clangd is not installed: make setup'
    make -s -C "$labs" editor
}

# mistakes_in FILE: what clangd would mark in it.
mistakes_in() {
    clangd --check="$1" --check-lines=1-1 >"$BATS_TEST_TMPDIR/clangd.log" 2>&1 || true
    grep -q 'All checks completed' "$BATS_TEST_TMPDIR/clangd.log" || cat "$BATS_TEST_TMPDIR/clangd.log"
    grep -oE '\[[a-z_]+\] Line .*' "$BATS_TEST_TMPDIR/clangd.log" || true
}

# one_of LAB_FOLDER: all its sources as one, which takes clangd a fourth of the time.
one_of() {
    local file files=("$1"/*.cu)
    {
        echo 'int first_declaration;' # function bodies in what is included before it are not looked at
        for file in "${files[@]}"; do
            file=${file##*/}
            printf '#define grid_for grid_for_%s\n#include "%s"\n#undef grid_for\n' "${file%.cu}" "$file" # lab 10 has several
        done
    } >"$1/all_of_it.cu"
    echo "$1/all_of_it.cu"
}

@test "clangd sees no mistake in any skeleton, and in the header" {
    local lab
    for lab in "$kit"/labs/lab*/; do with_lab labs "$(basename "$lab")"; done
    with_editor
    for lab in "$labs"/lab*; do
        run mistakes_in "$(one_of "$lab")"
        assert_output ''
    done
    run mistakes_in "$labs/lab7/lab7.h"
    assert_output ''
}

@test "clangd sees no mistake in any solution" {
    local lab
    for lab in "$kit"/solutions/lab*/; do with_lab solutions "$(basename "$lab")"; done
    with_editor
    for lab in "$labs"/lab*; do
        run mistakes_in "$(one_of "$lab")"
        assert_output ''
    done
}

@test "clangd sees mistakes where they are, in a file that is new, too" {
    with_lab solutions lab7
    with_editor
    echo '__global__ void k(float *p) { p[threadIdx.x] = undeclared + tex3D<float>(1); }' >"$folder/new.cu"
    run mistakes_in "$folder/new.cu"
    assert_line --partial "Line 1: use of undeclared identifier 'undeclared'"
}

# message JSON: as clangd reads it.
message() { printf 'Content-Length: %d\r\n\r\n%s' "${#1}" "$1"; }

@test "clangd completes tex3D and jumps to lab7.h" {
    with_lab solutions lab7
    with_editor
    local uri text
    uri=$(jq -rn --arg path "$folder/step5_hardware.cu" '"file://" + ($path | @uri | gsub("%2F"; "/"))')
    text=$(jq -Rs . <<<'#include "lab7.h"
__global__ void k() { tex3 }
auto *address_of_a_function = &make_grid;')
    { # -sync: one after the other
        message '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}'
        message '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"'"$uri"'","languageId":"cuda","version":1,"text":'"$text"'}}}'
        message '{"jsonrpc":"2.0","id":1,"method":"textDocument/completion","params":{"textDocument":{"uri":"'"$uri"'"},"position":{"line":1,"character":26}}}'
        message '{"jsonrpc":"2.0","id":2,"method":"textDocument/definition","params":{"textDocument":{"uri":"'"$uri"'"},"position":{"line":2,"character":40}}}'
        message '{"jsonrpc":"2.0","id":3,"method":"shutdown"}'
        message '{"jsonrpc":"2.0","method":"exit"}'
    } | clangd -sync --background-index=false --log=error >"$BATS_TEST_TMPDIR/replies" 2>/dev/null
    run grep -aoE '"filterText":"tex3D"' "$BATS_TEST_TMPDIR/replies"
    assert_line --index 0 '"filterText":"tex3D"'
    run grep -aoE '"id":2,.*' "$BATS_TEST_TMPDIR/replies"
    assert_output --partial 'lab7/lab7.h'
}

@test "make editor: VS Code's files are JSON, what a student changed stays, and its matchers know what make check prints" {
    with_lab solutions lab9
    run make -s -C "$folder" editor
    assert_success
    local file expression
    for file in "$labs"/../.vscode/*.json "$labs/compile_commands.json"; do
        run -0 jq -e . "$file"
    done
    run jq -r '.[0].directory' "$labs/compile_commands.json"
    assert_output "$(cd "$folder" && pwd -P)"
    echo '{}' >"$labs/../.vscode/launch.json"
    run make -s -C "$labs" editor
    assert_line --partial "kept: "
    assert_equal "$(cat "$labs/../.vscode/launch.json")" '{}'
    # A finding, with its line.
    sed -i 's|(i < count)|(i <= count)|' "$folder/step3_half.cu"
    expression=$(jq -r '.tasks[0].problemMatcher[1].pattern.regexp' "$labs/common/editor/vscode/tasks.json")
    run make -s -C "$folder" DEVICE=cpu check STEP=3
    run grep -P "$expression" <<<"$output"
    assert_line --partial 'step3_half.cu:'
    # The compiler's own words are for the matcher that VS Code brings: FILE:LINE:COLUMN: error: ...
    echo 'int broken( {' >>"$folder/step2_address.cu"
    run make -s -C "$folder" DEVICE=cpu check
    assert_line --regexp '^step2_address.cu:[0-9]+:[0-9]+: error: '
}

@test "make debug stops in a kernel at the student's line, with threadIdx and locals" {
    command -v gdb >/dev/null || skip 'gdb is not installed: make setup'
    with_lab solutions lab9
    run make -s -C "$folder" debug STEP=3 <<<$'p threadIdx\np blockDim.x\nn\np i\ninfo args\nc\nq'
    assert_success
    assert_line 'block (0,0,0), thread (0,0,0)'
    assert_line --regexp '^17.*int i = blockIdx'
    assert_line --partial '= {x = 0, y = 0, z = 0}'
    assert_line --regexp '\$2 = 128$'
    assert_line --regexp '\$3 = 0$'
    refute_output --partial 'Error while running hook_stop'
    local line
    line=$(grep -n 'out\[i\] = tex1D' "$folder/step3_half.cu" | cut -d: -f1)
    run make -s -C "$folder" debug STEP=3 AT="step3_half.cu:$line if i == 1" <<<$'info locals\nq'
    assert_line 'block (0,0,0), thread (1,0,0)'
    assert_line --regexp '(^|\) )i = 1$'
}

@test "make debug takes the first check that is not ok, and says what to type without gdb or a step" {
    with_lab solutions lab9
    sed -i 's|return normalized ? centre|return !normalized ? centre|' "$folder/step3_half.cu"
    run make -s -C "$folder" -j2 DEVICE=cpu debug-program
    assert_success
    run bash -c 'cd "$1" && build/cpu-debug/lab9 here 3' - "$folder"
    assert_line 'step 3, centre_of'
    assert_line --regexp '^centre_of\('
    if command -v gdb >/dev/null; then
        run make -s -C "$folder" debug
        assert_line --partial 'Which step? make debug STEP=n'
    fi
    only sh
    PATH=$bin run sh "$labs/common/debug.sh" build/cpu-debug/lab9 3
    assert_failure 1
    assert_output 'make debug needs gdb; make doctor says what to type'
}

@test "the container has what doctor asks for" {
    local wanted
    run jq -er .build.dockerfile "$kit/.devcontainer/devcontainer.json"
    assert_output Dockerfile
    for wanted in g++ make entr gdb clangd git; do
        run grep -cF " $wanted " "$kit/.devcontainer/Dockerfile"
        assert_output 1
    done
}

@test "calls of the labs that are refused are explained in a sentence: a block of 16x16x16, a pitch, an extent, a width" {
    cd "$BATS_TEST_TMPDIR" || return
    cat >calls.cu <<'END'
__global__ void k(int *p) { p[0] = 1; }
int main() {
    float *grid;
    cudaArray_t array, wide;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMemcpy3DParms copy = {};
    cudaMalloc(&grid, 8 * 8 * 8 * sizeof(float));
    k<<<1, dim3(16, 16, 16)>>>((int *)grid);
    cudaGetLastError();
    cudaMalloc3DArray(&array, &format, make_cudaExtent(8, 8, 8));
    copy.dstArray = array;
    copy.kind = cudaMemcpyDeviceToDevice;
    copy.extent = make_cudaExtent(8, 8, 8);
    copy.srcPtr = make_cudaPitchedPtr(grid, 8, 8, 8);
    cudaMemcpy3D(&copy);
    copy.srcPtr = make_cudaPitchedPtr(grid, 8 * sizeof(float), 8, 8);
    copy.extent = make_cudaExtent(8 * sizeof(float), 8, 8);
    cudaMemcpy3D(&copy);
    cudaMalloc3DArray(&wide, &format, make_cudaExtent(100000, 8, 8));
    cudaFreeArray(array);
    cudaFree(grid);
}
END
    "$kit/labs/cpu/nvcc-cpu" --check calls.cu -o calls
    run ./calls
    assert_line --partial 'calls.cu:8: kernel launch returned cudaErrorInvalidValue: kernel k: the block of 16 x 16 x 16 has 4096 threads'
    assert_line --partial 'calls.cu:15: cudaMemcpy3D returned cudaErrorInvalidValue: srcPtr.pitch is 8 bytes'
    assert_line --partial 'calls.cu:18: cudaMemcpy3D: 128 bytes x 8 rows x 8 slices'
    assert_line --partial 'calls.cu:19: cudaMalloc3DArray returned cudaErrorInvalidValue: the width is 100000'
}

@test "reading past a constant array of another file names it, and does not call it local" {
    cd "$BATS_TEST_TMPDIR" || return
    echo 'struct Vertex { float x; }; __constant__ Vertex vert[4];' >vertices.cu
    cat >sum.cu <<'END'
struct Vertex { float x; };
extern __constant__ Vertex vert[4];
__global__ void k(float *p) {
    p[threadIdx.x] = vert[threadIdx.x].x;
}
int main() {
    float *p;
    cudaMalloc(&p, 8 * sizeof(float));
    k<<<1, 8>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
END
    "$kit/labs/cpu/nvcc-cpu" --check -rdc=true sum.cu vertices.cu -o sum
    run ./sum
    assert_failure 86
    assert_line --partial 'out-of-bounds-read: sum.cu:4: index 4 is outside vert of type Vertex [4]'
    refute_output --partial local
}

@test "make check in a folder that cannot be written says so" {
    with_lab labs lab9
    rm -rf "$folder/build"
    echo 'in the way' >"$folder/build" # root may write everywhere
    run make -s -C "$folder" DEVICE=cpu check
    assert_failure
    assert_line "Nothing can be built in $(cd "$folder" && pwd -P), which cannot be written: make doctor says what to do."
}

@test "a step that is done with the help of one that is not says which it may wait for" {
    with_lab labs lab8
    unifdef -t -DSOLUTION -USKELETON "$kit/solutions/lab8/step4_host.cu" >"$folder/step4_host.cu" || (($? == 1))
    run make -s -j2 -C "$folder" DEVICE=cpu check STEP=4
    assert_line --regexp '^step 4 +4 +increment_mapped +not begun, or waits for step 1$'
}

# errors_line STEP: what make check says of the step's functions where a CUDA call fails, in the lab that is in $folder.
errors_line() {
    # shellcheck disable=SC2016 # the inner shell's
    run bash -c 'make -s -C "$1" DEVICE=cpu check "STEP=$2" | grep -E "^step .*: errors "' - "$folder" "$1"
}

@test "make check lets CUDA calls fail: a lost error with the call's or the launch's line, a leak, an exit" {
    with_lab solutions lab6
    local line
    errors_line 2
    assert_output --regexp '^step 2 +[0-9]+ +hTestCM: errors +ok$'
    line=$(grep -n 'gTestCM<<<' "$folder/lab6.cu" | cut -d: -f1)
    sed -i '/^    CUDA_TRY_LAUNCH/d' "$folder/lab6.cu"
    errors_line 2
    assert_output --partial "[lost-error] hTestCM returns cudaSuccess although the launch at lab6.cu:$line failed"
    run make -s -C "$folder" DEVICE=cpu check STEP=2
    assert_failure
    assert_line --partial 'This launch was not checked: ask cudaGetLastError() behind it'
    assert_line --regexp '^step 2 .*hTestCM +ok$' # it is no other check's business
    # Asked for, and lost on the way.
    cp "$kit/solutions/lab6/lab6.cu" "$folder/"
    sed -i 's/^    CUDA_TRY_LAUNCH.*/    if (cudaGetLastError() != cudaSuccess) return cudaErrorUnknown;/' "$folder/lab6.cu"
    errors_line 2
    assert_output --partial "returns cudaErrorUnknown although kernel launch at lab6.cu:$line failed with cudaErrorLaunchOutOfResources"
    cp "$kit/solutions/lab6/lab6.cu" "$folder/"
    sed -i 's/^    cudaFree(d_b);/    if (error == cudaSuccess) cudaFree(d_b);/' "$folder/lab6.cu"
    errors_line 2
    assert_output --regexp '\[leak\] lab6.cu:[0-9]+: [0-9]+ bytes from cudaMalloc were never freed'
    sed -i 's/^    cudaFree(d_out);/    if (error != cudaSuccess) exit(3);\n&/' "$folder/lab63.cu"
    errors_line 5
    assert_output --partial 'ended the program with exit status 3'
    assert_output --partial 'where a call is let fail'
    run make -s -C "$folder" DEVICE=cpu check STEP=5
    assert_line --regexp '^  refused: lab63.cu:[0-9]+: cudaMalloc returned .*: it is let fail here'
}

@test "make check where nothing can be let fail says what to type, and calls nothing wrong" {
    with_lab solutions lab6
    run make -s -C "$folder" DEVICE=cpu CHECKFLAGS= check STEP=1
    assert_success
    assert_line --regexp '^step 1 +[0-9]+ +hInitCM: errors +needs the CPU device: make check DEVICE=cpu$'
    assert_line --partial 'more need the CPU device (make check DEVICE=cpu)'
}

@test "make check says what it builds the first time; it and make submit fail when something is wrong" {
    with_lab solutions lab9
    run make -s -C "$folder" DEVICE=cpu check STEP=3
    assert_success
    assert_line --index 0 --partial 'Building lab9 with all checks, the first time'
    assert_line '  compile step3_half.cu'
    run make -s -C "$folder" DEVICE=cpu check STEP=3
    assert_success
    refute_output --partial compile
    refute_output --partial Building
    sed -i 's|(i < count)|(i < count - 1)|' "$folder/step3_half.cu"
    run make -s -C "$folder" DEVICE=cpu check STEP=3
    assert_failure
    run make -s -C "$folder" DEVICE=cpu submit NAME=ada
    assert_failure
    assert_line --partial 'Hand in lab9-ada.tar.gz'
    assert_line --partial 'Something in it is wrong'
    assert [ -f "$folder/lab9-ada.tar.gz" ]
    echo 'int broken( {' >>"$folder/step2_address.cu"
    run make -s -C "$folder" DEVICE=cpu submit NAME=ada
    assert_failure
    assert_line --partial 'it does not compile here'
}
