#!/usr/bin/env bats
# Lab 8: texture as a read path. 100 points.
# What is built and run before this is judged: plan.bash. A function is judged beside the
# reference's others of its step, so that a mistake costs the tests of the function that it is in.

load ../lib/spec

# bats test_tags=points:4,step:1,of:make_words_texture
@test "step1-texture: make_words_texture covers all words, with 1, 2 and 4 components" {
    judge words-texture texture
}

# bats test_tags=points:3,step:1,of:sum_int
@test "step1-int: sum_int adds up all words through a texture of int" {
    judge sum int
}

# bats test_tags=points:3,step:1,of:sum_int2
@test "step1-int2: sum_int2 adds up all words through a texture of int2" {
    judge sum int2
}

# bats test_tags=points:3,step:1,of:sum_int4
@test "step1-int4: sum_int4 adds up all words through a texture of int4" {
    judge sum int4
}

# bats test_tags=points:2,step:1,of:add_sums
@test "step1-add: add_sums adds the sums of all threads" {
    judge add add
}

# bats test_tags=points:2,step:1,of:checksum
@test "step1-checksum: checksum makes texture, launch and sum for 1, 2 and 4 components" {
    judge checksum checksum
}

# bats test_tags=points:2,step:1,of:fetch_words
@test "step1-outside: fetch_words gives the words, and 0 outside" {
    judge outside outside
}

# bats test_tags=points:1,step:1,of:checksum
@test "step1-arguments: checksum refuses what it cannot do" {
    judge refused-sums arguments
}

# bats test_tags=points:2,step:1,of:make_words_texture,of:add_sums,of:checksum,of:fetch_words
@test "step1-errors: where a CUDA call fails the functions of step 1 return its error" {
    judge failing texture-failing
    judge failing sums-failing
}

# bats test_tags=points:4,step:2,of:make_segments,of:free_segments
@test "step2-segments: make_segments covers the words, however the textures divide them" {
    judge made made
}

# bats test_tags=points:4,step:2,of:fetch_quad
@test "step2-quads: fetch_quad finds every quad, beyond number 2^31 too" {
    judge quads quads
}

# bats test_tags=points:4,step:2,of:sum_segments,of:checksum_segments
@test "step2-sums: the checksum through several textures" {
    judge split-sums sums
}

# bats test_tags=points:4,step:2,of:make_segments
@test "step2-unused: textures that are not needed are valid, and read the first segment" {
    judge unused unused
}

# bats test_tags=points:3,step:2,of:make_segments
@test "step2-refused: more words than the textures cover are refused" {
    judge refused-segments refused
}

# bats test_tags=points:3,step:2,of:quads_limit
@test "step2-limit: quads_limit asks the device" {
    judge limit limit
}

# bats test_tags=points:2,step:2,of:allocate_words,of:free_words
@test "step2-device: allocate_words takes device memory while there is room" {
    judge device device
}

# bats test_tags=points:4,step:2,of:allocate_words,of:free_words
@test "step2-fallback: allocate_words takes mapped host memory when the device is full" {
    judge fallback fallback
}

# bats test_tags=points:2,step:2,of:make_segments,of:checksum_segments,of:allocate_words
@test "step2-errors: where a CUDA call fails the functions of step 2 return its error, or go on without" {
    judge failing segments-failing
    judge failing checksum_segments-failing
    judge exhausted exhausted
}

# bats test_tags=points:5,step:3,of:TexPromoteToFloat
@test "step3-bytes: TexPromoteToFloat for all 256 values of 8-bit types, bit for bit" {
    judge promote promote-8
}

# bats test_tags=points:5,step:3,of:TexPromoteToFloat
@test "step3-shorts: TexPromoteToFloat for all 65,536 values of 16-bit types, bit for bit" {
    judge promote promote-16
}

# bats test_tags=points:4,step:3,of:half_to_float
@test "step3-half: half_to_float, subnormals and infinities included" {
    judge half promote-half
}

# bats test_tags=points:4,step:3,of:promote_by_texture
@test "step3-texture: promote_by_texture reads what the texture unit makes of each type" {
    judge through-texture promote-texture
}

# bats test_tags=points:2,step:3,of:promote_by_texture
@test "step3-errors: where a CUDA call fails promote_by_texture returns its error" {
    judge failing promote-failing
}

# bats test_tags=points:4,step:4,of:increment_mapped
@test "step4-results: the host sees the kernel's results after it has waited" {
    judge results host
}

# bats test_tags=points:3,step:4,of:increment_mapped
@test "step4-any: the same for any number of words, no multiple of anything" {
    judge results any
}

# bats test_tags=points:3,step:4,of:increment_mapped
@test "step4-mapped: the words come through a texture, and the host looks before it waits, too" {
    judge mapped host
}

# bats test_tags=points:2,step:4,of:increment_mapped
@test "step4-errors: where a CUDA call fails increment_mapped returns its error" {
    judge failing host-failing
}

# bats test_tags=points:2,step:5,of:read_texture
@test "step5-texture: read_texture reads every pattern" {
    judge patterns read_texture
}

# bats test_tags=points:3,step:5,of:read_ldg
@test "step5-ldg: read_ldg reads every pattern" {
    judge patterns read_ldg
}

# bats test_tags=points:3,step:5,of:read_plain
@test "step5-plain: read_plain reads every pattern" {
    judge patterns read_plain
}

# bats test_tags=points:3,step:5,of:measure_paths
@test "step5-table: measure_paths measures all patterns on all paths" {
    judge_times table table
}

# bats test_tags=points:3,step:5,of:write_csv
@test "step5-csv: write_csv writes the rows, or says that it cannot" {
    judge csv csv
}

# bats test_tags=points:2,step:5,of:measure_paths
@test "step5-errors: where a CUDA call fails measure_paths returns its error" {
    judge failing paths-failing
}
