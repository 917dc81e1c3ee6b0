#!/usr/bin/env bats
# Lab 10: textures in two dimensions, CUDA arrays in five steps. 100 points.
# What is built and run before this is judged: harness/lab10/plan.bash.

load lib/spec

# bats test_tags=points:10,step:1
@test "step1-kernel: read_picture reads every pixel at its moved centre, wrapped and filtered" {
    judge kernel kernel
}

# bats test_tags=points:10,step:1
@test "step1-whole: shift_picture goes through all five steps and frees everything" {
    judge whole whole
    judge failing picture-failing
}

# bats test_tags=points:6,step:2
@test "step2-global: multiply_global is right for any sizes" {
    judge global multiply_global
}

# bats test_tags=points:7,step:2
@test "step2-tiled: multiply_tiled is right for any sizes, not just multiples of TILE" {
    judge tiled multiply_tiled
}

# bats test_tags=points:8,step:2
@test "step2-texture: multiply_texture meets every texel, at any size" {
    judge texture multiply_texture
}

# bats test_tags=points:4,step:2
@test "step2-whole: multiply brings the product back with all three kernels" {
    judge multiply multiply
    judge multiply multiply-short
    judge failing multiply-failing
}

# bats test_tags=points:5,step:3
@test "step3-bytes: read_bytes reads bytes as normalised floats" {
    judge bytes bytes
    judge failing read_bytes-failing
}

# bats test_tags=points:4,step:3
@test "step3-colours: read_colours reads four floats at once" {
    judge colours colours
    judge failing read_colours-failing
}

# bats test_tags=points:6,step:3
@test "step3-layers: multiply_layers multiplies one matrix a layer" {
    judge layers layers
    judge failing multiply_layers-failing
}

# bats test_tags=points:5,step:3
@test "step3-map: make_map wraps along x and clamps along y" {
    judge map map
    judge failing make_map-failing
}

# bats test_tags=points:8,step:4
@test "step4-hardware: rotate_by_hardware turns the picture, with the border about it" {
    judge hardware hardware
    judge failing hardware-failing
}

# bats test_tags=points:8,step:4
@test "step4-software: rotate_by_software gives what the unit gives, bit for bit" {
    judge software-kernel software-kernel
    judge software software
    judge failing software-failing
}

# bats test_tags=points:3,step:4,needs:gpu
@test "step4-time: rotate_hardware takes at most 1.25 times the reference's time" {
    timed lab10-hardware slow-hardware "One fetch at source_of's place is the whole sample: one tex2D for each, \
with nothing mixed or computed beside it."
}

# bats test_tags=points:2,step:4,needs:gpu
@test "step4-advantage: 16 samples a pixel, rotate_hardware is at least 1.5 times as fast as rotate_software" {
    timed lab10-advantage no-advantage "The texture unit saves the four reads and the weights of the software \
path, if the hardware path does none of them itself."
}

# bats test_tags=points:9,step:5
@test "step5-table: time_all times all five kernels and works out the ratios" {
    judge_times table table
    judge failing table-failing
}

# bats test_tags=points:5,step:5
@test "step5-csv: write_csv writes the rows, or says that it cannot" {
    judge csv csv
}
