#!/usr/bin/env bats
# Lab 9: the texture unit under the microscope. 100 points.
# What is built and run before this is judged: plan.bash. filter_row and filter_row_border are right
# when they are so with the weight_at and plane_weights of the submission, or with right ones in their place.

load ../lib/spec

# bats test_tags=points:4,step:1,of:make_row
@test "step1-point: make_row makes a row that point filtering reads at the right places" {
    judge point point
}

# bats test_tags=points:4,step:1,of:make_row
@test "step1-reading: make_row honours filter, address mode, border colour and normalised coordinates" {
    judge reading reading
}

# bats test_tags=points:4,step:1,of:sample_row
@test "step1-samples: sample_row reads where the samples lie, in any blocks" {
    judge samples samples
}

# bats test_tags=points:1,step:1,of:sample_row
@test "step1-guard: threads of sample_row without a sample touch nothing" {
    judge guard guard
}

# bats test_tags=points:3,step:1,of:read_row
@test "step1-read: read_row brings the samples of sample_row to the host, any number of them" {
    judge read read
}

# bats test_tags=points:2,step:1,of:free_row
@test "step1-free: free_row frees both and leaves zeros" {
    judge free free
}

# bats test_tags=points:2,step:1,of:make_row,of:read_row
@test "step1-errors: make_row and read_row hand on what fails, and leave nothing allocated" {
    judge failing readout-failing
}

# bats test_tags=points:6,step:2,of:texel_at
@test "step2-unnormalised: texel_at knows which texel a point read gives, where coordinates count texels" {
    judge unnormalised unnormalised
}

# bats test_tags=points:2,step:2,of:texel_at
@test "step2-border: such a read gives the border outside the row" {
    judge unnormalised-border unnormalised
}

# bats test_tags=points:3,step:2,of:texel_at
@test "step2-normalised: texel_at knows the texel of a normalised coordinate inside the row" {
    judge normalised normalised
}

# bats test_tags=points:2,step:2,of:texel_at
@test "step2-cut: at the edges of texels a normalised coordinate is cut as the unit does" {
    judge cuts normalised
}

# bats test_tags=points:2,step:2,of:texel_at
@test "step2-outside: outside the row normalised coordinates are held at the edge, or give the border" {
    judge outside normalised
}

# bats test_tags=points:2,step:2,of:texel_at
@test "step2-wrap: texel_at wraps normalised coordinates" {
    judge wrap normalised
}

# bats test_tags=points:2,step:2,of:texel_at
@test "step2-mirror: texel_at mirrors normalised coordinates" {
    judge mirror normalised
}

# bats test_tags=points:1,step:2,of:texel_at
@test "step2-sizes: normalised coordinates far outside, in rows of 1 to 8192 texels" {
    judge sizes normalised
}

# bats test_tags=points:6,step:3,of:centre_of
@test "step3-centre: centre_of is where linear filtering gives the texel itself" {
    judge centres half-centres
}

# bats test_tags=points:6,step:3,of:read_texels
@test "step3-texels: read_texels reads every texel back" {
    judge texels-back half-texels
}

# bats test_tags=points:3,step:3,of:read_texels
@test "step3-errors: read_texels hands on what fails, and leaves nothing allocated" {
    judge failing half-failing
}

# bats test_tags=points:8,step:4,of:weight_at
@test "step4-weight: weight_at rounds the weight to 1/256, a tie upwards" {
    judge weight bits-weight
}

# bats test_tags=points:7,step:4,of:filter_row
@test "step4-filter: filter_row gives what the unit gives, bit for bit" {
    judge filter own-filter || judge filter bits-filter
}

# bats test_tags=points:5,step:4,of:filter_row_exact
@test "step4-exact: filter_row_exact gives what full precision gives" {
    judge exact own-exact || judge exact bits-exact
}

# bats test_tags=points:9,step:5,of:plane_weights
@test "step5-weights: plane_weights are the unit's four weights" {
    judge plane plane-weights
}

# bats test_tags=points:6,step:5,of:read_plane_weights
@test "step5-hardware: read_plane_weights reads them from the hardware" {
    judge hardware plane-hardware
}

# bats test_tags=points:3,step:5,of:read_plane_weights
@test "step5-errors: read_plane_weights hands on what fails, and leaves nothing allocated" {
    judge failing plane-failing
}

# bats test_tags=points:7,step:5,of:filter_row_border
@test "step5-border: filter_row_border reproduces the surprise" {
    judge border own-border || judge border plane-border
}
