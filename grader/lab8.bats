#!/usr/bin/env bats
# Lab 8: texture as a read path. 100 points.
# What is built and run before this is judged: harness/lab8/plan.bash.

load lib/spec

# bats test_tags=points:4,step:1
@test "step1-int: the checksum through a texture of int" {
    judge sum int
}

# bats test_tags=points:5,step:1
@test "step1-int2: the checksum through a texture of int2" {
    judge sum int2
}

# bats test_tags=points:6,step:1
@test "step1-int4: the checksum through a texture of int4" {
    judge sum int4
}

# bats test_tags=points:4,step:1
@test "step1-outside: fetch_words gives the words, and 0 outside" {
    judge outside outside
}

# bats test_tags=points:3,step:1
@test "step1-arguments: checksum refuses what it cannot do, and hands on what fails" {
    judge refused-sums arguments
    judge failing sums-failing
}

# bats test_tags=points:12,step:2
@test "step2-sums: the checksum through several textures, however they divide the words" {
    judge split-sums sums
    judge quads quads
}

# bats test_tags=points:5,step:2
@test "step2-unused: textures that are not needed are valid, and read the first segment" {
    judge unused unused
}

# bats test_tags=points:4,step:2
@test "step2-refused: more words than the textures cover are refused, and what fails is handed on" {
    judge refused-segments refused
    judge failing segments-failing
}

# bats test_tags=points:3,step:2
@test "step2-limit: quads_limit asks the device" {
    judge limit limit
}

# bats test_tags=points:6,step:2
@test "step2-fallback: allocate_words takes mapped host memory when the device is full" {
    judge fallback fallback
}

# bats test_tags=points:6,step:3
@test "step3-bytes: TexPromoteToFloat for all 256 values of 8-bit types, bit for bit" {
    judge promote promote-8
}

# bats test_tags=points:6,step:3
@test "step3-shorts: TexPromoteToFloat for all 65,536 values of 16-bit types, bit for bit" {
    judge promote promote-16
}

# bats test_tags=points:4,step:3
@test "step3-half: half_to_float, subnormals and infinities included" {
    judge half promote-half
}

# bats test_tags=points:4,step:3
@test "step3-texture: promote_by_texture reads what the texture unit makes of each type" {
    judge through-texture promote-texture
    judge failing promote-failing
}

# bats test_tags=points:12,step:4
@test "step4-mapped: the host sees the kernel's results in mapped memory after it has waited" {
    judge mapped host
    judge failing host-failing
}

# bats test_tags=points:3,step:5
@test "step5-texture: read_texture reads every pattern" {
    judge patterns read_texture
}

# bats test_tags=points:3,step:5
@test "step5-ldg: read_ldg reads every pattern" {
    judge patterns read_ldg
}

# bats test_tags=points:3,step:5
@test "step5-plain: read_plain reads every pattern" {
    judge patterns read_plain
}

# bats test_tags=points:4,step:5
@test "step5-table: measure_paths measures all patterns on all paths" {
    judge_times table table
    judge failing paths-failing
}

# bats test_tags=points:3,step:5
@test "step5-csv: write_csv writes the rows, or says that it cannot" {
    judge csv csv
}
