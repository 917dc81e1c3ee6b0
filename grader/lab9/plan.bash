# What is built and run to grade lab 9, and its hidden inputs.
# shellcheck shell=bash disable=SC2154 # `draw` sets the variables

units step1_readout step2_address step3_half step4_bits step5_plane
contract lab9.h

sizes plain -DLAB9
sizes own -DLAB9 -include grader_own.h # the student's weight_at and plane_weights are weak
support grader_own.h

draw count count 11 29 # texels of the row: no power of two
if ((count == 16)); then count=17; fi
arguments=("seed=$SEED" "count=$count")

program readout step=1 plain step1_readout
for part in point reading guard free; do run "$part" readout "${arguments[@]}" "part=$part"; done
for part in samples read; do run "$part" readout "${arguments[@]}" "part=$part" means=textures; done
run readout-failing readout "${arguments[@]}" part=failing calls=make_row,read_row

program address step=2 plain step2_address
run unnormalised address "${arguments[@]}" normalized=0
run normalised address "${arguments[@]}" normalized=1

program half step=3 plain step3_half
for part in centres texels; do run "half-$part" half "${arguments[@]}" "part=$part"; done

run half-failing half "${arguments[@]}" part=failing calls=read_texels

program bits step=4 plain step4_bits@own
run bits-weight bits "${arguments[@]}"
program filter step=4 plain step4_bits@own
program filter-own step=4 plain step4_bits@own
for part in filter exact; do
    run "bits-$part" filter "${arguments[@]}" "part=$part"
    run "own-$part" filter-own "${arguments[@]}" "part=$part"
done

program plane step=5 plain step5_plane@own
for part in weights hardware; do run "plane-$part" plane "${arguments[@]}" "part=$part"; done
run plane-failing plane "${arguments[@]}" part=failing calls=read_plane_weights
program border step=5 plain step5_plane@own
run plane-border border "${arguments[@]}"
program border-own step=5 plain step5_plane@own
run own-border border-own "${arguments[@]}"
profile read
