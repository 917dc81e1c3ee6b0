#!/usr/bin/env bats
# Lab 6: constant memory and separate compilation. 100 points.
# What is built and run before this is judged: plan.bash.

load ../lib/spec

# bats test_tags=points:10,step:1,of:hInitCM
@test "step1-fill: hInitCM stores -2 * i in c_a, for any CM_SIZE" {
    judge fill init
    judge fill init-long
}

# bats test_tags=points:2,step:1,of:hInitCM
@test "step1-errors: hInitCM hands on what fails" {
    judge failing init-failing
}

# bats test_tags=points:6,step:2,of:gTestCM
@test "step2-constant: gTestCM multiplies by the table in constant memory, for any n" {
    judge constant gTestCM
    judge constant gTestCM-tiny
    judge constant gTestCM-wide
}

# bats test_tags=points:3,step:2,of:gTestCM
@test "step2-constant-guard: threads of gTestCM without an element touch nothing" {
    judge guard gTestCM-guard
}

# bats test_tags=points:6,step:2,of:gTestGM
@test "step2-global: gTestGM multiplies by the table in global memory, for any n" {
    judge global gTestGM
    judge global gTestGM-tiny
    judge global gTestGM-wide
}

# bats test_tags=points:2,step:2,of:gTestGM
@test "step2-global-guard: threads of gTestGM without an element touch nothing" {
    judge guard gTestGM-guard
}

# bats test_tags=points:3,step:2,of:fill_and_launch,of:hTestCM
@test "step2-whole: hTestCM fills c_a, launches gTestCM, and brings its results back" {
    judge whole hTestCM
}

# bats test_tags=points:3,step:2,of:fill_and_launch,of:hTestCM
@test "step2-remainder: hTestCM does every element, for any n" {
    judge remainder remainder
}

# bats test_tags=points:4,step:2,of:fill_and_launch,of:hTestCM
@test "step2-errors: hTestCM hands on what fails, and leaves nothing allocated" {
    judge failing multiply-failing
}

# bats test_tags=points:10,step:3,of:gTestCM1
@test "step3-print: gTestCM1 prints the first words of c_a" {
    judge print linked
    judge print linked-short
}

# bats test_tags=points:12,step:3
@test "step3-makefile: the submission's Makefile links both files to one array" {
    judge makefile makefile
}

# bats test_tags=points:6,step:4,of:gUniform
@test "step4-uniform: gUniform is right, and a warp reads one word at a time" {
    judge uniform-sums gUniform
    judge_counts uniform-words gUniform
}

# bats test_tags=points:6,step:4,of:gDivergent
@test "step4-divergent: gDivergent is right, and the threads of a warp read different words" {
    judge divergent-sums gDivergent
    judge_counts divergent-words gDivergent
}

# bats test_tags=points:1,step:4,of:gUniform,of:gDivergent
@test "step4-guard: threads of gUniform and gDivergent without an element touch nothing" {
    judge sums-guard gUniform-guard
    judge sums-guard gDivergent-guard
}

# bats test_tags=points:4,step:4,of:hWordsPerRequest
@test "step4-words: hWordsPerRequest knows how many words a warp asks for" {
    judge words-answer words
}

# bats test_tags=points:5,step:4,needs:gpu,of:gUniform,of:gDivergent
@test "step4-time: gUniform is at least 1.5 times as fast as gDivergent" {
    timed lab6-broadcast slow-uniform "One read of c_t serves the whole warp in gUniform: each thread needs \
TABLE_SIZE of them and no more, and nothing else in its loop."
}

# bats test_tags=points:8,step:5,of:lookup_parts,of:hLookup
@test "step5-lookup: hLookup finds every word of a table larger than constant memory" {
    judge lookup table
}

# bats test_tags=points:3,step:5,of:hLookup
@test "step5-arguments: hLookup refuses wrong arguments" {
    judge arguments wrong
}

# bats test_tags=points:3,step:5,of:lookup_parts,of:hLookup
@test "step5-errors: hLookup hands on what fails, and leaves nothing allocated" {
    judge failing lookup-failing
}

# bats test_tags=points:3,step:5
@test "step5-limit: a PART_SIZE over 64 KiB stops the compiler in lab63.cu" {
    accepts largest lab63 "With PART_SIZE=15360 c_part has 60 KiB and fits: 4 of 64 KiB are to be left."
    refuses too-large "c_part takes 61,600 bytes then and may take 61,440: 4 of the 64 KiB belong to other files. \
Add a static_assert whose message contains \"64 KiB\"; one that is there counts words for bytes or leaves too little."
}
