# What the records of several submissions are called.
# shellcheck shell=bash

# name_submissions FOLDER...: sets names, one for each: that of the folder; where several are called the
# same (alice/lab6 bob/lab6), the parts of their paths that tell them apart (alice, bob). Ends the command
# when two cannot be told apart.
name_submissions() {
    local folder i base
    local -A count=() seen=()
    names=()
    local paths=()
    for folder; do paths+=("$(realpath -m -- "$folder")"); done
    for folder in "${paths[@]}"; do
        base=${folder##*/}
        count[$base]=$((${count[$base]-0} + 1))
    done
    for ((i = 0; i < ${#paths[@]}; i++)); do
        base=${paths[i]##*/}
        if ((${count[$base]} > 1)); then base=$(telling_part "${paths[i]}" "${paths[@]}"); fi
        base=${base//[[:cntrl:]]/_}
        if [[ ${seen[$base]+there} ]]; then
            fail_usage "two submissions are called '$(plain "$base")' and would share one record;" \
                "give each once, or grade them with different --output."
        fi
        seen[$base]=1
        names+=("$base")
    done
}

# telling_part PATH PATHS...: the shortest run of PATH's parts, joined by "_", in which it differs from
# each of PATHS of the same last part, without what they all end in.
telling_part() {
    local path=$1 rivals=() other part=${1##*/} tail name='' mine theirs again=1
    shift
    for other; do
        if [[ ${other##*/} == "$part" && $other != "$path" ]]; then rivals+=("$other"); fi
    done
    if ((${#rivals[@]} == 0)); then # given twice
        printf '%s' "$part"
        return
    fi
    tail=$path
    # The ends that all have in common tell nothing.
    while [[ ${tail##*/} ]]; do
        for other in "${rivals[@]}"; do
            if [[ ${other##*/} != "${tail##*/}" ]]; then break 2; fi
        done
        tail=${tail%/*}
        rivals=("${rivals[@]%/*}")
    done
    mine=$tail
    while ((again)) && [[ ${mine##*/} ]]; do
        name=${mine##*/}${name:+_$name}
        again=0
        theirs=()
        for other in "${rivals[@]}"; do
            if [[ ${other##*/} == "${mine##*/}" ]]; then theirs+=("${other%/*}") again=1; fi
        done
        rivals=("${theirs[@]}")
        mine=${mine%/*}
    done
    printf '%s' "$name"
}
