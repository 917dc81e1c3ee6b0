#!/usr/bin/env bats
# What a submission's objects may hold (grader/admit): the attacks of cheats/objects are refused with
# the words and the line that their second line says, the code of cheats/odd is not. Their first line says
# what they are after.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

# shellcheck source=grader/lib/toolkit.bash
source "$BATS_TEST_DIRNAME/../grader/lib/toolkit.bash"

setup_file() {
    export kit work
    kit=$(cd "$BATS_TEST_DIRNAME/.." && pwd -P)
    work=$BATS_FILE_TMPDIR
    make -s -C "$kit/grader/admit" || return
    g++ -O0 -c "$BATS_TEST_DIRNAME/cheats/objects/part.cpp" -o "$work/part.o" || return
    nm --extern-only --defined-only --portability "$kit/labs/cpu/build/libcpudev-check.a" 2>/dev/null |
        grep -oE '^check_[A-Za-z0-9_]+' >"$work/internal"
    export -f compile admit
    # shellcheck disable=SC2016 # for the shells that xargs starts
    printf '%s\0' "$BATS_TEST_DIRNAME"/cheats/{objects,odd}/*.cu |
        xargs -0 -P 2 -I {} bash -c 'compile "$1" && admit "$1"' - {} || true
}

# compile SOURCE: to $work/NAME/, as the grader does.
compile() {
    local name
    name=$(basename "$1" .cu)
    mkdir -p "$work/$name/src"
    cp "$1" "$work/$name/src/"
    cd "$work/$name" && "$kit/labs/cpu/nvcc-cpu" --keep --check -O1 -g -rdc=true -c "src/$name.cu" -o "$name.o" 2>log
}

# admit SOURCE [OPTION...]: what admit says, and how it ended, to $work/NAME/said.
admit() {
    local name library status=0 libraries=()
    name=$(basename "$1" .cu)
    for library in libc.so.6 libstdc++.so.6 libgcc_s.so.1; do libraries+=(--system "$(g++ -print-file-name="$library")"); done
    cd "$work/$name" || return
    "$kit/grader/admit/build/admit" --allowed "$kit/grader/admit/allowed.txt" --internal "$work/internal" \
        --part "$work/part.o" --runtime "$kit/labs/cpu/build/libcpudev-check.a" \
        --open "$(g++ -print-file-name=libm.so.6)" "${libraries[@]}" --headers /usr --headers "$kit/labs/cpu/include" --precompiled "$kit/labs/cpu/build/precompiled" \
        "${@:2}" --sources src "$name.cu" "$name.o" "$name.ii" >said 2>&1 || status=$?
    echo "status $status" >>said
}

@test "every attack is refused, in its words and with a line" {
    local source name expected
    for source in "$BATS_TEST_DIRNAME"/cheats/objects/*.cu; do
        name=$(basename "$source" .cu)
        expected=$(sed -n '2s,^// refused: ,,p' "$source")
        [[ $expected ]]
        run cat "$work/$name/said" "$work/$name/log"
        assert_line --regexp "error: .*$expected"
        assert_line 'status 1'
    done
}

@test "a refusal names the line" {
    run head -n 1 "$work/own-getenv/said"
    assert_output --regexp '^src/own-getenv.cu:3: error: '
    run head -n 1 "$work/pragma-optimize/said"
    assert_output --regexp '^src/pragma-optimize.cu:4: error: '
    run head -n 1 "$work/line-marker-hidden/said"
    assert_output --regexp '^line-marker-hidden.cu:4: error: '
}

@test "odd code that is honest is admitted" {
    local source name
    for source in "$BATS_TEST_DIRNAME"/cheats/odd/*.cu; do
        name=$(basename "$source" .cu)
        run cat "$work/$name/log" "$work/$name/said"
        assert_output 'status 0'
    done
}

@test "what a header of the system's says itself is the header's, in every version of it" {
    local folder=$work/of-header
    mkdir -p "$folder/src" "$folder/include"
    cat >"$folder/include/newer.h" <<'TEXT'
#ifndef STRAIGHT
#define STRAIGHT
#endif
__extension__ __asm (".globl _ZSt21ios_base_library_initv");
inline int three(void)
{
  int three;
  __asm__ ("movl $3, %0\n\t"
           "nop" : "=r" (three));
  return three;
}



STRAIGHT
inline int four(void) { return 4; }
TEXT
    # shellcheck disable=SC2016 # text of C
    local odd='inline int nine() { int n; asm("movl $9, %0\n\tnop" : "=r"(n)); return n; }' before
    cd "$folder"
    for before in '' "#define STRAIGHT $odd"; do
        printf '%s\n#include <newer.h>\nint seven = three() + four();\n' "$before" >src/of-header.cu
        "$kit/labs/cpu/nvcc-cpu" --keep --check -O1 -g -rdc=true -isystem "$folder/include" -c src/of-header.cu -o of-header.o
        admit of-header.cu --headers "$folder/include"
        run cat said
        if [[ $before ]]; then # a macro's text, where the header has none
            assert_line --regexp 'newer.h:15: error: there is assembler text'
            assert_line 'status 1'
        else
            assert_output 'status 0'
        fi
    done
}

@test "what nvcc makes of a lab's step is admitted" {
    local nvcc library libraries=() step
    nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
    [[ -x $nvcc ]] || skip 'nvcc is not installed'
    for library in libc.so.6 libstdc++.so.6 libgcc_s.so.1; do libraries+=(--system "$(g++ -print-file-name="$library")"); done
    mkdir -p "$work/nvcc" && cd "$work/nvcc"
    cp -r "$kit/solutions/lab6" src
    for step in lab6 lab62; do
        "$nvcc" -arch=sm_90 -rdc=true --keep -Isrc -I"$kit/labs/common" -c "src/$step.cu" -o "$step.o"
    done
    # lab6's object stands for one of ours: what nvcc puts into every object is in it too.
    run "$kit/grader/admit/build/admit" --allowed "$kit/grader/admit/allowed.txt" --internal "$work/internal" \
        --part lab6.o --runtime "$kit/labs/cpu/build/libcpudev.a" --open "$(g++ -print-file-name=libm.so.6)" \
        "${libraries[@]}" --headers /usr --headers "$(toolkit_folder "$nvcc")" \
        --headers "$kit/labs/common" --sources src lab62.cu lab62.o lab62.cudafe1.cpp
    assert_success
    assert_output ''
}

@test "a toolkit is found behind a link and behind a script" {
    local nvcc folder=$BATS_TEST_TMPDIR/bin
    nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
    [[ -x $nvcc ]] || skip 'nvcc is not installed'
    mkdir -p "$folder"
    printf '#!/bin/sh\nexec %s "$@"\n' "$nvcc" >"$folder/script"
    chmod +x "$folder/script"
    ln -s "$folder/script" "$folder/link"
    for nvcc in "$folder/script" "$folder/link"; do
        run toolkit_folder "$nvcc"
        [[ -x $output/bin/nvcc ]] || fail "no bin/nvcc in '$output'"
        refute_output --partial "$BATS_TEST_TMPDIR"
        run toolkit_library "$nvcc" libcudart_static.a
        assert_output --regexp '/libcudart_static\.a$'
        [[ -f $output ]] || fail "there is no '$output'"
    done
    run toolkit_library "$nvcc" no-such-library.a
    assert_output ''
}

@test "what CUDA's own headers bring with nvcc is admitted" {
    local nvcc library libraries=() headers toolkit
    nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
    [[ -x $nvcc ]] || skip 'nvcc is not installed'
    toolkit=$(toolkit_folder "$nvcc")
    for library in libc.so.6 libstdc++.so.6 libgcc_s.so.1; do libraries+=(--system "$(g++ -print-file-name="$library")"); done
    mkdir -p "$work/headers/src" && cd "$work/headers"
    headers=(cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/memcpy_async.h cuda/atomic cuda/barrier
        cuda/semaphore cuda/latch curand_kernel.h cuda_fp16.h cuda_bf16.h mma.h thrust/device_vector.h thrust/reduce.h
        thrust/sort.h cub/cub.cuh)
    {
        printf '#include <%s>\n' "${headers[@]}"
        echo 'float sum(const thrust::device_vector<float> &v) { return thrust::reduce(v.begin(), v.end()); }'
    } >src/headers.cu
    # As the grader does, without the ranges that Thrust marks for a profiler.
    "$nvcc" -arch=sm_90 -rdc=true -DNVTX_DISABLE --keep -c src/headers.cu -o headers.o
    run "$kit/grader/admit/build/admit" --allowed "$kit/grader/admit/allowed.txt" --internal "$work/internal" \
        --part "$work/part.o" --runtime "$(toolkit_library "$nvcc" libcudart_static.a)" --open "$(g++ -print-file-name=libm.so.6)" \
        "${libraries[@]}" --headers /usr --headers "$toolkit" --sources src headers.cu headers.o headers.cudafe1.cpp
    assert_output ''
    assert_success
}

@test "an object of a thousand long names is looked through within the limits" {
    local name
    name=$(printf 'n%.0s' {1..100000})
    mkdir -p "$work/names/src"
    for i in {1..40}; do printf 'extern "C" int f%s_%d() { return 1; }\n' "$name" "$i"; done >"$work/names/src/names.cu"
    cd "$work/names"
    "$kit/labs/cpu/nvcc-cpu" --keep --check -O1 -g -rdc=true -c src/names.cu -o names.o
    run timeout 5 bash -c 'admit names.cu && cat said'
    assert_output 'status 0'
}

@test "what is no object is refused, and says so" {
    mkdir -p "$work/none/src"
    cd "$work/none"
    : >none.ii
    head -c 3000 "$work/part.o" >none.o
    admit none.cu
    run cat said
    assert_line --regexp 'status [13]'
    cp /bin/true none.o
    admit none.cu
    run cat said
    assert_line --partial 'what was compiled is no object file'
}
