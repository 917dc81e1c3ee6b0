# What the records of several submissions are called.
# shellcheck shell=bash

# name_submissions FOLDER...: sets names, one for each: that of the folder; where several are called the
# same (alice/lab6 bob/lab6), the parts of their paths that tell them apart (alice, bob). Ends the command
# when one is given twice. by_link[I] is set where a link leads to the folder: it may be another student's.
name_submissions() {
    local folder i base name number real
    local -A count=() seen=() given=()
    names=() by_link=()
    local paths=()
    for folder; do
        real_path real -ms -- "$folder"
        paths+=("$real")
    done
    for folder in "${paths[@]}"; do
        base=${folder##*/}
        count[$base]=$((${count[$base]-0} + 1))
        if [[ ${given[$folder]+there} ]]; then
            fail_usage "'$(plain "$folder")' is given twice, and there would be two submissions called '$(plain "$base")';" \
                "give each once."
        fi
        given[$folder]=1
    done
    find_links "${paths[@]}"
    for ((i = 0; i < ${#paths[@]}; i++)); do
        base=${paths[i]##*/}
        if ((${count[$base]} > 1)); then base=$(telling_part "${paths[i]}" "${paths[@]}"); fi
        base=$(plain "$base" _)
        # Of a Latin-1 archive, say; jq takes no such name.
        # shellcheck disable=SC2001 # bytes
        if ! is_utf8 "$base"; then base=$(LC_ALL=C sed 's/[\x80-\xff]/_/g' <<<"$base"); fi
        name=$base
        # Different folders of one name: by what is left out here, or "a_b" of two parents.
        for ((number = 2; ; number++)); do
            if [[ ! ${seen[$name]+there} ]]; then break; fi
            name=${base}_$number
        done
        seen[$name]=1
        names+=("$name")
    done
}

# find_links PATH...: sets by_link for those that a link leads to. The folders above all of them are the
# instructor's, and may be links.
find_links() {
    local shared=${1%/*}/ path real way i=0
    for path; do
        while [[ $path != "$shared"* ]]; do
            shared=${shared%/}
            shared=${shared%/*}/
        done
    done
    real_path real -m -- "$shared"
    for path; do
        real_path way -m -- "$path"
        # shellcheck disable=SC2034 # for grade
        if [[ $way != "${real%/}/${path#"$shared"}" ]]; then by_link[i]=1; fi
        i=$((i + 1))
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
