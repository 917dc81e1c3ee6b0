# What is built and run to grade lab @N@, and its hidden inputs.
# shellcheck shell=bash disable=SC2154 # `draw` sets the variables

units step1_scale
contract labN.h

sizes plain

draw n n 1001 3001 # elements: blocks of usual sizes do not divide most of them
arguments=("seed=$SEED" "n=$n")

program scale step=1 plain step1_scale
run kernel scale "${arguments[@]}" part=kernel
run host scale "${arguments[@]}" part=host other.n=1
# A size without threads to spare: a missing guard is other tests' business.
run failing scale "seed=$SEED" n=1024 part=failing calls=scale_host
