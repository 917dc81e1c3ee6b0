#!/usr/bin/env bats
# Lab 7: the texture unit, an integral over a sphere. 100 points.
# What is built and run before this is judged: plan.bash.

load ../lib/spec

# bats test_tags=points:4,step:1,of:calc_f,of:make_grid
@test "step1-values: make_grid computes the function at every node" {
    judge grid grid-values
}

# bats test_tags=points:2,step:1,of:calc_f,of:make_grid
@test "step1-sizes: it does so for any size, also one that is no multiple of a block" {
    judge grid grid-sizes
}

# bats test_tags=points:1,step:1,of:make_grid
@test "step1-arguments: make_grid refuses sizes below 2, and takes 2" {
    judge grid-arguments grid-wrong
    judge grid-smallest grid-smallest
}

# bats test_tags=points:1,step:1,of:make_grid
@test "step1-errors: make_grid returns the first CUDA error, and leaves nothing allocated then" {
    judge failing grid-failing
}

# bats test_tags=points:6,step:2,of:init_vertices
@test "step2-vertices: init_vertices fills vert with the nodes of the spherical grid" {
    judge vertices vertices
}

# bats test_tags=points:3,step:2
@test "step2-limit: a COEF over 64 KiB stops the compiler in step2_vertices.cu" {
    accepts largest step2_vertices "With COEF=52 vert has 64,896 bytes and fits: 64 KiB are 65,536."
    refuses too-large "vert takes 67,416 bytes then, and 64 KiB are 65,536. \
Add a static_assert whose message contains \"64 KiB\"; one that is there counts something else than bytes."
}

# bats test_tags=points:1,step:2,of:init_vertices
@test "step2-errors: init_vertices returns the first CUDA error" {
    judge failing vertices-failing
}

# bats test_tags=points:8,step:3,of:load_texture
@test "step3-texels: load_texture puts each value into the texel of its node" {
    judge load load
}

# bats test_tags=points:1,step:3,of:load_texture
@test "step3-errors: load_texture returns the first CUDA error, and leaves nothing allocated then" {
    judge failing load-failing
}

# bats test_tags=points:4,step:4,of:tune_texture
@test "step4-filter: the texture interpolates linearly, by coordinates in texels" {
    judge tune tune
}

# bats test_tags=points:3,step:4,of:tune_texture
@test "step4-outside: outside the array the nearest texel answers, along each axis" {
    judge outside tune
}

# bats test_tags=points:1,step:4,of:tune_texture
@test "step4-errors: tune_texture returns the first CUDA error" {
    judge failing tune-failing
}

# bats test_tags=points:6,step:5,of:fetch_hardware
@test "step5-samples: fetch_hardware returns the texture unit's value at any point" {
    judge hardware-samples hardware-samples
}

# bats test_tags=points:4,step:5,of:vertex_weight
@test "step5-weights: vertex_weight is |sin psi| dphi dpsi" {
    judge weights hardware-weights
}

# bats test_tags=points:6,step:5,of:block_sum
@test "step5-sum: block_sum adds up a block of any number of threads" {
    judge sums hardware-sums
    judge sums hardware-small-sums
}

# bats test_tags=points:6,step:5,of:integral_hardware,of:integrate_hardware
@test "step5-integral: integral_hardware and integrate_hardware add up all vertices" {
    judge hardware-partial hardware-partial
    judge hardware-integral hardware-integral
    judge hardware-integral hardware-blocks
}

# bats test_tags=points:2,step:5,of:integrate_hardware
@test "step5-errors: integrate_hardware reports a launch or an allocation that fails" {
    judge huge-blocks hardware-huge
    judge failing hardware-failing
}

# bats test_tags=points:3,step:5,needs:gpu,of:integral_hardware
@test "step5-time: integral_hardware takes at most 1.25 times the reference's time" {
    timed lab7-hardware slow-hardware "One fetch between the texels is the whole interpolation: one tex3D for \
each vertex and radius, and nothing read or computed twice."
}

# bats test_tags=points:5,step:6,of:fetch_software
@test "step6-samples: fetch_software interpolates between the eight nodes about a point" {
    judge software-samples software-samples
}

# bats test_tags=points:2,step:6,of:fetch_software
@test "step6-outside: on the upper faces and outside, the cube's nearest point answers" {
    judge software-outside software-outside
}

# bats test_tags=points:4,step:6,of:integral_software,of:integrate_software
@test "step6-integral: integral_software and integrate_software add up all vertices" {
    judge software-partial software-partial
    judge software-integral software-integral
}

# bats test_tags=points:2,step:6,of:integrate_software
@test "step6-errors: integrate_software reports a launch or an allocation that fails" {
    judge huge-blocks software-huge
    judge failing software-failing
}

# bats test_tags=points:2,step:6,needs:gpu,of:integral_software
@test "step6-time: integral_software is not slowed down by how it reads the grid" {
    timed lab7-software slow-software "A point costs eight reads of the grid, in rows along x, and its cell \
follows from the coordinate without a search; what does not change with the radius is read once."
}

# bats test_tags=points:5,step:7,of:release_texture
@test "step7-release: release_texture frees everything once, in the right order" {
    judge release release-once
}

# bats test_tags=points:2,step:7,of:release_texture
@test "step7-again: a second call is harmless, and so is one that finds only some of the three" {
    judge release-twice release-twice
}

# bats test_tags=points:1,step:7,of:release_texture
@test "step7-errors: a call that fails stops nothing, and the first error is returned" {
    judge release-failing release-failing
}

# bats test_tags=points:4,step:8,of:compare_at
@test "step8-results: compare_at computes both integrals and leaves nothing allocated" {
    judge comparison compare
}

# bats test_tags=points:4,step:8,of:compare_at
@test "step8-times: compare_at times the kernels, and waits for them" {
    judge_times times compare
}

# bats test_tags=points:3,step:8,of:write_csv
@test "step8-csv: write_csv writes the table, and says when it cannot" {
    judge csv csv
}

# bats test_tags=points:1,step:8,of:compare_at
@test "step8-errors: compare_at returns the first error of a step, and leaves nothing allocated then" {
    judge refused compare-refused
    judge failing compare-failing
}

# bats test_tags=points:3,step:8,needs:gpu,of:integral_hardware,of:integral_software
@test "step8-advantage: with 256 radii the submission's hardware path is at least twice as fast" {
    timed lab7-advantage no-advantage "The texture unit saves the eight reads and seven interpolations of the \
software path, if the hardware path does none of them itself."
}
