#!/usr/bin/env bats
# nvcc-cpu as a command: options, inputs, exit statuses, and the places it must work in.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    nvcc_cpu=$repo/labs/cpu/nvcc-cpu
    cd "$BATS_TEST_TMPDIR" || return
    cat >hello.cu <<'CU'
#include <cstdio>
#ifndef N
#define N 3
#endif
__global__ void k(int n) {
    printf("hello %d\n", n);
}
int main() {
    k<<<1, 1>>>(N);
    return cudaDeviceSynchronize();
}
CU
}

@test "one file, default output, -o" {
    run "$nvcc_cpu" hello.cu
    assert_success
    assert_output ""
    run ./a.out
    assert_output "hello 3"
    run "$nvcc_cpu" -o hello -DN=4 hello.cu
    assert_success
    run ./hello
    assert_output "hello 4"
}

@test "the options of a Makefile written for nvcc" {
    run "$nvcc_cpu" -O3 -g -G -lineinfo -std=c++11 -arch=sm_35 -gencode arch=compute_90,code=sm_90 \
        '--generate-code=arch=compute_80,code=[sm_80,compute_80]' -Xcompiler -Wall,-Wextra \
        --compiler-options '-fno-common' -Xptxas -v -Xptxas=-O3 --ptxas-options=-v -use_fast_math -m64 \
        --expt-relaxed-constexpr -maxrregcount=32 -D M=1 -D N=5 -U M -I . -I. -L/usr/lib -L . -lm -lcudart \
        -lcuda -rdc=true --relocatable-device-code=false -Wno-deprecated-gpu-targets -ccbin g++ \
        --default-stream per-thread -diag-suppress 177 -t 2 hello.cu -o hello
    assert_success
    run ./hello
    assert_output "hello 5"
}

@test "a lab file compiles in under a second" {
    printf '#include <iostream>\n#include <vector>\n#include <cmath>\n' | cat - hello.cu >lab.cu
    "$nvcc_cpu" -c hello.cu # builds the runtime if it must
    TIMEFORMAT='%U %S' # of the processor: other tests run at the same time
    read -r user system < <({ time "$nvcc_cpu" -c lab.cu; } 2>&1)
    echo "$user s + $system s"
    awk -v t="$user" -v u="$system" 'BEGIN { exit !(t + u < 1) }'
}

@test "several files of several languages, objects and libraries" {
    printf 'extern "C" int from_c(void);\n#include <cuda_runtime.h>\nvoid run(int);\nint main() { int n; cudaGetDeviceCount(&n); run(from_c() + n); }\n' >main.cpp
    printf '#include <cuda_runtime_api.h>\nint from_c(void) { struct dim3 d = {40, 1, 1}; return (int)d.x; }\n' >part.c
    printf '#include <cstdio>\n__global__ void k(int x) { printf("%%d\\n", x); }\nvoid run(int x) { k<<<1, 1>>>(x); cudaDeviceSynchronize(); }\n' >kernels.cu
    run "$nvcc_cpu" main.cpp part.c kernels.cu -o program
    assert_success
    run ./program
    assert_output 41
    run "$nvcc_cpu" -c main.cpp part.c kernels.cu
    assert_success
    run "$nvcc_cpu" -lib part.o kernels.o -o libparts.a
    assert_success
    run "$nvcc_cpu" main.o -L. -lparts -o linked
    assert_success
    run ./linked
    assert_output 41
    mv kernels.cu kernels.txt
    run "$nvcc_cpu" main.cpp part.o -x cu kernels.txt -o program
    assert_success
    run ./program
    assert_output 41
}

@test "separate compilation: -dc, -dlink, link" {
    printf '__device__ int f(int x) { return x + 1; }\n' >f.cu
    printf '#include <cstdio>\nextern __device__ int f(int);\n__global__ void k() { printf("%%d\\n", f(1)); }\nint main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n' >main.cu
    run "$nvcc_cpu" -dc main.cu f.cu
    assert_success
    run "$nvcc_cpu" -dlink main.o f.o -o linked.o
    assert_success
    run "$nvcc_cpu" main.o f.o linked.o -o program
    assert_success
    run ./program
    assert_output 2
    run "$nvcc_cpu" main.cu f.cu -o program
    assert_failure 1
    assert_output --partial "main.cu:3:38: error: no definition of the device function 'f'"
}

@test "objects remember --check: the link needs no option" {
    printf '__global__ void k(int *p) { p[4] = 1; }\nint main() { int *p; cudaMalloc(&p, 16); k<<<1, 1>>>(p); cudaDeviceSynchronize(); cudaFree(p); }\n' >bad.cu
    run "$nvcc_cpu" --check -c bad.cu
    assert_success
    run "$nvcc_cpu" bad.o -o bad
    assert_success
    run ./bad
    assert_failure 86
    assert_output --partial "cpu-device: out-of-bounds-write: bad.cu:1:"
}

@test "dependencies for make: -M, -MM, -MD with -MF, -MT and -MP" {
    printf 'inline int n() { return 1; }\n' >"n.h"
    printf '#include "n.h"\n#include <cstdio>\n' | cat - hello.cu >a.cu
    run "$nvcc_cpu" -MM a.cu
    assert_success
    assert_output "a.o: a.cu n.h"
    run "$nvcc_cpu" -MD -MP -c a.cu
    assert_success
    run cat a.d
    assert_line "a.o: a.cu n.h"
    assert_line "n.h:"
    run "$nvcc_cpu" -MMD -MF other.d -MT target -c a.cu
    assert_success
    run cat other.d
    assert_output "target: a.cu n.h"
}

@test "-E prints the program, -v and --dryrun the commands" {
    run "$nvcc_cpu" -E hello.cu
    assert_success
    assert_output --partial "hello %d"
    run "$nvcc_cpu" --dryrun hello.cu -o none
    assert_success
    assert_output --partial "libcpudev.a"
    [ ! -e none ]
}

@test "--help, --version" {
    run "$nvcc_cpu" --help
    assert_success
    assert_line --partial "Accepted and ignored"
    run "$nvcc_cpu" --version
    assert_success
    assert_output --partial "release 13.0"
}

@test "wrong usage: status 2 and what is wrong" {
    wrong() { # MESSAGE ARGUMENT...
        local message=$1
        shift
        run "$nvcc_cpu" "$@"
        assert_failure 2
        assert_output --partial "$message"
    }
    wrong "usage:"
    wrong "unknown option '-frobnicate'" -frobnicate hello.cu
    wrong "unknown option '--frob=3'" --frob=3 hello.cu
    wrong "-Xcompiler -Wall" -Wall hello.cu
    wrong "'none.cu': no such file" none.cu
    wrong "a value is missing after -o" hello.cu -o
    wrong "what kind of file" "$repo/README.md"
    wrong "use nvcc for that" -ptx hello.cu
    wrong "-rdc=maybe" -rdc=maybe hello.cu
    wrong "-O7" -O7 hello.cu
    wrong "not this library" hello.cu -lcublas
    wrong "no input files" -O2
    wrong "one -o goes with one source" -c hello.cu hello.cu -o both.o
    mkdir folder.cu
    wrong "is a folder" folder.cu
}

@test "a file in UTF-16, an empty file, an unreadable one" {
    printf '\xff\xfei\0n\0t\0' >wide.cu
    run "$nvcc_cpu" -c wide.cu
    assert_failure 1
    assert_output --partial "save it as UTF-8"
    : >empty.cu
    run "$nvcc_cpu" -c empty.cu
    assert_success
}

@test "names with blanks and non-ASCII letters, from any folder" {
    mkdir -p "мой код/a b"
    cp hello.cu "мой код/a b/программа 1.cu"
    printf '#include "a b/программа 1.cu"\n' >"мой код/main.cu"
    run "$nvcc_cpu" "мой код/main.cu" -o "мой код/про грамма"
    assert_success
    run "./мой код/про грамма"
    assert_output "hello 3"
    cd "мой код/a b"
    run "$nvcc_cpu" "программа 1.cu" -o вывод
    assert_success
    run ./вывод
    assert_output "hello 3"
}

@test "without a compiler it says what to install" {
    run env NVCC_CPU_CXX=no-such-g++ "$nvcc_cpu" hello.cu
    assert_failure 3
    assert_output --partial "no-such-g++ is not installed"
    assert_output --partial "apt-get install g++ make"
}

@test "a read-only installation without a build makes its runtime in the user's cache" {
    cp -r "$repo/labs/cpu" copy
    rm -rf copy/build
    chmod -R a-w copy
    box=()
    if ((EUID == 0)); then # root may write everywhere: mount the copy read-only
        box=(bwrap --dev-bind / / --ro-bind "$PWD/copy" "$PWD/copy")
        "${box[@]}" true || skip "no bubblewrap here"
    fi
    run env XDG_CACHE_HOME="$PWD/cache" "${box[@]}" copy/nvcc-cpu hello.cu -o hello
    chmod -R u+w copy
    assert_success
    assert_output --partial "first use"
    run ./hello
    assert_output "hello 3"
    run env XDG_CACHE_HOME="$PWD/cache" "${box[@]}" copy/nvcc-cpu hello.cu -o hello
    assert_output ""
}

@test "in a box with /usr, the CPU device and the work folder alone" {
    bwrap --dev-bind / / true || skip "no bubblewrap here"
    "$nvcc_cpu" -c hello.cu
    run bwrap --unshare-all --clearenv --setenv PATH /usr/bin --setenv TMPDIR /tmp --ro-bind /usr /usr \
        --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev \
        --ro-bind-try /etc/alternatives /etc/alternatives --tmpfs /tmp --ro-bind "$repo/labs/cpu" /device \
        --bind "$BATS_TEST_TMPDIR" /submission --chdir /submission \
        bash -c '/device/nvcc-cpu hello.cu -o hello && ./hello'
    assert_success
    assert_output "hello 3"
}

@test "no temporary files stay behind" {
    mkdir temporary
    TMPDIR=$PWD/temporary "$nvcc_cpu" hello.cu
    run ls temporary
    assert_output ""
}
