# A plan's way to draw: draw VARIABLE LABEL LOW HIGH, a number in LOW..HIGH that depends on SEED and LABEL alone.
# shellcheck shell=bash disable=SC2153 # SEED is the caller's

draw() {
    local -n drawn=$1
    local text=$SEED:$2 low=$3 high=$4 i code
    local -i hash=5381
    for ((i = 0; i < ${#text}; i++)); do
        printf -v code '%d' "'${text:i:1}"
        hash=$(((hash * 1099511628211 ^ code) & 0x7fffffffffffffff))
    done
    hash=$(((hash ^ hash >> 29) * 0x5851f42d4c957f2d & 0x7fffffffffffffff))
    # shellcheck disable=SC2034 # a reference to the caller's variable
    drawn=$((low + (hash >> 20) % (high - low + 1)))
}
