#!/usr/bin/env bats
# The listings of the old form (handouts/listings) print what their pages say, on the CPU device, and
# the checker finds nothing in them.

setup() {
    KIT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    LISTINGS=$KIT/handouts/listings
    cd "$BATS_TEST_TMPDIR" || return
}

# prints EXPECTED OPTION...: the program made with these options prints what stands in that file.
prints() {
    local expected=$1
    shift
    "$KIT/labs/cpu/nvcc-cpu" --check "$@" -o program
    ./program >printed
    diff -u "$expected" printed
}

@test "each listing prints what is expected" {
    local listing count=0
    for listing in "$LISTINGS"/*.cu; do
        prints "${listing%.cu}.expected" "$listing"
        count=$((count + 1))
    done
    ((count >= 11))
}

@test "the table that two files share is one with -rdc=true, and two without" {
    prints "$LISTINGS/constant_table/expected" -rdc=true "$LISTINGS"/constant_table/*.cu
    "$KIT/labs/cpu/nvcc-cpu" "$LISTINGS"/constant_table/*.cu -o apart 2>warning
    grep -q c_a warning
    [[ $(./apart) == '0 0 0 0 ' ]]
}

@test "each listing stands in the list of listings" {
    local listing
    for listing in "$LISTINGS"/*.cu "$LISTINGS"/*/; do
        listing=${listing%/}
        grep -qF "\`$(basename "$listing")" "$LISTINGS/README.md"
    done
}
