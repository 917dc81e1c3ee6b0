# What is built and run to grade lab 9, and its hidden inputs.
# shellcheck shell=bash disable=SC2154 # `draw` sets the variables

units step1_readout step2_address step3_half step4_bits step5_plane
contract lab9.h

sizes plain -DLAB9

draw count count 11 29 # texels of the row: no power of two
if ((count == 16)); then count=17; fi
arguments=("seed=$SEED" "count=$count")

program readout step=1 plain step1_readout
for part in point reading free; do run "$part" readout "${arguments[@]}" "part=$part" means=textures; done

run readout-failing readout "${arguments[@]}" part=failing calls=make_row,read_row

program address step=2 plain step2_address
run unnormalised address "${arguments[@]}" normalized=0
run normalised address "${arguments[@]}" normalized=1

program half step=3 plain step3_half
for part in centres texels; do run "half-$part" half "${arguments[@]}" "part=$part"; done

run half-failing half "${arguments[@]}" part=failing calls=read_texels

program bits step=4 plain step4_bits
for part in weight filter exact; do run "bits-$part" bits "${arguments[@]}" "part=$part"; done

program plane step=5 plain step5_plane
for part in weights hardware border; do run "plane-$part" plane "${arguments[@]}" "part=$part"; done
run plane-failing plane "${arguments[@]}" part=failing calls=read_plane_weights
profile point
