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

teardown() {
    [[ ! -e $BATS_TEST_TMPDIR/copy ]] || chmod -R u+w "$BATS_TEST_TMPDIR/copy" # to be removed
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

@test "clang++ in g++'s place, and with --check words instead of wrong findings" {
    command -v clang++ >/dev/null || skip "clang++ is not installed"
    run "$nvcc_cpu" -ccbin clang++ hello.cu -o hello
    assert_success
    assert_output ""
    run ./hello
    assert_output "hello 3"
    run "$nvcc_cpu" -ccbin clang++ --check hello.cu
    assert_failure 2
    assert_output --partial "--check works with g++ only"
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
    wrong "-Werror hello.cu: this is no kind of warning" -Werror hello.cu
    wrong "'-c=3': -c takes no value" -c=3 hello.cu
    wrong "would overwrite" hello.cu -o ./hello.cu
    wrong "'sm_x' is no architecture" -arch=sm_x hello.cu
    wrong "one -o goes with one source" -c hello.cu hello.cu -o both.o
    mkdir folder.cu
    wrong "is a folder" folder.cu
}

@test "an unknown option: the nearest known one is named" {
    nearest() { # WRITTEN MEANT
        run "$nvcc_cpu" "$1" hello.cu
        assert_failure 2
        assert_output --partial "unknown option '$1'"
        assert_output --partial "did you mean '$2'?"
    }
    nearest --chekc --check
    nearest -relocatable-device-code- --relocatable-device-code
    nearest --relocatable-device=true --relocatable-device-code=true
    nearest --use-fast-math -use_fast_math
    nearest -Xcompiller -Xcompiler
    nearest -gencod -gencode
    nearest --dry_run --dryrun
    nearest -fmda=false -fmad=false
    nearest -Werro -Werror
    nearest -march=native -arch=native
    # what is far from all is not guessed, and what g++ knows is not called a slip
    for option in -frobnicate -Wall -fPIC -mtune=native -Ofast; do
        run "$nvcc_cpu" "$option" hello.cu
        assert_failure 2
        refute_output --partial "did you mean"
    done
}

# Every option of the table, by each of its names, as --help shows its value.
@test "every option of the table is taken, by each of its names" {
    # name, a value that it takes, and what must be seen in the commands (or that it is refused)
    value_of() {
        case $1 in
        -o | -MF | -time) echo "made" ;;
        -odir | -keep-dir | -I | -isystem | -L) echo there ;;
        -MT | -MQ) echo target ;;
        -x) echo cu ;;
        -rdc | -ftz | -prec-div | -prec-sqrt | -fmad) echo true ;;
        -D | -U) echo NAME ;;
        -include) echo "before.h" ;;
        -O | -maxrregcount | -t | -split-compile | -diag-*) echo 2 ;;
        -std) echo c++20 ;;
        -arch | -code) echo sm_80 ;;
        -gencode) echo arch=compute_80,code=sm_80 ;;
        -l) echo m ;;
        -m) echo 64 ;;
        -Xcompiler) echo -Wextra ;;
        -Xlinker) echo -s ;;
        -ccbin) echo g++ ;;
        -Werror) echo all-warnings ;;
        -cudart) echo static ;;
        -default-stream) echo legacy ;;
        *) echo -v ;;
        esac
    }
    seen_of() {
        case $1 in
        -o) echo "-o made" ;;
        -odir) echo "-o there/hello.o" ;;
        -c | -dw) echo '-o hello.o' ;;
        -dc | -rdc) echo 'D__CUDACC_RDC__' ;;
        -dlink) echo a_dlink.o ;;
        -lib) echo 'ar rcs a.a' ;;
        -E) echo ' -E ' ;;
        -I | -isystem) echo "$1 there " ;;
        -D | -U) echo "$1NAME" ;;
        -include) echo "--include before.h" ;;
        -expt-relaxed-constexpr) echo " --relaxed-constexpr " ;;
        -O) echo -O2 ;;
        -std) echo -std=c++20 ;;
        -arch | -gencode) echo '--arch 800' ;;
        -g | -lineinfo | -pg) echo ' -g ' ;;
        -G) echo ' -O0 ' ;;
        -l) echo ' -lm ' ;;
        -L) echo -Lthere ;;
        -Xcompiler) echo -Wextra ;;
        -Xlinker) echo '-Xlinker -s' ;;
        -w) echo ' -w ' ;;
        -Werror) echo ' -Werror ' ;;
        --check) echo libcpudev-check.a ;;
        --help) echo usage: ;;
        --version) echo release ;;
        esac
    }
    commands() { # OPTION...: without the temporary folder's name
        run "$nvcc_cpu" --dryrun "$@" hello.cu
        output=${output//nvcc-cpu.??????\//}
    }
    tried=0
    mkdir there
    : >before.h
    help=$("$nvcc_cpu" --help)
    commands
    without=$output
    while IFS='|' read -r names form group; do
        read -ra all <<<"$names"
        for name in "${all[@]}"; do
            first=${all[0]} ways=("$name")
            if [[ $form != BARE ]]; then
                ways=("$name $(value_of "$first")" "$name=$(value_of "$first")")
                run "$nvcc_cpu" hello.cu "$name"
                assert_failure 2
                assert_output --partial "a value is missing after $name"
            fi
            [[ $form != JOINED* || $first != "$name" ]] || ways+=("$name$(value_of "$first")")
            for way in "${ways[@]}"; do
                [[ $first != -odir ]] || way+=' -c'
                # shellcheck disable=SC2086 # words
                commands $way
                if [[ $group == GROUP_REFUSED ]]; then
                    assert_failure 2
                    assert_output --partial "$name: the CPU device makes"
                else
                    assert_success
                    assert_output --partial -- "$(seen_of "$first")"
                    [[ $group != GROUP_IGNORED ]] || assert_equal "$output" "$without"
                fi
            done
            tried=$((tried + 1))
        done
        [[ $help == *" $first"* ]]
    done < <(tr -d '\n' <"$repo/labs/cpu/driver/options.c" |
        grep -oE '\{"-[^"]*", *(BARE|TAKES|JOINED|JOINED_DIGITS),[^}]*\}' |
        sed -E 's/^\{"([^"]*)", *([A-Z_]+),.*(IGNORED|REFUSED|GROUP_[A-Z]+).*/\1|\2|\3/; s/\|(IGNORED|REFUSED)$/|GROUP_\1/')
    echo "tried $tried names"
    ((tried > 110))
}

@test "an -isystem folder is one to g++, too: no warnings, and not in -MM" {
    mkdir quiet loud
    printf '#pragma once\n__device__ inline int f(int x) { int unused; return x + 1; }\n' >quiet/quiet.h
    printf '#pragma once\n__device__ inline int g(int x) { int spare; return x + 1; }\n' >loud/loud.h
    printf '#include "quiet.h"\n#include <loud.h>\n' | cat - hello.cu >a.cu
    printf '#include "quiet.h"\n' >quiet/loud.h # -I comes first, wherever it stands
    run "$nvcc_cpu" -isystem quiet -I loud -Xcompiler -Wall -c a.cu
    assert_success
    refute_output --partial "'unused'"
    refute_output --partial "unused’"
    assert_output --partial "loud/loud.h:2:38: warning: unused variable"
    run "$nvcc_cpu" -isystem quiet -I loud -MM a.cu
    assert_output "a.o: a.cu loud/loud.h"
    run "$nvcc_cpu" -isystem quiet -I loud -M a.cu
    assert_output "a.o: a.cu quiet/quiet.h loud/loud.h"
    # an error there is told all the same
    printf 'int wrong = nothing;\n' >>quiet/quiet.h
    run "$nvcc_cpu" -isystem quiet -I loud -c a.cu
    assert_failure 1
    assert_output --partial "quiet/quiet.h:3:13: error:"
}

@test "rules for make name lasting objects, in every mode and language" {
    printf '#include "n.h"\nint main() { return n(); }\n' >main.cpp
    printf 'inline int n() { return 0; }\n' >n.h
    run "$nvcc_cpu" -MM main.cpp
    assert_output "main.o: main.cpp n.h"
    [ ! -e main.o ]
    run "$nvcc_cpu" -MM -odir objects -MF rule main.cpp
    assert_output ""
    run cat rule
    assert_output "objects/main.o: main.cpp n.h"
    run "$nvcc_cpu" -MMD main.cpp hello.cu -o program
    assert_failure # two mains
    run "$nvcc_cpu" -MMD hello.cu -o program
    assert_success
    run cat hello.d
    assert_output "hello.o: hello.cu"
    # shellcheck disable=SC2016 # make's dollars
    run "$nvcc_cpu" -MM -MT a -MQ 'b $c' hello.cu
    # shellcheck disable=SC2016
    assert_output 'a b\ $$c: hello.cu'
}

@test "when a tool of its is killed it ends so itself, and leaves nothing" {
    mkdir temporary killed
    printf '#!/bin/sh\nkill -9 $$\n' >killed/g++
    chmod +x killed/g++
    cp hello.cu other.cu
    for files in hello.cu 'hello.cu other.cu'; do
        # shellcheck disable=SC2086 # one file or two
        TMPDIR=$PWD/temporary run "$nvcc_cpu" -ccbin killed -c $files
        assert_equal "$status" 137
        assert_output --regexp '^nvcc-cpu: fatal error: Killed signal terminated program .*g\+\+'
        run ls temporary
        assert_output ''
    done
}

@test "killed, it takes its compilers and its temporary folder along" {
    mkdir temporary slow
    cat >slow/g++ <<'SH'
#!/bin/sh
echo $$ >>compilers
exec sleep 100
SH
    chmod +x slow/g++
    cp hello.cu other.cu
    for signal in INT TERM HUP; do
        for files in hello.cu 'hello.cu other.cu'; do
            : >compilers
            # shellcheck disable=SC2086 # one file or two; env: a shell's background ignores SIGINT
            TMPDIR=$PWD/temporary env --default-signal=INT "$nvcc_cpu" -ccbin slow -c $files 3>&- &
            driver=$!
            until (($(wc -l <compilers) == $(wc -w <<<"$files"))); do sleep 0.05; done
            [ -n "$(ls temporary)" ]
            kill "-$signal" "$driver"
            status=0
            wait "$driver" || status=$?
            assert_equal "$status" "$((128 + $(kill -l "$signal")))"
            run ls temporary
            assert_output ""
            while read -r compiler; do
                run kill -0 "$compiler"
                assert_failure
            done <compilers
        done
    done
}

@test "constant memory beyond 64 KiB leaves no object behind, for make to take" {
    printf '__constant__ char big[65537];\n__global__ void k(char *p) { *p = big[0]; }\n' >big.cu
    run "$nvcc_cpu" -c big.cu
    assert_failure 1
    assert_output --partial "big.cu: error: 65537 bytes of constant memory are used"
    [ ! -e big.o ]
    run "$nvcc_cpu" -rdc=true -c big.cu
    assert_failure 1
    assert_output --partial "big.cu: error: 65537 bytes of constant memory are used"
    printf '__constant__ char a[40000];\n' >a.cu
    printf '__constant__ char b[40000];\nint main() {}\n' >b.cu
    run "$nvcc_cpu" a.cu b.cu -o apart
    assert_success
    run "$nvcc_cpu" -rdc=true -c a.cu b.cu
    assert_success
    ar rcsT thin.a a.o
    ar rcs fat.a a.o
    for library in a.o thin.a fat.a; do
        run "$nvcc_cpu" b.o "$library" -o together
        assert_failure 1
        assert_output --partial "together: error: 80000 bytes of constant memory are used"
    done
    # what is cut off is the linker's matter
    for size in 64 700; do
        head -c "$size" a.o >cut.o
        head -c "$size" fat.a >cut.a
        run "$nvcc_cpu" b.o cut.o -o together
        assert_failure 1
        run "$nvcc_cpu" b.o cut.a -o together
        [ "$status" -le 1 ]
    done
}

@test "a runtime for another processor: NVCC_CPU_BUILD" {
    run env NVCC_CPU_BUILD="$PWD/none" "$nvcc_cpu" hello.cu
    assert_failure 3
    assert_output --partial "no libcpudev-check.a is there"
    mkdir other
    cp "$repo"/labs/cpu/build/libcpudev*.a other
    run env NVCC_CPU_BUILD=other "$nvcc_cpu" -v hello.cu -o hello
    assert_success
    assert_output --partial ' other/libcpudev.a '
    "$nvcc_cpu" -c hello.cu
    printf '\xb7' | dd of=hello.o bs=1 seek=18 conv=notrunc status=none # EM_AARCH64
    run "$nvcc_cpu" hello.o -o hello
    assert_failure 3
    assert_output --partial "the objects are for AArch64, the CPU device in $repo/labs/cpu/build is for x86-64"
}

@test "a mark of UTF-8 hides no #include in the first line" {
    printf '\xef\xbb\xbf#include "part.cuh"\n__global__ void b(int *p) { a_of(p); }\nint main() { launch(nullptr); return 0; }\n' >marked.cu
    printf '\xef\xbb\xbf#pragma once\n__device__ void a_of(int *p) { *p = 1; }\n__global__ void a(int *p) { a_of(p); }\nvoid launch(int *p) { a<<<1, 1>>>(p); }\n' >part.cuh
    run "$nvcc_cpu" -c marked.cu -o marked.o
    assert_success
    refute_output
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
    from_copy() { # [NAME=VALUE]...: compiles with the copy, which builds itself without a warning
        run env WERROR=-Werror "$@" "${box[@]}" copy/nvcc-cpu hello.cu -o hello
    }
    from_copy XDG_CACHE_HOME="$PWD/cache"
    assert_success
    assert_output --partial "first use"
    run ./hello
    assert_output "hello 3"
    from_copy XDG_CACHE_HOME="$PWD/cache"
    assert_success
    assert_output ""

    # A folder in which others could have put a program: nothing of it is run.
    number=$(ls cache/nvcc-cpu)
    mkdir temporary
    foreign=$PWD/temporary/nvcc-cpu-$(id -u)
    refused() {
        from_copy XDG_CACHE_HOME=/dev/null TMPDIR="$PWD/temporary"
        assert_failure 3
        assert_output --partial "nor $foreign is a folder of yours alone"
        refute_output --partial mine
        rm -rf "$foreign" hello
    }
    plant() { # FOLDER
        mkdir -p "$1/$number"
        printf '#!/bin/sh\necho mine now\n' >"$1/$number/driver"
        chmod 755 "$1/$number/driver"
    }
    plant "$foreign"
    chmod 777 "$foreign"
    refused
    plant "$foreign"
    chmod 777 "$foreign/$number"
    refused
    plant elsewhere
    ln -s "$PWD/elsewhere" "$foreign"
    refused
    if ((EUID == 0)); then
        plant "$foreign"
        chown -R 65534 "$foreign"
        refused
    fi
    # the user's own is taken
    mkdir -m 700 "$foreign"
    cp -r "cache/nvcc-cpu/$number" "$foreign"
    from_copy XDG_CACHE_HOME=/dev/null TMPDIR="$PWD/temporary"
    assert_success
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

@test "-w silences warnings, and not what nvcc refuses too" {
    printf '%s\n' 'int total;' 'static int helper(int a) { int unused; return a + 1; }' \
        '__global__ void k(int *o) { int unused; o[0] = total; o[1] = helper(2); }' \
        'int main() { int unused; k<<<1, 1>>>(nullptr); }' >wrong.cu
    printf '%s\n' 'int total;' '__global__ void k(int *o) { int total = 3, unused; o[0] = total; }' \
        'template <class T> __global__ void t(T *o) { o[0] = *(T *)(&total); }' \
        'int main() { int unused; total = 4; k<<<1, 1>>>(nullptr); }' >right.cu
    local silence
    for silence in -w '-w -Xcompiler -Wall' '-Xcompiler -Wall,-w' '-w -Werror all-warnings -Xcompiler -Wall'; do
        # shellcheck disable=SC2086 # several words
        run "$nvcc_cpu" $silence -c -o t.o wrong.cu
        assert_failure 1
        assert_line --partial "wrong.cu:3:48: error: device code uses the host variable 'total'"
        assert_line --partial "error: device code calls the host function 'helper'"
        refute_output --partial 'warning'
        refute_output --partial "'unused'"
        # shellcheck disable=SC2086
        run "$nvcc_cpu" $silence -c -o t.o right.cu
        assert_success
        refute_output
    done
}

@test "--precompile saves time and nothing else: same objects, other macros and options read the plain header" {
    cp -r "$repo/labs/cpu" copy
    rm -rf copy/build/precompiled
    local compile=("$PWD/copy/nvcc-cpu" --check -O1 -g -rdc=true)
    cat >prefix.cu <<'CU'
#include <cmath>
__global__ void k(float *o) { o[threadIdx.x] = sqrtf(o[threadIdx.x]) + fmaxf(N, 2.0f); }
#ifdef __CUDACC_RDC__
int is_rdc = 1;
#endif
int main() { k<<<1, 1>>>(nullptr); }
CU
    "${compile[@]}" -DN=3 -c prefix.cu -o without.o
    run "${compile[@]}" --precompile -DN=4
    assert_success
    refute_output
    run find copy/build/precompiled -name nvcc.h.gch
    assert_equal "${#lines[@]}" 1
    "${compile[@]}" -DN=3 -c prefix.cu -o with.o
    "${compile[@]}" -DN=3 --keep --keep-dir . -c prefix.cu -o kept.o
    run grep -c pch_preprocess prefix.ii # it was read
    assert_output 1
    local object
    for object in with kept; do
        run diff <(objdump -dr without.o | tail -n +4) <(objdump -dr $object.o | tail -n +4)
        assert_output ''
        assert_equal "$(readelf -SW $object.o | grep -o 'cpudev_[a-z]*' | sort)" "$(readelf -SW without.o | grep -o 'cpudev_[a-z]*' | sort)"
    done
    # A macro that meets a name of the headers, another option, a header that changed.
    run "${compile[@]}" -DN=3 -Dcount=number -Dsize=bytes -c prefix.cu -o macro.o
    assert_success
    refute_output
    "$PWD/copy/nvcc-cpu" --check -O2 -g -DN=3 -c prefix.cu -o other.o
    sed -i '1i static const int added_to_the_header = 5;' copy/include/cpu_device/nvcc.h
    "${compile[@]}" '-DN=added_to_the_header' -c prefix.cu -o changed.o
    # The old one goes with the next.
    "${compile[@]}" --precompile
    run find copy/build/precompiled -name nvcc.h.gch
    assert_equal "${#lines[@]}" 1
}

@test "--precompile in a folder that cannot be written does nothing, and says nothing" {
    cp -r "$repo/labs/cpu" copy
    rm -rf copy/build/precompiled
    touch copy/build/precompiled # in the way, for root too
    run copy/nvcc-cpu --precompile
    assert_success
    refute_output
    run copy/nvcc-cpu hello.cu -o hello
    assert_success
}

@test "what compilers say is read, so they say it in English, whatever the user's language is" {
    # shellcheck disable=SC2016 # the stand-in's text
    printf '#!/bin/sh\ncase $* in *--version*) exec g++ "$@" ;; esac\necho "said in $LC_ALL${LANGUAGE+, or $LANGUAGE}" >&2\nexit 1\n' >g++-stand-in
    chmod +x g++-stand-in
    LANGUAGE=de:fr LC_ALL=de_DE.UTF-8 NVCC_CPU_CXX=$PWD/g++-stand-in run "$nvcc_cpu" hello.cu
    assert_failure 1
    assert_output --partial 'said in C.UTF-8'
    refute_output --partial ', or'
}

@test "what the CPU device has not is told in one line and once, at the student's line, with no path of ours" {
    cat >simd.cu <<'CU'
__global__ void k(unsigned *p) {
    p[0] = __vadd4(p[0], 1);
    if (__isGlobal(p)) p[1] = __vadd4(p[1], 1);
}
int main() {
    cudaGraph_t g;
    k<<<1, 1>>>(nullptr);
    return cudaGraphCreate(&g, 0);
}
CU
    for flags in '' '--check -g'; do
        # shellcheck disable=SC2086 # several words
        run "$nvcc_cpu" $flags simd.cu
        assert_failure 1
        assert_equal "$(grep -v '^ ' <<<"$output" | grep -v 'In function' | sort)" "simd.cu:2:19: error: __vadd4: the CPU device has no SIMD intrinsics
simd.cu:3:19: error: __isGlobal: the CPU device has no addresses that tell their kind of memory
simd.cu:3:38: error: __vadd4: the CPU device has no SIMD intrinsics
simd.cu:8:27: error: cudaGraphCreate: the CPU device has no graphs"
        refute_output --partial labs/cpu
    done
}
