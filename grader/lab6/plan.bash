# What is built and run to grade lab 6, and its hidden inputs.
# shellcheck shell=bash
# shellcheck disable=SC2154 # draw sets its variable

units lab6 lab61 lab62 lab63
contract lab6.h

# The compile-time sizes come from four sets, so that the reference's objects are soon all there. No
# table's size is a power of two or fits into a byte, and no block's size (below) a multiple of CM_SIZE.
draw set sizes 0 3
cm=(10 9 14 13) table=(272 330 500 296) part=(300 500 700 1000)
sizes drawn "-DCM_SIZE=${cm[set]}" "-DTABLE_SIZE=${table[set]}" "-DPART_SIZE=${part[set]}"
sizes step2 "-DCM_SIZE=${cm[set]}" "-DTABLE_SIZE=${table[set]}" "-DPART_SIZE=${part[set]}" -include grader_init.h
support grader_init.h
sizes too-large -DPART_SIZE=15400
sizes largest -DPART_SIZE=15360
sizes short -DCM_SIZE=3
sizes long -DCM_SIZE=301
size_arguments=("seed=$SEED" "CM_SIZE=${cm[set]}" "TABLE_SIZE=${table[set]}" "PART_SIZE=${part[set]}")

program init step=1 drawn lab6
run init init "${size_arguments[@]}" part=words
run init-failing init "${size_arguments[@]}" part=failing calls=hInitCM
program init-long step=1 long lab6
run init-long init-long "seed=$SEED" CM_SIZE=301 part=words

draw n n 800 2500
draw warps threads 2 6
program multiply step=2 drawn lab6@step2

# numbers: as many threads as there are elements, also in blocks of three threads, fewer than the table has
# words, and in nearly the largest there are. guard: threads to spare, fewer elements than the table has words.
wide=$((warps * 32 + 5))
for kernel in gTestCM gTestGM; do
    means=(means=c_a)
    if [[ $kernel == gTestGM ]]; then means=(); fi
    numbers=(multiply "${size_arguments[@]}" part=numbers "kernel=$kernel")
    run "$kernel" "${numbers[@]}" "${means[@]}" "n=$((n / wide * wide))" "threads=$wide"
    run "$kernel-tiny" "${numbers[@]}" n=39 threads=3
    run "$kernel-wide" "${numbers[@]}" n=2042 threads=1021
    run "$kernel-guard" multiply "${size_arguments[@]}" part=guard "kernel=$kernel" "n=$((cm[set] - 1))"
done
run hTestCM multiply means=c_a "${size_arguments[@]}" part=whole n=3072
run remainder multiply "${size_arguments[@]}" part=remainder "n=$n"
run multiply-failing multiply "${size_arguments[@]}" part=failing calls=hTestCM n=3072

program linked step=3 drawn lab61
run linked linked "${size_arguments[@]}"
program linked-short step=3 short lab61
run linked-short linked-short "seed=$SEED" CM_SIZE=3
own_make makefile step=3 drawn build/lab6 Makefile makefile GNUmakefile lab61.cu

program broadcast step=4 drawn lab62
threads=$((warps * 32))
blocks=$((n / 4 / threads + 1))
for kernel in gUniform gDivergent; do
    run "$kernel" broadcast "${size_arguments[@]}" part=sums "kernel=$kernel" "n=$((blocks * threads))" "threads=$threads"
    run "$kernel-guard" broadcast "${size_arguments[@]}" part=guard "kernel=$kernel" n=45 threads=96
done
run words broadcast "${size_arguments[@]}" part=words
profile gDivergent
timing lab6-broadcast step=4 lab62

# What remains after the last whole part is so much that many indices fall into it.
draw rest words 20 200
# And that is no divisor of the words before, so that an index's remainder by it is another place.
while ((3 * part[set] % (part[set] / 6 + rest) == 0)); do rest=$((rest + 1)); done
program lookup step=5 drawn lab63
run table lookup means=c_part "${size_arguments[@]}" part=table "n=$n" "words=$((3 * part[set] + part[set] / 6 + rest))"
run wrong lookup "${size_arguments[@]}" part=wrong n=10 words=20
run lookup-failing lookup "${size_arguments[@]}" part=failing calls=hLookup n=1024 "words=$((2 * part[set]))"
refuse too-large step=5 too-large lab63
program largest step=5 largest lab63
run largest largest
