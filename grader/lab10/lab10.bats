#!/usr/bin/env bats
# Lab 10: textures in two dimensions, CUDA arrays in five steps. 100 points.
# What is built and run before this is judged: plan.bash. A function is judged beside the
# reference's others of its step, so that a mistake costs the tests of the function that it is in.

load ../lib/spec

# bats test_tags=points:4,step:1,of:make_array
@test "step1-array: make_array makes an array of the picture's size and copies it whole" {
    judge array array
}

# bats test_tags=points:4,step:1,of:make_texture
@test "step1-texture: make_texture filters, and repeats the picture along both axes" {
    judge texture-object texture
}

# bats test_tags=points:5,step:1,of:read_picture
@test "step1-kernel: read_picture reads every pixel at its moved centre" {
    judge kernel kernel
}

# bats test_tags=points:2,step:1,of:read_picture
@test "step1-guard: the same on a grid that is larger than the picture, outside of which nothing is written" {
    judge guard guard
}

# bats test_tags=points:3,step:1,of:shift_picture
@test "step1-whole: shift_picture goes through all five steps and frees everything" {
    judge_either whole whole whole-own
}

# bats test_tags=points:2,step:1,of:make_array,of:make_texture,of:shift_picture
@test "step1-errors: where a CUDA call fails the functions of step 1 return its error" {
    judge failing array-failing
    judge failing picture-failing
}

# bats test_tags=points:5,step:2,of:multiply_global
@test "step2-global: multiply_global is right for any sizes" {
    judge global multiply_global
}

# bats test_tags=points:6,step:2,of:multiply_tiled
@test "step2-tiled: multiply_tiled is right for any sizes, not just multiples of TILE" {
    judge tiled multiply_tiled
}

# bats test_tags=points:3,step:2,of:make_matrix
@test "step2-matrix: make_matrix lays a row of the matrix along a row of texels, with point filtering" {
    judge matrix matrix
}

# bats test_tags=points:5,step:2,of:multiply_texture
@test "step2-texture: multiply_texture meets every texel, at any size" {
    judge texture multiply_texture
}

# bats test_tags=points:4,step:2,of:multiply
@test "step2-whole: multiply brings the product back with all three kernels" {
    judge_either multiply multiply multiply-own
    judge_either multiply multiply-short multiply-short-own
}

# bats test_tags=points:2,step:2,of:make_matrix,of:multiply
@test "step2-errors: where a CUDA call fails make_matrix and multiply return its error" {
    judge failing matrix-failing
    judge failing multiply-failing
}

# bats test_tags=points:4,step:3,of:read_bytes
@test "step3-bytes: read_bytes reads bytes as normalised floats" {
    judge bytes bytes
}

# bats test_tags=points:4,step:3,of:read_colours
@test "step3-colours: read_colours reads four floats at once" {
    judge colours colours
}

# bats test_tags=points:5,step:3,of:multiply_layers
@test "step3-layers: multiply_layers multiplies one matrix a layer" {
    judge layers layers
}

# bats test_tags=points:5,step:3,of:make_map
@test "step3-map: make_map wraps along x and clamps along y" {
    judge map map
}

# bats test_tags=points:2,step:3,of:read_bytes,of:read_colours,of:multiply_layers,of:make_map
@test "step3-errors: where a CUDA call fails the functions of step 3 return its error" {
    judge failing read_bytes-failing
    judge failing read_colours-failing
    judge failing multiply_layers-failing
    judge failing make_map-failing
}

# bats test_tags=points:4,step:4,of:rotate_hardware
@test "step4-hardware: rotate_hardware turns the picture, with the border about it" {
    judge hardware-kernel rotate_hardware
}

# bats test_tags=points:3,step:4,of:rotate_by_hardware
@test "step4-by-hardware: rotate_by_hardware makes the texture with its border, and frees everything" {
    judge_either hardware hardware hardware-own
}

# bats test_tags=points:5,step:4,of:rotate_software
@test "step4-software: rotate_software gives what the unit gives, bit for bit" {
    judge software-kernel rotate_software
}

# bats test_tags=points:2,step:4,of:rotate_by_software
@test "step4-by-software: rotate_by_software takes the picture there and back" {
    judge_either software software software-own
}

# bats test_tags=points:2,step:4,of:rotate_by_hardware,of:rotate_by_software
@test "step4-errors: where a CUDA call fails the functions of step 4 return its error" {
    judge failing hardware-failing
    judge failing software-failing
}

# bats test_tags=points:3,step:4,needs:gpu,of:rotate_hardware
@test "step4-time: rotate_hardware takes at most 1.25 times the reference's time" {
    timed lab10-hardware slow-hardware "One fetch at source_of's place is the whole sample: one tex2D for each, \
with nothing mixed or computed beside it."
}

# bats test_tags=points:2,step:4,needs:gpu,of:rotate_hardware,of:rotate_software
@test "step4-advantage: 16 samples a pixel, rotate_hardware is at least 1.5 times as fast as rotate_software" {
    timed lab10-advantage no-advantage "The texture unit saves the four reads and the weights of the software \
path, if the hardware path does none of them itself."
}

# bats test_tags=points:3,step:5,of:time_all
@test "step5-rows: time_all has a row for each kernel, and works out the ratios" {
    judge_times rows table
}

# bats test_tags=points:5,step:5,of:time_all
@test "step5-times: each time is that of one launch, the mean of five or more" {
    judge_times times table
}

# bats test_tags=points:4,step:5,of:write_csv
@test "step5-csv: write_csv writes the rows, or says that it cannot" {
    judge csv csv
}

# bats test_tags=points:2,step:5,of:time_all
@test "step5-errors: where a CUDA call fails time_all returns its error" {
    judge failing table-failing
}
