#!/usr/bin/env bats
# Lab @N@: what it is about. 100 points.
# What is built and run before this is judged: plan.bash.

load ../lib/spec

# bats test_tags=points:50,step:1,of:scale
@test "step1-kernel: scale multiplies each element, and threads without one touch nothing" {
    judge kernel kernel
}

# bats test_tags=points:40,step:1,of:scale,of:scale_host
@test "step1-scale: scale_host gives the same from and into host memory, for any n" {
    judge host host
}

# bats test_tags=points:10,step:1,of:scale_host
@test "step1-errors: scale_host returns the first CUDA error, and leaves nothing allocated then" {
    judge failing failing
}
