#!/usr/bin/env bats
# Lab 6: constant memory and separate compilation. 100 points.
# What is built and run before this is judged: harness/lab6/plan.bash.

load lib/spec

# bats test_tags=points:12,step:1
@test "step1-fill: hInitCM stores -2 * i in c_a, for any CM_SIZE" {
    judge fill init
    judge fill init-long
    judge failing init-failing
}

# bats test_tags=points:9,step:2
@test "step2-constant: gTestCM multiplies by the table in constant memory, for any n" {
    judge constant gTestCM
    judge constant gTestCM-tiny
    judge constant gTestCM-wide
}

# bats test_tags=points:9,step:2
@test "step2-global: gTestGM multiplies by the table in global memory, for any n" {
    judge global gTestGM
    judge global gTestGM-tiny
    judge global gTestGM-wide
}

# bats test_tags=points:9,step:2
@test "step2-whole: hTestCM fills c_a, launches, and brings every element back" {
    judge whole hTestCM
    judge failing multiply-failing
}

# bats test_tags=points:10,step:3
@test "step3-print: gTestCM1 prints the words of the array that lab6.cu defines" {
    judge print linked
    judge print linked-short
}

# bats test_tags=points:12,step:3
@test "step3-makefile: the submission's Makefile links both files to one array" {
    judge makefile makefile
}

# bats test_tags=points:6,step:4
@test "step4-uniform: gUniform is right, and a warp reads one word at a time" {
    judge uniform-sums gUniform
    judge_counts uniform-words gUniform
}

# bats test_tags=points:6,step:4
@test "step4-divergent: gDivergent is right, and the threads of a warp read different words" {
    judge divergent-sums gDivergent
    judge_counts divergent-words gDivergent
}

# bats test_tags=points:5,step:4
@test "step4-words: hWordsPerRequest knows how many words a warp asks for" {
    judge words-answer gUniform
}

# bats test_tags=points:5,step:4,needs:gpu
@test "step4-time: gUniform is at least 1.5 times as fast as gDivergent" {
    timed lab6-broadcast slow-uniform "One read of c_t serves the whole warp in gUniform: each thread needs \
TABLE_SIZE of them and no more, and nothing else in its loop."
}

# bats test_tags=points:9,step:5
@test "step5-lookup: hLookup finds every word of a table larger than constant memory" {
    judge lookup table
}

# bats test_tags=points:4,step:5
@test "step5-arguments: hLookup refuses wrong arguments, and hands on what fails" {
    judge arguments wrong
    judge failing lookup-failing
}

# bats test_tags=points:4,step:5
@test "step5-limit: a PART_SIZE over 64 KiB stops the compiler in lab63.cu" {
    accepts largest lab63 "With PART_SIZE=15360 c_part has 60 KiB and fits: 4 of 64 KiB are to be left."
    refuses too-large "c_part takes 61,600 bytes then and may take 61,440: 4 of the 64 KiB belong to other files. \
Add a static_assert whose message contains \"64 KiB\"; one that is there counts words for bytes or leaves too little."
}
