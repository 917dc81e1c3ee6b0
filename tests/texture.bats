#!/usr/bin/env bats
# The CPU device's textures return, bit for bit, what a GPU returned: records/texture/README.md.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

groups=(modes special float3d half3d signed8 border wide)

setup_file() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    records=$repo/tests/records/texture
    export repo records nvcc_cpu=$repo/labs/cpu/nvcc-cpu recorded=$BATS_FILE_TMPDIR/recorded
    mkdir "$recorded"
    local file
    for file in "$records"/*.xz; do
        xz --decompress --stdout "$file" >"$recorded/$(basename "$file" .xz)"
    done
    compile_c compare && compile_c replay && compile_c laws
    "${CC:-gcc}" -std=gnu11 -O2 -Wall -Wextra -Werror -o "$BATS_FILE_TMPDIR/sections" \
        "$records/sections.c"
}

compile_c() { # NAME: a program of records/texture with the texture unit's arithmetic
    "${CC:-gcc}" -std=gnu11 -O2 -Wall -Wextra -Werror -Wno-unused-function -I"$repo/labs/cpu" \
        -o "$BATS_FILE_TMPDIR/$1" "$records/$1.c" "$repo"/labs/cpu/texture/*.c -lm
}

build() { # SOURCE [OPTION]...: with nvcc-cpu -> $program
    program=$BATS_TEST_TMPDIR/$(basename "$1" .cu)
    run timeout 120 "$nvcc_cpu" "${@:2}" -o "$program" "$1"
    assert_success
}

assert_no_sample_differs() { # FOLDER
    run "$BATS_FILE_TMPDIR/compare" "$recorded" "$1"
    assert_success
    local group
    for group in "${groups[@]}"; do
        assert_line --regexp "^$group: [1-9][0-9]+ samples, 0 differ$"
    done
}

@test "the texture unit's arithmetic returns every recorded sample" {
    mkdir "$BATS_TEST_TMPDIR/replayed"
    timeout 120 "$BATS_FILE_TMPDIR/replay" "$BATS_TEST_TMPDIR/replayed"
    assert_no_sample_differs "$BATS_TEST_TMPDIR/replayed"
}

@test "the texture unit's arithmetic follows the laws that were measured one by one" {
    run timeout 120 "$BATS_FILE_TMPDIR/laws" "$recorded"
    assert_success
    assert_line "thresholds: 18418 checks, 0 differ"
    assert_line "weights2d: 262144 checks, 0 differ"
    assert_line "weights3d: 800000 checks, 0 differ"
    assert_line "formats: 10240 checks, 0 differ"
    assert_line "reciprocals: 8388608 checks, 0 differ"
}

@test "short cuts of the arithmetic change no bit: four million samples, extreme texels among them" {
    local flags=(-std=gnu11 -O2 -Wall -Wextra -Werror "-I$repo/labs/cpu" "$records/shortcuts.c"
        "$repo"/labs/cpu/texture/*.c -lm)
    "${CC:-gcc}" -o "$BATS_TEST_TMPDIR/short" "${flags[@]}"
    "${CC:-gcc}" -DCPUDEV_TEXTURE_FAST=0 -o "$BATS_TEST_TMPDIR/laws" "${flags[@]}"
    "$BATS_TEST_TMPDIR/laws" >"$BATS_TEST_TMPDIR/expected"
    run timeout 60 "$BATS_TEST_TMPDIR/short"
    assert_success
    assert_output "$(<"$BATS_TEST_TMPDIR/expected")"
    assert_line --partial "4000000 samples: "
}

@test "a tiny negative texel in the other slice takes away a unit, however far below it lies" {
    build "$records/far.cu"
    timeout 60 "$program" >"$BATS_TEST_TMPDIR/far.txt"
    # Beside 0xC00080 * 2^-24: nothing, or less than the half unit that rounds up.
    run awk '$2 == 0 { print $4, $5 }' "$BATS_TEST_TMPDIR/far.txt"
    LC_ALL=C run sort -u <<<"$output"
    assert_output $'-1 3f3f407f\n0 3f3f4080\n1 3f3f4080'
    run awk '{ seen[$2 " " $4 " " $5] } END { print length(seen) }' "$BATS_TEST_TMPDIR/far.txt"
    assert_output 12
    run diff "$records/far.txt" "$BATS_TEST_TMPDIR/far.txt"
    assert_success
}

@test "normalised coordinates count in the steps that were measured, at every extent" {
    run timeout 120 "$BATS_FILE_TMPDIR/laws" "$recorded" steps
    assert_success
    assert_line --regexp "^steps: [1-9][0-9]{3,} checks, 0 differ$"
    # The extents that the texture unit and TEXTURES.md name.
    run grep '^B 1D 0 0 ' "$recorded/steps.txt"
    assert_output $'B 1D 0 0 8193 21 22\nB 1D 0 0 65537 22 23'
}

@test "the program that measures the steps finds the CPU device's own, and its check a wrong one" {
    build "$records/steps.cu"
    timeout 120 "$program" quick >"$BATS_TEST_TMPDIR/steps.txt"
    run grep '^B 1D 0 0 ' "$BATS_TEST_TMPDIR/steps.txt"
    assert_output $'B 1D 0 0 8193 21 22\nB 1D 0 0 65537 22 23'
    run timeout 120 "$BATS_FILE_TMPDIR/laws" "$BATS_TEST_TMPDIR" steps
    assert_success
    assert_line --regexp "^steps: [1-9][0-9]{3,} checks, 0 differ$"
    printf 'S 1D 8193 1 1 0 linear 4000 9 0x1.f5p-2\n' >>"$BATS_TEST_TMPDIR/steps.txt"
    run timeout 120 "$BATS_FILE_TMPDIR/laws" "$BATS_TEST_TMPDIR" steps
    assert_failure 1
    assert_line --partial "1 differ"
}

@test "fetches in kernels return every recorded sample" {
    build "$records/capture.cu"
    mkdir "$BATS_TEST_TMPDIR/captured"
    run timeout 120 "$program" "$BATS_TEST_TMPDIR/captured"
    assert_success
    assert_no_sample_differs "$BATS_TEST_TMPDIR/captured"
}

@test "fetches in kernels return every recorded sample under --check, without a finding" {
    build "$records/capture.cu" --check
    mkdir "$BATS_TEST_TMPDIR/captured"
    run --separate-stderr timeout 300 "$program" "$BATS_TEST_TMPDIR/captured"
    assert_success
    # shellcheck disable=SC2154 # set by run
    assert_equal "$stderr" ""
    assert_no_sample_differs "$BATS_TEST_TMPDIR/captured"
}

@test "the comparison notices one changed bit" {
    cp -r "$recorded" "$BATS_TEST_TMPDIR/changed"
    printf '\001' | dd of="$BATS_TEST_TMPDIR/changed/float3d.bin" bs=1 seek=20000 conv=notrunc status=none
    run "$BATS_FILE_TMPDIR/compare" "$recorded" "$BATS_TEST_TMPDIR/changed"
    assert_failure 1
    assert_line "float3d: 57600 samples, 1 differ"
}

# Deliberate: sRGB and sparse arrays are refused with a message; a freed array is not freed twice.
@test "invalid textures return the errors that the GPU's runtime returned" {
    build "$records/errors.cu"
    run --separate-stderr timeout 60 "$program"
    assert_success
    printf '%s\n' "$output" >"$BATS_TEST_TMPDIR/errors.txt"
    run diff "$records/errors.txt" "$BATS_TEST_TMPDIR/errors.txt"
    assert_output - <<'DIFFERENCES'
17c17
< array-uchar-srgb-normalized cudaSuccess
---
> array-uchar-srgb-normalized cudaErrorNotSupported
142c142
< allocate-flags-64 cudaSuccess
---
> allocate-flags-64 cudaErrorNotSupported
157c157
< free-array-twice cudaErrorContextIsDestroyed
---
> free-array-twice cudaErrorInvalidValue
DIFFERENCES
}

assert_no_section_differs() { # NAME [MORE] [OPTION]...: of a program of sampler.h and its record
    local more=${2:-}
    build "$records/$1.cu" "${@:3}"
    QUICK=1 timeout 120 "$program" "$BATS_TEST_TMPDIR"
    run "$BATS_FILE_TMPDIR/sections" "$recorded/$1.rec" "$BATS_TEST_TMPDIR/$1.bin"
    assert_success
    assert_output --regexp "^[1-9][0-9]+ sections, [1-9][0-9]{4,} words, 0 differ$more$"
}

@test "gathers return what a GPU returned" {
    assert_no_section_differs gather
}

@test "surfaces are read, written and left alone as a GPU does it" {
    assert_no_section_differs surface 2>/dev/null # each trap explains itself
}

# Without kernels: samples whose result is not known would end them (TEXTURES.md, Cubemaps).
@test "mipmaps return what a GPU returned" {
    assert_no_section_differs lod "" -DBY_UNIT -I"$repo/labs/cpu"
}

@test "gradients choose the levels that a GPU chooses" {
    local name
    for name in "grad 193292" "grad_more 76788" "grad_settings 243868" "grad3 1882657, 56 unknown"; do
        read -r name words more <<<"$name"
        assert_no_section_differs "$name" "${more:+, $more}" -DBY_UNIT -I"$repo/labs/cpu"
        assert_output --partial " ${words%,} words, "
    done
}

@test "cubemaps return what a GPU returned" {
    assert_no_section_differs cube ", 3 unknown" -DBY_UNIT -I"$repo/labs/cpu"
}

@test "the comparison of sections notices one changed bit, in words and in fingerprints" {
    run "$BATS_FILE_TMPDIR/sections" "$recorded/gather.rec" "$recorded/gather.rec"
    assert_success
    "$BATS_FILE_TMPDIR/sections" keep 100 <"$recorded/gather.rec" >"$BATS_TEST_TMPDIR/kept"
    cp "$recorded/gather.rec" "$BATS_TEST_TMPDIR/changed"
    printf '\001' | dd of="$BATS_TEST_TMPDIR/changed" bs=1 seek=100 conv=notrunc status=none
    local record
    for record in "$recorded/gather.rec" "$BATS_TEST_TMPDIR/kept"; do
        run "$BATS_FILE_TMPDIR/sections" "$record" "$BATS_TEST_TMPDIR/changed"
        assert_failure 1
        assert_line --regexp "^500 sections, 67840 words, 1 differ$"
    done
}

# Deliberate: what was not measured is refused, and fetches that do not fit their texture are explained.
@test "invalid cubemaps, mipmaps and surfaces return the errors that the GPU's runtime returned" {
    build "$records/refusals.cu"
    { "$program" && for kind in 0 1 2 3 4 5; do "$program" "$kind"; done; } \
        >"$BATS_TEST_TMPDIR/refusals.txt" 2>/dev/null
    run diff --changed-group-format='%>' --unchanged-group-format='' \
        "$records/refusals.txt" "$BATS_TEST_TMPDIR/refusals.txt"
    assert_output - <<'DIFFERENCES'
flag-128 cudaErrorNotSupported
texture-cube-unnormalized cudaErrorNotSupported
texture-cube-seamless-unnormalized cudaErrorNotSupported
texture-mipmap-unnormalized cudaErrorNotSupported
texture-mipmap-anisotropy-16 cudaErrorNotSupported
texture-mipmap-anisotropy-17 cudaErrorNotSupported
texture-mipmap-bias-100 cudaErrorNotSupported
misfit-1 cudaErrorLaunchFailure 0 0 0 0
misfit-2 cudaErrorLaunchFailure 0 0 0 0
misfit-3 cudaErrorLaunchFailure 0 0 0 0
DIFFERENCES
}

@test "programs with texture objects and references print what they should" {
    run "$repo/tests/conformance/run" texture
    assert_success
    assert_line "pass texture/objects"
    assert_line "pass texture/references"
    assert_line "pass texture/surfaces"
    assert_line "pass texture/gather"
    assert_line "pass texture/mipmaps"
    assert_line "pass texture/cubemaps"
    assert_line "pass texture/gradients"
    assert_line "pass texture/gradients3"
}

@test "what the CPU device lacks does not compile, and one line says why" {
    refuse() { # WHAT MESSAGE: a statement of a kernel with a texture object t
        printf '__global__ void k(cudaTextureObject_t t, float *o) { %s; }\nint main() {}\n' "$1" \
            >"$BATS_TEST_TMPDIR/refused.cu"
        run "$nvcc_cpu" -c -o "$BATS_TEST_TMPDIR/refused.o" "$BATS_TEST_TMPDIR/refused.cu"
        assert_failure 1
        assert_line --regexp "refused.cu:1:[0-9]+: error: .*$2"
    }
    refuse 'surface<void, cudaSurfaceType2D> s' 'surface references: CUDA has none since version 12'
    refuse 'cudaBindSurfaceToArray(0, 0)' 'cudaBindSurfaceToArray: the CPU device has no surface references'
    refuse 'cudaBindTextureToMipmappedArray(0, 0)' \
        'cudaBindTextureToMipmappedArray: the CPU device has no mipmaps for texture references'
}

@test "an access outside a surface, or astride, stops the kernel and explains it" {
    printf '%s\n' '#include <stdio.h>' \
        '__global__ void k(cudaSurfaceObject_t s, float *o, int x) {' \
        'o[0] = surf2Dread<float>(s, x, 0); }' \
        'int main(int argc, char **argv) { float *o; cudaMalloc(&o, 4); cudaArray_t a;' \
        'cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();' \
        'cudaMallocArray(&a, &f, 8, 8, argc == 2 ? 0 : cudaArraySurfaceLoadStore);' \
        'cudaResourceDesc r = {}; r.res.array.array = a; cudaSurfaceObject_t s = 99;' \
        'puts(cudaGetErrorName(cudaCreateSurfaceObject(&s, &r)));' \
        'k<<<1, 1>>>(s, o, atoi(argv[1]));' \
        'puts(cudaGetErrorName(cudaDeviceSynchronize())); }' >"$BATS_TEST_TMPDIR/outside.cu"
    build "$BATS_TEST_TMPDIR/outside.cu" -g
    run timeout 20 "$program" 28 ""
    assert_output $'cudaSuccess\ncudaSuccess'
    run timeout 20 "$program" 32 ""
    assert_line cudaErrorIllegalAddress
    assert_output --partial "outside.cu:3"
    assert_output --partial "outside, and the boundary mode is cudaBoundaryModeTrap (x counts bytes)"
    run timeout 20 "$program" 2 ""
    assert_line cudaErrorMisalignedAddress
    assert_output --partial "x counts bytes and must be a multiple of the access' size"
    run timeout 20 "$program" 0 # without the flag; creating the object succeeds, as on a GPU
    assert_line cudaSuccess
    assert_line cudaErrorLaunchFailure
    assert_output --partial "surf2Dread of a surface whose array was made without cudaArraySurfaceLoadStore"
}

@test "a fetch that does not fit its texture stops the kernel and explains it" {
    printf '%s\n' '#include <stdio.h>' \
        '__global__ void k(cudaTextureObject_t t, float *o) { o[0] = tex2D<float>(t, 0, 0); }' \
        'int main(int argc, char **) { float *o; cudaTextureObject_t t = 77; cudaMalloc(&o, 512);' \
        'cudaResourceDesc r = {}; r.resType = cudaResourceTypeLinear; r.res.linear.devPtr = o;' \
        'r.res.linear.desc = cudaCreateChannelDesc<float>(); r.res.linear.sizeInBytes = 512;' \
        'cudaTextureDesc d = {}; if (argc > 1) cudaCreateTextureObject(&t, &r, &d, NULL);' \
        'k<<<1, 1>>>(t, o); return cudaDeviceSynchronize() != cudaErrorLaunchFailure; }' \
        >"$BATS_TEST_TMPDIR/misfit.cu"
    build "$BATS_TEST_TMPDIR/misfit.cu" -g
    run timeout 20 "$program"
    assert_success
    assert_output --partial "tex2D of a texture object that does not exist"
    assert_output --partial "misfit.cu:2"
    run timeout 20 "$program" linear
    assert_success
    assert_output --partial "tex2D of a texture that is read with tex1Dfetch"
}

@test "a direction beyond the measured, a gradient and a freed level stop the kernel" {
    printf '%s\n' '#include <stdio.h>' \
        '__global__ void cube(cudaTextureObject_t t, float *o, float x) {' \
        'o[0] = x == 1e-40f ? texCubemap<float>(t, x, x, 0)' \
        ': texCubemap<float>(t, x, -1.7376058f, 1.4992629f); }' \
        '__global__ void grad(cudaTextureObject_t t, float *o, float x) {' \
        'o[0] = texCubemapGrad<float>(t, x, x, 0, make_float4(x, 0, 0, 0), make_float4(0, 0, 0, 0)); }' \
        'int main(int argc, char **argv) { float *o; cudaMalloc(&o, 512); cudaMipmappedArray_t a;' \
        'cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(); cudaTextureObject_t t;' \
        'cudaMallocMipmappedArray(&a, &f, make_cudaExtent(8, 8, 6), 2, cudaArrayCubemap);' \
        'cudaResourceDesc r = {}; r.resType = cudaResourceTypeMipmappedArray;' \
        'r.res.mipmap.mipmap = a; cudaTextureDesc d = {}; d.normalizedCoords = 1;' \
        'puts(cudaGetErrorName(cudaCreateTextureObject(&t, &r, &d, NULL)));' \
        'if (argv[1][0] == 102) cudaFreeMipmappedArray(a);' \
        'if (argv[1][0] == 103) grad<<<1, 1>>>(t, o, atof(argv[1] + 1));' \
        'else cube<<<1, 1>>>(t, o, atof(argv[1] + 1));' \
        'puts(cudaGetErrorName(cudaDeviceSynchronize())); }' >"$BATS_TEST_TMPDIR/unknown.cu"
    build "$BATS_TEST_TMPDIR/unknown.cu" -g
    run timeout 20 "$program" c2
    assert_output $'cudaSuccess\ncudaSuccess'
    run timeout 20 "$program" c-1.7376059 # the reciprocal's last bit decides
    assert_output $'cudaSuccess\ncudaSuccess'
    run timeout 20 "$program" c1e38
    assert_output $'cudaSuccess\ncudaSuccess'
    run timeout 20 "$program" c1e-40
    assert_line cudaErrorNotSupported
    assert_output --partial "unknown.cu:3: texCubemap at (9.9999461e-41, 9.9999461e-41, 0): the CPU device does not know"
    run timeout 20 "$program" g4
    assert_output $'cudaSuccess\ncudaSuccess'
    run timeout 20 "$program" g1e-40
    assert_line cudaErrorNotSupported
    assert_output --partial "texCubemapGrad at (9.9999461e-41, 9.9999461e-41, 0): the CPU device does not know what a GPU returns for a direction whose components are denormal; use cudaAddressModeClamp, not seamless"
    run timeout 20 "$program" f2
    assert_output --partial "texCubemap of a texture whose memory was freed"
}

@test "a fetch after its memory was freed is found" {
    printf '%s\n' '__global__ void k(cudaTextureObject_t t, float *o) {' \
        'o[0] = tex2D<float>(t, 0, 0); }' \
        'int main() { float *o; cudaMalloc(&o, 512); cudaArray_t a; cudaTextureObject_t t;' \
        'cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(); cudaMallocArray(&a, &f, 8, 8);' \
        'cudaResourceDesc r = {}; r.res.array.array = a; cudaTextureDesc d = {};' \
        'cudaCreateTextureObject(&t, &r, &d, NULL); cudaFreeArray(a); k<<<1, 1>>>(t, o);' \
        'return cudaDeviceSynchronize() != cudaErrorIllegalAddress; }' >"$BATS_TEST_TMPDIR/freed.cu"
    build "$BATS_TEST_TMPDIR/freed.cu" -g
    run timeout 20 "$program"
    assert_success
    assert_output --partial "freed.cu:2: tex2D of a texture whose memory was freed"
    build "$BATS_TEST_TMPDIR/freed.cu" -g --check
    run timeout 20 "$program"
    assert_failure 86
    assert_output --partial "cpu-device: use-after-free: "
}

# nvcc-cpu stands for nvcc here: this is about the script that a machine with a GPU runs.
@test "new samples of a GPU are compared with the arithmetic, and one that fails is no silence" {
    local out="$BATS_TEST_TMPDIR/out of it"
    FIRST_SEED=41 SEEDS=1 TEXTURES=gather NVCC=$nvcc_cpu run timeout 200 \
        "$repo/tests/gpu/differential" "$out" 100 textures
    assert_success
    assert_line --regexp "textures, gather, seed 41: 500 sections, 67840 words, 0 differ$"
    assert_line --regexp "finished after [0-9]+ s, status 0$"
    FIRST_SEED=41 SEEDS=1 TEXTURES=gather NVCC=false run timeout 200 \
        "$repo/tests/gpu/differential" "$out" 100 textures reciprocal
    assert_failure 1
    assert_line --regexp "textures, gather, seed 41: exit status 2$"
    assert_line --regexp "reciprocal: exit status 1$"
    assert_line --regexp "finished after [0-9]+ s, status 1$"
}

@test "a fetch with gradients whose result is not known says so, with levels and without" {
    printf '%s\n' '#include <stdio.h>' \
        '__global__ void k(cudaTextureObject_t t, float *o, int which) {' \
        'float2 b = make_float2(0, 0); float4 d = make_float4(0, 0, 0, 0); switch (which) {' \
        'case 0: o[0] = tex1DGrad<float>(t, 0, 0, 0); break;' \
        'case 1: o[0] = tex2DGrad<float>(t, 0, 0, b, b); break;' \
        'case 2: o[0] = tex3DGrad<float>(t, 0, 0, 0, d, d); break;' \
        'case 3: o[0] = tex1DLayeredGrad<float>(t, 0, 0, 0, 0); break;' \
        'case 4: o[0] = tex2DLayeredGrad<float>(t, 0, 0, 0, b, b); break;' \
        'case 5: o[0] = texCubemapGrad<float>(t, 1, 0, 0, d, d); break;' \
        'case 6: o[0] = texCubemapLayeredGrad<float>(t, 1, 0, 0, 0, d, d); break; } }' \
        'int main(int argc, char **argv) { const int which = atoi(argv[1]); float *o; cudaMalloc(&o, 4);' \
        'const cudaExtent extents[] = {{8, 0, 0}, {8, 8, 0}, {8, 8, 4}, {8, 0, 2}, {8, 8, 2}, {8, 8, 6}, {8, 8, 6}};' \
        'const unsigned flags[] = {0, 0, 0, cudaArrayLayered, cudaArrayLayered, cudaArrayCubemap,' \
        'cudaArrayCubemap | cudaArrayLayered}; cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();' \
        'cudaResourceDesc r = {}; cudaTextureDesc d = {}; d.normalizedCoords = 1; cudaTextureObject_t t;' \
        'if (argc > 3) { d.filterMode = cudaFilterModeLinear; d.addressMode[1] = cudaAddressModeBorder;' \
        'if (argc > 4) d.maxAnisotropy = 4; }' \
        'if (argv[2][0]) { cudaMipmappedArray_t m; r.resType = cudaResourceTypeMipmappedArray;' \
        'cudaMallocMipmappedArray(&m, &f, extents[which], 2, flags[which]); r.res.mipmap.mipmap = m; } else {' \
        'cudaArray_t a; cudaMalloc3DArray(&a, &f, extents[which], flags[which]);' \
        'r.resType = cudaResourceTypeArray; r.res.array.array = a; }' \
        'puts(cudaGetErrorName(cudaCreateTextureObject(&t, &r, &d, NULL))); k<<<1, 1>>>(t, o, which);' \
        'puts(cudaGetErrorName(cudaDeviceSynchronize())); }' >"$BATS_TEST_TMPDIR/grad.cu"
    build "$BATS_TEST_TMPDIR/grad.cu"
    local -a names=(tex1D tex2D tex3D tex1DLayered tex2DLayered texCubemap texCubemapLayered)
    says() { # WHAT WHICH LEVELS [OPTION]...
        run timeout 20 "$program" "${@:2}"
        assert_line cudaErrorNotSupported
        assert_output --partial \
            "grad.cu:$(($2 + 4)): ${names[$2]}Grad at (0, 0, 0): the CPU device does not know what a GPU returns for $1"
    }
    local which levels
    for levels in '' levels; do
        for which in "${!names[@]}"; do
            run timeout 20 "$program" "$which" "$levels"
            assert_output $'cudaSuccess\ncudaSuccess'
            run timeout 20 "$program" "$which" "$levels" border
            assert_output $'cudaSuccess\ncudaSuccess'
        done
    done
    says "gradients where maxAnisotropy is more than 1; set it to 0" 1 '' border anisotropic
    says "gradients where maxAnisotropy is more than 1; set it to 0" 2 '' border anisotropic
}
