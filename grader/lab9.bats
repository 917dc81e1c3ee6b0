#!/usr/bin/env bats
# Lab 9: the texture unit under the microscope. 100 points.
# What is built and run before this is judged: harness/lab9/plan.bash.

load lib/spec

# bats test_tags=points:8,step:1
@test "step1-point: a row read with point filtering gives its texels, at the right places" {
    judge point point
}

# bats test_tags=points:8,step:1
@test "step1-reading: filter, address mode, border colour and normalised coordinates are honoured" {
    judge reading reading
}

# bats test_tags=points:4,step:1
@test "step1-free: free_row frees both and leaves zeros, and a call that fails leaves nothing" {
    judge free free
    judge failing readout-failing
}

# bats test_tags=points:10,step:2
@test "step2-unnormalised: texel_at knows which texel a point read gives, inside and outside" {
    judge texels unnormalised
}

# bats test_tags=points:10,step:2
@test "step2-normalised: texel_at wraps and mirrors normalised coordinates as the unit does" {
    judge texels normalised
}

# bats test_tags=points:7,step:3
@test "step3-centre: centre_of is where linear filtering gives the texel itself" {
    judge centres half-centres
}

# bats test_tags=points:8,step:3
@test "step3-texels: read_texels reads every texel back" {
    judge texels-back half-texels
    judge failing half-failing
}

# bats test_tags=points:7,step:4
@test "step4-weight: weight_at rounds the weight to 1/256, a tie upwards" {
    judge weight bits-weight
}

# bats test_tags=points:8,step:4
@test "step4-filter: filter_row gives what the unit gives, bit for bit" {
    judge filter bits-filter
}

# bats test_tags=points:5,step:4
@test "step4-exact: filter_row_exact gives what full precision gives" {
    judge exact bits-exact
}

# bats test_tags=points:10,step:5
@test "step5-weights: plane_weights are the unit's four weights" {
    judge plane plane-weights
}

# bats test_tags=points:7,step:5
@test "step5-hardware: read_plane_weights reads them from the hardware" {
    judge hardware plane-hardware
    judge failing plane-failing
}

# bats test_tags=points:8,step:5
@test "step5-border: filter_row_border reproduces the surprise" {
    judge border plane-border
}
