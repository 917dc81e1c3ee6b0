#!/usr/bin/env bats
# Lab 11: global and shared memory. 100 points.
# What is built and run before this is judged: plan.bash.

load ../lib/spec

# bats test_tags=points:5,step:1,of:copyRows
@test "step1-rows: copyRows copies each element of a matrix of any size" {
    judge matrix copyRows
    judge matrix copyRows-one
}

# bats test_tags=points:3,step:1,of:copyRows
@test "step1-rows-sectors: copyRows touches at most 4 sectors a request" {
    judge_counts coalesced copyRows-counted
}

# bats test_tags=points:4,step:1,of:copyColumns
@test "step1-columns: copyColumns copies each element of a matrix of any size" {
    judge matrix copyColumns
    judge matrix copyColumns-one
}

# bats test_tags=points:3,step:1,of:copyColumns
@test "step1-columns-sectors: copyColumns touches a sector for each thread" {
    judge_counts scattered copyColumns-counted
}

# bats test_tags=points:5,step:1,of:hSectorsPerRequest
@test "step1-predict: hSectorsPerRequest knows how many sectors a request touches" {
    judge sectors-answer answers
}

# bats test_tags=points:5,step:2,of:toArrays
@test "step2-arrays: toArrays takes particles apart, by any number of threads" {
    judge fields toArrays
}

# bats test_tags=points:3,step:2,of:toArrays
@test "step2-sectors: a store of toArrays touches at most 4 sectors a request" {
    judge_counts coalesced-stores toArrays-counted
}

# bats test_tags=points:3,step:2,of:hToArrays,of:toArrays
@test "step2-host: hToArrays takes particles apart, for any n" {
    judge fields hToArrays
}

# bats test_tags=points:3,step:2,of:hToArrays
@test "step2-errors: hToArrays returns the first CUDA error, and leaves nothing allocated then" {
    judge failing toArrays-failing
}

# bats test_tags=points:5,step:3,of:transposeNaive
@test "step3-naive: transposeNaive transposes a matrix of any size" {
    judge matrix naive
    judge matrix naive-one
}

# bats test_tags=points:3,step:3,of:transposeNaive
@test "step3-sectors: transposeNaive's loads or its stores touch at most 4 sectors a request" {
    judge_counts coalesced-once naive-counted
}

# bats test_tags=points:6,step:4,of:transposeTile
@test "step4-tile: transposeTile transposes a matrix of any size" {
    judge matrix tile
    judge matrix tile-one
}

# bats test_tags=points:4,step:4,of:transposeTile
@test "step4-sectors: transposeTile's loads and stores touch at most 4 sectors a request" {
    judge_counts coalesced tile-counted
}

# bats test_tags=points:2,step:4,needs:gpu,of:transposeTile
@test "step4-time: transposeTile is at least twice as fast as a transpose without shared memory" {
    timed lab11-tile slow-tile "Each element is read once and written once, both times by a warp that walks along a row; between \
the two it lies in shared memory."
}

# bats test_tags=points:4,step:5,of:hTurnsPerRequest
@test "step5-predict: hTurnsPerRequest knows in how many turns shared memory serves a request" {
    judge turns-answer turns
}

# bats test_tags=points:5,step:5,of:transposeBanks
@test "step5-banks: transposeBanks transposes a matrix of any size" {
    judge matrix banks
    judge matrix banks-one
}

# bats test_tags=points:4,step:5,of:transposeBanks
@test "step5-conflicts: transposeBanks has no bank conflicts, and at most 4 sectors a request" {
    judge_counts no-conflicts banks-counted
}

# bats test_tags=points:3,step:5,needs:gpu,of:transposeBanks
@test "step5-time: transposeBanks takes at most 1.3 times a copy's time" {
    timed lab11-copy slow-transpose "Each element is read once and written once, as in a copy; nothing else goes to global memory, and \
no request of shared memory waits for its bank."
}

# bats test_tags=points:3,step:5,of:hTranspose,of:transposeBanks
@test "step5-host: hTranspose transposes a matrix of any size" {
    judge matrix hTranspose
}

# bats test_tags=points:3,step:5,of:hTranspose
@test "step5-errors: hTranspose returns the first CUDA error, and leaves nothing allocated then" {
    judge failing hTranspose-failing
}

# bats test_tags=points:6,step:6,of:sumWords
@test "step6-sum: sumWords adds up all words, by any number of threads" {
    judge sum sumWords
    judge sum sumWords-few
}

# bats test_tags=points:3,step:6,of:sumWords
@test "step6-sum-atomics: each block of sumWords does one atomic operation on global memory" {
    judge_counts atomics sumWords
}

# bats test_tags=points:6,step:6,of:histogram
@test "step6-histogram: histogram counts all bytes, by any number of threads" {
    judge bins histogram
    judge bins histogram-few
}

# bats test_tags=points:3,step:6,of:histogram
@test "step6-histogram-atomics: each block of histogram does one atomic operation on global memory for each bin" {
    judge_counts atomics histogram
}

# bats test_tags=points:3,step:6,of:hHistogram,of:histogram
@test "step6-host: hHistogram counts the bytes of any n" {
    judge bins hHistogram
}

# bats test_tags=points:3,step:6,of:hHistogram
@test "step6-errors: hHistogram returns the first CUDA error, and leaves nothing allocated then" {
    judge failing hHistogram-failing
}
