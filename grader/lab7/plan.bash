# What is built and run to grade lab 7, and its hidden inputs.
# shellcheck shell=bash
# shellcheck disable=SC2154 # draw sets its variable

units step1_grid step2_vertices step3_load step4_tune step5_hardware step6_software step7_release step8_compare
contract lab7.h

# The compile-time sizes come from four sets, so that the reference's objects are soon all there. In
# each the block is no power of two and no whole number of warps, and larger than the lab's own; the
# last block has threads without a vertex, and its size is no multiple of COEF. There are four blocks, so that the
# memory of one sum less is not that of a pointer.
draw set sizes 0 3
coefs=(22 23 24 21) radiuses=(7.0 4.5 12.0 6.5) blocks=(310 310 330 290)
coef=${coefs[set]} radius=${radiuses[set]} threads=${blocks[set]}
sizes drawn "-DCOEF=$coef" "-DRADIUS=${radius}f" "-DTHREADSPERBLOCK=$threads" -DFG_SIZE=19
sizes huge-blocks "-DCOEF=$coef" "-DRADIUS=${radius}f" -DTHREADSPERBLOCK=1056 -DFG_SIZE=19
# In steps 5 and 6 the harness' functions can take the place of the student's (grader_open.h).
sizes open "-DCOEF=$coef" "-DRADIUS=${radius}f" "-DTHREADSPERBLOCK=$threads" -DFG_SIZE=19 -include grader_open.h
sizes open-software "-DCOEF=$coef" "-DRADIUS=${radius}f" "-DTHREADSPERBLOCK=$threads" -DFG_SIZE=19 -include grader_open_software.h
sizes small-blocks "-DCOEF=$coef" "-DRADIUS=${radius}f" -DTHREADSPERBLOCK=20 -DFG_SIZE=19
sizes small-open "-DCOEF=$coef" "-DRADIUS=${radius}f" -DTHREADSPERBLOCK=20 -DFG_SIZE=19 -include grader_open.h
sizes too-large -DCOEF=53
sizes largest -DCOEF=52
sizes traced "-DCOEF=$coef" "-DRADIUS=${radius}f" "-DTHREADSPERBLOCK=$threads" -DFG_SIZE=19 -include grader_trace.h
sizes copied "-DCOEF=$coef" "-DRADIUS=${radius}f" "-DTHREADSPERBLOCK=$threads" -DFG_SIZE=19 -include grader_copy.h
sizes whole "-DCOEF=$coef" "-DRADIUS=${radius}f" "-DTHREADSPERBLOCK=$threads" -DFG_SIZE=19 -include grader_whole.h -include grader_timed.h
support grader_open.h grader_open_software.h grader_trace.h grader_copy.h grader_whole.h grader_timed.h
arguments=("seed=$SEED" "COEF=$coef" "RADIUS=$radius" "THREADSPERBLOCK=$threads")

draw small small 5 8
draw which large 0 2
# Even, for the others are odd: the middle lies between two nodes.
larges=(34 38 42) large=${larges[which]}
draw radii radii 3 5

program grid step=1 drawn step1_grid
# 32 nodes are whole blocks, whatever block one takes, nearly: there no guard is needed.
run grid-values grid "${arguments[@]}" part=values size=32
# The second size is one more than a multiple of nearly any block: one node is left for the last.
run grid-sizes grid "${arguments[@]}" part=sizes "size=$large" other.size=33
run grid-wrong grid "${arguments[@]}" part=wrong
run grid-smallest grid "${arguments[@]}" part=smallest
run grid-failing grid "${arguments[@]}" part=failing calls=make_grid size=32

program vertices step=2 drawn step2_vertices
run vertices vertices "${arguments[@]}" part=nodes
run vertices-failing vertices "${arguments[@]}" part=failing calls=init_vertices
refuse too-large step=2 too-large step2_vertices
program largest step=2 largest step2_vertices
run largest largest

program load step=3 drawn step3_load@copied
run load load "${arguments[@]}" part=texels "size=$((small + 3))" other.size=2
run load-failing load "${arguments[@]}" part=failing calls=load_texture size=7

program tune step=4 drawn step4_tune
run tune tune "${arguments[@]}" part=samples "size=$small" other.size=2
run tune-failing tune "${arguments[@]}" part=failing calls=tune_texture size=7

program hardware step=5 drawn step5_hardware@open
run hardware-samples hardware means=textures other.size=2 "${arguments[@]}" part=samples "size=$small"
for part in weights sums; do
    run "hardware-$part" hardware "${arguments[@]}" "part=$part"
done
# The integral by itself: what it adds up are the harness' functions.
program hardware-whole step=5 drawn step5_hardware@open
run hardware-partial hardware-whole "${arguments[@]}" part=partial "size=$small" "radii=$radii"
# 14 radii: there a sum of steps misses the end.
run hardware-integral hardware-whole "${arguments[@]}" part=integral "size=$small" "radii=$radii" other.radii=14
run hardware-failing hardware-whole "${arguments[@]}" part=failing calls=integrate_hardware size=7
# Blocks of less than a warp, and more blocks than a block has threads.
few=("seed=$SEED" "COEF=$coef" "RADIUS=$radius" THREADSPERBLOCK=20)
program small-blocks step=5 small-blocks step5_hardware@small-open
run hardware-small-sums small-blocks "${few[@]}" part=sums
program small-whole step=5 small-blocks step5_hardware@small-open
run hardware-blocks small-whole "${few[@]}" part=integral "size=$small" "radii=$radii" other.radii=14
program huge-blocks step=5 drawn step5_hardware@huge-blocks
run hardware-huge huge-blocks "${arguments[@]}" part=hardware "size=$small"

program software step=6 drawn step6_software@open-software
run software-samples software "${arguments[@]}" part=samples "size=$small" other.size=2
run software-outside software "${arguments[@]}" part=outside "size=$small" other.size=2
program software-whole step=6 drawn step6_software@open-software
run software-partial software-whole "${arguments[@]}" part=partial "size=$small" "radii=$radii"
run software-integral software-whole "${arguments[@]}" part=integral "size=$small" "radii=$radii" other.radii=14
run software-failing software-whole "${arguments[@]}" part=failing calls=integrate_software size=7

program huge-software step=6 drawn step6_software@huge-blocks
run software-huge huge-software "${arguments[@]}" part=software "size=$small"

program release step=7 drawn step7_release@traced
for part in once twice failing; do
    run "release-$part" release "${arguments[@]}" "part=$part" "size=$small"
done

# On a GPU a launch costs the host some microseconds, the first one of a kernel up to a millisecond: there
# the kernels must take long enough that a clock read too early is far from the right time. With one warp
# or two a multiprocessor a radius takes about 0.2 us in hardware: 2 ms. On the CPU device a sample takes long, and a
# mean may be over a thousand launches.
compared=4
if [[ $DEVICE == gpu ]]; then compared=8192; fi
program compare step=8 drawn step8_compare@whole
run compare compare "${arguments[@]}" part=compare "size=$((small + 4))" "radii=$compared"
run compare-refused compare "${arguments[@]}" part=refused
run csv compare "${arguments[@]}" part=csv
run compare-failing compare "${arguments[@]}" part=failing calls=compare_at
profile compare

timing lab7-hardware step=5 step5_hardware
timing lab7-software step=6 step6_software
timing lab7-advantage step=8 step5_hardware step6_software
