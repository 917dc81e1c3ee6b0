#!/usr/bin/env bats
# shellcheck disable=SC2016 # the single quotes hold programs of jq and awk
# labprof: its tables from traces recorded on a GPU, programs of the CPU device, and its usage.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup_file() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    export repo profiler=$repo/grader/profiler records=$repo/tests/records/profiler
    make -s -C "$profiler" build/print
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

print() { "$profiler/build/print" "$@"; }

# mode NAME FILTER: what labprof recorded of a mode of tests/gpu/programs.cu.
mode() { jq -c --arg mode "$1" ".[] | select(.mode == \$mode) | $2" "$records/modes.json"; }

@test "the summary has nvprof's columns, kernels by time, demangled names and API calls" {
    run -0 print "$records/plain.trace"
    assert_line "            Type  Time(%)      Time     Calls       Avg       Min       Max  Name"
    assert_line --regexp '^ GPU activities: +[0-9.]+% .*\[CUDA memcpy DtoH\]$'
    assert_line --regexp '^ +[0-9.]+% +1[0-9.]+us +3 +4\.[0-9]+us .* scale\(int const\*, int\*, int\)$'
    assert_line --regexp '^ +API calls: .* cudaMalloc$'
    refute_output --partial Incomplete
}

@test "the trace has grid, block, registers, shared memory, stream and throughput" {
    run -0 print --trace "$records/plain.trace"
    assert_line --regexp '\(4096 1 1\) +\(256 1 1\) +16 +0B +1\.0000KB .* NVIDIA H200 \(0\) +1 +7  scale\('
    assert_line --regexp '4\.0000MB +[0-9.]+GB/s +Pageable +Device .*\[CUDA memcpy HtoD\]'
}

@test "the CSV forms have a line of units and as many fields in every line" {
    run -0 print --csv "$records/plain.trace"
    assert_line '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"'
    assert_line --regexp '^,%,[mnu]?s,,[mnu]?s,[mnu]?s,[mnu]?s,$'
    print --csv --trace "$records/plain.trace" | grep -v '^==' | sed 's/"[^"]*"/x/g' >csv
    run -0 awk -F, '{ print NF }' csv
    run -0 sort -u <<<"$output"
    assert_output 19
}

@test "the JSON form is one object with the same numbers" {
    run -0 print --json "$records/plain.trace"
    run -0 jq -c '[.schema, .device_name, .complete, .kernels[0].calls, .kernels[0].grid, .kernels[0].registers,
                   (.copies | map({(.name): .calls}) | add)]' <<<"$output"
    assert_output '["gpu-memory-labs/profile/1","NVIDIA H200",true,3,[4096,1,1],16,{"[CUDA memcpy DtoH]":1,"[CUDA memcpy HtoD]":2,"[CUDA memset]":1}]'
}

@test "driver calls that a runtime call makes are not counted a second time" {
    printf '%s\n' $'process\t1\tp' $'runtime\t10\t100\t7\t1\tcudaMalloc_v3020' $'driver\t20\t90\t7\t1\tcuMemAlloc_v2' \
        $'driver\t200\t210\t7\t2\tcuInit' $'driver\t20\t90\t8\t3\tcuCtxSynchronize' end >calls.trace
    run -0 print --json calls.trace
    run -0 jq -c '[.api[].name] | sort' <<<"$output"
    assert_output '["cuCtxSynchronize","cuInit","cudaMalloc"]'
}

@test "a killed program's trace is kept and marked; a last line cut short does no harm" {
    run -0 print "$records/killed.trace"
    assert_line --partial "Incomplete: the program ended without CUDA's exit"
    assert_line --partial "spin(unsigned long long)"
    { cat "$records/killed.trace" && printf 'kernel\t12\t1'; } >cut.trace
    print --json "$records/killed.trace" >whole.json
    run -0 print --json cut.trace
    assert_equal "$output" "$(cat whole.json)"
}

@test "a program killed while a kernel hung keeps what it did before; that kernel has no time" {
    print --json "$records/hang.trace" >hang.json
    run -0 jq -c '[.complete, (.kernels | map({(.name | sub("\\(.*"; "")): [.calls, (.time_ns == null)]}) | add)]' hang.json
    assert_output '[false,{"scale":[3,false],"spin":[1,true]}]'
}

@test "several processes are summed up, and said to be" {
    run -0 print "$records/fork.trace"
    assert_line --partial "2 processes used CUDA"
    assert_line --regexp ' 6 .* scale\('
}

@test "recorded on an H200: cudaDeviceReset, early exit, streams, fork, kill" {
    run -0 mode reset '[.complete, .kernels[0].calls]'
    assert_output '[true,6]'
    run -0 mode early-exit '[.status, .complete, .kernels[0].calls]'
    assert_output '[3,true,1]'
    run -0 mode streams '[.complete, .kernels[0].calls]'
    assert_output '[true,4]'
    run -0 mode fork '[.processes, .complete, .kernels[0].calls]'
    assert_output '[2,true,6]'
    run -0 mode fork-after '[.processes, .complete, .kernels[0].calls]'
    assert_output '[1,true,3]'
    run -0 mode killed '[.status, .complete, (.kernels[0].calls > 1000)]'
    assert_output '[137,false,true]'
}

@test "recorded on an H200: an endless kernel, killed after 7 s or terminated after 2 s, loses its time alone" {
    local how
    for how in hang terminated; do
        run -0 mode "$how" '[.complete, (.kernels | map({(.name | sub("\\(.*"; "")): [.calls, (.time_ns == null)]}) | add)]'
        assert_output '[false,{"scale":[3,false],"spin":[1,true]}]'
    done
    run -0 mode long '.kernels | map(.time_ns > 2400000000) | any'
    assert_output true
}

@test "recorded on an H200: at most 0.15 s more to start and end, at most 3 us a launch" {
    # Medians of five runs each.
    run -0 awk -F '\t' '
        function median(key,    n, i, j, t) {
            n = count[key]
            for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++)
                if (value[key, j] < value[key, i]) { t = value[key, i]; value[key, i] = value[key, j]; value[key, j] = t }
            return value[key, int((n + 1) / 2)]
        }
        { key = $1 " " $2; value[key, ++count[key]] = $3 }
        END {
            if (count["start labprof"] < 5 || count["launch_us labprof"] < 5) print "too few runs"
            if (median("start labprof") - median("start plain") > 0.15) print "start too slow"
            if (median("launch_us labprof") - median("launch_us plain") > 3) print "launch too slow"
            if (median("launches_20 ncu") < 10 * median("launches_20 labprof")) print "not 10 times faster than ncu"
        }' "$records/cost.tsv"
    assert_output ''
}

@test "a program of the CPU device: its launches and counts, in the same tables" {
    cat >lab.cu <<'CODE'
#include <cstdio>
__constant__ int c[4];
__global__ void scale(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] * c[i % 4];
}
int main() {
    int host[4] = {1, 2, 3, 4}, *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMemset(a, 1, 4096);
    cudaMemcpyToSymbol(c, host, sizeof host);
    scale<<<8, 128>>>(a, b, 1024);
    scale<<<8, 128>>>(a, b, 1024);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    return host[0] == 0;
}
CODE
    "$repo/labs/cpu/nvcc-cpu" --check lab.cu -o lab
    run -0 "$repo/grader/labprof" ./lab
    assert_line --regexp 'GPU activities: +- +- +2 .* scale$'
    assert_line --regexp '^ +4  constant: words per request$'
    run -0 "$repo/grader/labprof" --json --log-file profile.json ./lab
    run -0 jq -c '[.device_name, .complete, .kernels[0].calls, .kernels[0].grid, .kernels[0].counts["constant: words per request"]]' profile.json
    assert_output '["CPU device",true,2,[8,1,1],4]'
}

@test "the library compiles against the records of CUDA 11.8, 12.0, 12.8 and 13" {
    local cuda=${CUDA_HOME:-/usr/local/cuda} version
    [[ -f $cuda/include/cupti.h ]] || skip "needs the CUDA toolkit: no cupti.h here"
    grep -q ActivityKernel10 "$cuda/include/cupti_activity.h" || skip "needs CUDA 13's headers, which keep the older records"
    for version in 11080 12000 12080 13000; do
        run -0 gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -fsyntax-only -DPROFILER_CUDA="$version" \
            -I"$cuda/include" "$profiler/inject.c"
    done
}

# toolkit FOLDER [OPTION]...: labprof and the fake CUPTI, built against the headers in FOLDER/include
# by labprof's own Makefile -> $library, $fake, ./program.
toolkit() {
    local home=$BATS_TEST_TMPDIR/toolkit source=$BATS_TEST_DIRNAME/profiler
    rm -rf "$home" && mkdir -p "$home/lib64" && ln -s "$1/include" "$home/include"
    fake=$home/lib64/libcupti.so
    gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -shared -fPIC "${@:2}" -I"$profiler" -I"$home/include" \
        -o "$fake" "$source/fake_cupti.c"
    mkdir -p copy && cp "$profiler"/*.[ch] "$profiler/Makefile" copy/
    make -s -B -C copy CUDA_HOME="$home" build/liblabprof.so
    library=$PWD/copy/build/liblabprof.so
    gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -o program "$source/program.c" "$fake" -Wl,-rpath,"$home/lib64"
    rm -rf traces && mkdir traces
    export LABPROF_DIR=$PWD/traces
}

# toolkit_here: the folder of this machine's toolkit; skips where there is none.
toolkit_here() {
    here=${CUDA_HOME:-/usr/local/cuda}
    [[ -f $here/include/cupti.h ]] || skip "needs the CUDA toolkit: no cupti.h here"
}

# kernels: of the last traced run, as [complete, name, has a time, ...].
kernels() { print --json traces/*.trace | jq -c '[.complete, (.kernels | sort_by(.name)[] | .name, (.time_ns != null))]'; }

@test "the library builds and traces with each toolkit's headers (LABPROF_TOOLKITS)" {
    local folder
    [[ ${LABPROF_TOOLKITS-} ]] ||
        skip "name folders with include/cuda.h and include/cupti.h in LABPROF_TOOLKITS, separated by colons"
    for folder in ${LABPROF_TOOLKITS//:/ }; do
        toolkit "$folder"
        run -0 ./program "$library" scale 0.01
        run -0 kernels
        assert_output '[true,"scale",true]'
    done
}

@test "a CUPTI of another version is refused, with what to do" {
    toolkit_here
    toolkit "$here" -DFAKE_VERSION=17
    run -0 ./program "$library"
    run -0 print traces/*.trace
    assert_output --partial "this machine loads CUPTI 17: run \`make -C grader/profiler clean all\`"
}

@test "patience: a kernel of 2.5 s keeps its time, an endless one is given up after 5 s" {
    toolkit_here
    toolkit "$here"
    run -0 ./program "$library" scale 0 long 2.5
    run -0 kernels
    assert_output '[true,"long",true,"scale",true]'
    rm traces/*
    run -137 timeout -s KILL 4 ./program "$library" scale 0 endless forever
    run -0 kernels
    assert_output '[false]'
    rm traces/*
    run -137 timeout -s KILL 6 ./program "$library" scale 0 endless forever
    run -0 kernels
    assert_output '[false,"endless",false,"scale",true]'
}

@test "a program that is interrupted or terminated leaves everything at once, and ends by that signal" {
    toolkit_here
    toolkit "$here"
    local signal
    for signal in TERM INT; do
        rm -f traces/*
        run -"$((128 + $(kill -l "$signal")))" timeout --preserve-status -s "$signal" 0.5 \
            bash -c 'exec ./program "$0" scale 0 endless forever' "$library"
        run -0 kernels
        assert_output '[false,"endless",false,"scale",true]'
    done
}

@test "a forked child of a traced program can be ended" {
    toolkit_here
    toolkit "$here"
    run -0 timeout 5 ./program "$library" scale 0 fork 0
    assert_output "child ended by signal 15"
    run -0 kernels
    assert_output '[true,"scale",true]'
}

@test "a traced program starts and ends within 0.15 s of its own time" {
    toolkit_here
    toolkit "$here"
    local start end
    start=$(date +%s%N)
    for _ in 1 2 3 4 5; do ./program "$library" scale 0; done
    end=$(date +%s%N)
    assert [ $(((end - start) / 5000000)) -lt 150 ]
}

@test "on this GPU: labprof traces every program of tests/gpu" {
    "$repo/grader/timing/family" >/dev/null || skip "needs a GPU: there is nothing to trace here"
    run -0 timeout 400 "$BATS_TEST_DIRNAME/gpu/run" "$BATS_TEST_TMPDIR/out" labprof
    run -0 jq -c 'map({(.mode): [.complete, (.kernels | map(.calls) | add)]}) | add
        | [.plain, .reset, .["early-exit"], .streams, .fork, .["fork-after"], .long]' out/profile/modes.json
    assert_output '[[true,3],[true,6],[true,1],[true,4],[true,6],[true,3],[true,7]]'
    run -0 jq -c 'map(select(.mode == "hang" or .mode == "terminated") | [.complete, (.kernels | map(.calls) | add)])' out/profile/modes.json
    assert_output '[[false,4],[false,4]]'
}

@test "bad usage and programs without CUDA are told" {
    run -2 "$repo/grader/labprof"
    run -2 "$repo/grader/labprof" --csv --json /bin/true
    assert_output --partial "at most one"
    run -2 "$repo/grader/labprof" ./none
    assert_output --partial "there is no program './none'"
    run -2 "$repo/grader/labprof" --log-file
    run -0 "$repo/grader/labprof" /bin/true
    assert_output --partial "nothing was traced"
    run -3 "$repo/grader/labprof" sh -c 'exit 3'
    run -1 print none.trace
    run -2 print --csv --json "$records/plain.trace"
}

@test "what a program writes into its trace is no command to a terminal and no formula" {
    printf '%b\n' 'process\t7\tmine\033[2J' 'device\t0\tGPU "A"\033]0;x\007' 'kernel\t10\t20\t0\t1\t7\t1\t1\t1\t32\t1\t1\t8\t0\t0\t1\t=cmd\xc2\x9b31m"x' \
        'copy\t30\t40\t0\t1\t7\t64\tHtoD\t-a"\t@b\t2' 'count\t+k\t=c\t1' 'runtime\t1\t2\t1\t1\t@call' 'error\tbad\033[0m' end >"$BATS_TEST_TMPDIR/odd.trace"
    for way in '' --trace --csv '--csv --trace' --json --chrome; do
        # shellcheck disable=SC2086 # two words
        run -0 print $way "$BATS_TEST_TMPDIR/odd.trace"
        refute_output --regexp $'[\001-\011\013-\037\177]|\u009b'
        refute_output --regexp '(^|,)"?[=+@-][a-z]'
    done
    print --csv --trace "$BATS_TEST_TMPDIR/odd.trace" | grep -v '^==' >"$BATS_TEST_TMPDIR/odd.csv"
    run -0 python3 -c 'import csv, sys; print({len(row) for row in csv.reader(open(sys.argv[1]), strict=True) if len(row) > 4})' "$BATS_TEST_TMPDIR/odd.csv"
    assert_output '{19}'
}
