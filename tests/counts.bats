#!/usr/bin/env bats
# CPU_DEVICE_PROFILE: counts that follow from the addresses alone, compared with hand-made ones.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup_file() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    export repo counts=$BATS_FILE_TMPDIR/counts.json
    "$repo/labs/cpu/nvcc-cpu" --check "$repo/tests/conformance/counts.cu" -o "$BATS_FILE_TMPDIR/counts"
    CPU_DEVICE_PROFILE=$counts timeout 60 "$BATS_FILE_TMPDIR/counts"
    export fetches=$BATS_FILE_TMPDIR/fetches.json
    "$repo/labs/cpu/nvcc-cpu" --check "$repo/tests/conformance/counts_textures.cu" \
        -o "$BATS_FILE_TMPDIR/fetches"
    CPU_DEVICE_PROFILE=$fetches timeout 60 "$BATS_FILE_TMPDIR/fetches"
}

# What KERNEL's first launch says at PATH, on one line.
count() { # KERNEL PATH
    jq -c --arg kernel "$1" "[.launches[] | select(.kernel == \$kernel)][0] | $2" "$counts"
}

@test "the file is JSON of its schema and says what is counted" {
    run jq -r .schema "$counts"
    assert_output 'gpu-memory-labs/cpu-profile/1'
    run jq -r .note "$counts"
    assert_output --partial "not of machine instructions"
}

@test "every launch is listed, with its shape" {
    run jq -c '[.launches[].launch] == [range(1; (.launches | length) + 1)]' "$counts"
    assert_output true
    run count coalesced '[.grid, .block, .threads]'
    assert_output '[[4,1,1],[64,1,1],256]'
}

@test "neighbouring floats: 4 sectors a request" {
    run count coalesced '[.global_loads, .global_stores | .requests, .accesses, .sectors, .bytes]'
    assert_output '[8,256,32,1024,8,256,32,1024]'
}

@test "a stride of a sector: 32 sectors a request" {
    run count strided '.global_loads | [.requests, .sectors, .sectors_per_request]'
    assert_output '[1,32,32]'
}

@test "an offset of one float costs a fifth sector; one address for all costs one" {
    run count shifted '.global_loads.sectors_per_request'
    assert_output 5
    run count broadcast '.global_loads.sectors_per_request'
    assert_output 1
}

@test "float4: 16 sectors a request" {
    run count vectors '.global_loads | [.requests, .bytes, .sectors]'
    assert_output '[1,512,16]'
}

@test "constant memory: distinct words a request" {
    run count constants '.constant | [.requests, .words, .words_per_request]'
    assert_output '[2,5,2.5]'
}

@test "constant memory: a wider value at one place is one word a request" {
    run count wide_constants '.constant | [.requests, .words, .bytes]'
    assert_output '[2,3,256]'
    run count quads_apart '.constant | [.requests, .words, .bytes]'
    assert_output '[1,32,512]'
}

@test "shared memory: a column of a 32 x 32 tile conflicts 32 ways, one of 32 x 33 does not" {
    run count column '[.shared_stores.bank_conflicts, .shared_loads.passes, .shared_loads.bank_conflicts]'
    assert_output '[0,1024,992]'
    run count padded '[.shared_stores.bank_conflicts, .shared_loads.passes, .shared_loads.bank_conflicts]'
    assert_output '[0,32,0]'
    run count column '[.static_shared, .dynamic_shared, .barriers]'
    assert_output '[4096,0,1]'
    run count padded '[.static_shared, .dynamic_shared]'
    assert_output '[4224,0]'
}

@test "8 bytes a lane need two passes and no conflict" {
    run count doubles '[.shared_loads.passes, .shared_loads.bank_conflicts, .dynamic_shared]'
    assert_output '[2,0,256]'
}

@test "lanes that stay away make a request partial" {
    run count some_lanes '[.global_atomics.requests, .global_atomics.accesses, .divergence]'
    assert_output '[1,10,{"requests":1,"partial":1}]'
    run count coalesced .divergence.partial
    assert_output 0
}

@test "a warp that is not full is no divergence" {
    run count odd_block '[.global_stores.requests, .global_stores.accesses, .divergence.partial]'
    assert_output '[2,40,0]'
}

@test "atomics on floats count once each" {
    run count float_sum '.global_atomics | [.requests, .accesses, .sectors]'
    assert_output '[2,64,2]'
}

@test "lanes are matched by turn: a loop makes one request a round" {
    run count loop '.global_loads | [.requests, .accesses, .partial]'
    assert_output '[32,528,31]'
}

# Requests, fetches, partial requests and bytes of KERNEL's textures.
assert_fetches() { # KERNEL EXPECTED
    run jq -c --arg kernel "$1" \
        '.launches[] | select(.kernel == $kernel) | .texture | [.requests, .accesses, .partial, .bytes]' \
        "$fetches"
    assert_output "$2"
}

@test "texture fetches: a request a warp, also of a warp that is not full" {
    assert_fetches linear '[2,40,0,160]'
    assert_fetches quads '[2,64,0,1024]'
}

@test "texture fetches: lanes that stay away make a request partial" {
    assert_fetches some_lanes '[2,32,2,128]'
    assert_fetches plane_layers '[1,10,1,40]'
}

@test "texture fetches: each place of the source and each round of a loop is a request of its own" {
    assert_fetches plane '[2,64,0,256]'
    assert_fetches volume '[6,192,0,768]'
    assert_fetches row_layers '[3,96,0,384]'
    run jq '[.sites[] | select(.kernel == "plane" and .class == "texture")] | length' "$fetches"
    assert_output 2
}

@test "texture fetches: one outside the texture is a fetch" {
    assert_fetches outside '[1,32,0,128]'
}

@test "texture fetches are no loads of global memory, and their sites name the line" {
    run jq -c '[.launches[] | .global_loads.requests] | add' "$fetches"
    assert_output 9 # volume and row_layers read what they add to
    line=$(grep -n 'LINEAR FETCH' "$repo/tests/conformance/counts_textures.cu" | cut -d: -f1)
    run jq --argjson line "$line" \
        '.sites[] | select(.line == $line and .class == "texture") | .counts.requests' "$fetches"
    assert_output 2
}

@test "barriers are counted by block, and requests do not reach across them" {
    run count rounds '[.barriers, .shared_stores.requests]'
    assert_output '[6,12]'
}

@test "sites name the line" {
    line=$(grep -n 'STRIDED LOAD' "$repo/tests/conformance/counts.cu" | cut -d: -f1)
    run jq -c --argjson line "$line" \
        '[.sites[] | select(.line == $line and .class == "global_loads") | .kernel, .counts.sectors]' \
        "$counts"
    assert_output '["strided",32]'
}

@test "copies are summed by line" {
    run jq -c '[.copies[] | select(.direction == "from device") | .transfers, .bytes]' "$counts"
    assert_output '[3,384]'
}

@test "the order of threads does not change the counts" {
    local order
    for order in reverse random:3; do
        CPU_DEVICE_ORDER=$order CPU_DEVICE_PROFILE=$BATS_TEST_TMPDIR/other.json \
            timeout 60 "$BATS_FILE_TMPDIR/counts"
        run diff <(jq 'del(.launches[].host_ms)' "$counts") \
            <(jq 'del(.launches[].host_ms)' "$BATS_TEST_TMPDIR/other.json")
        assert_success
    done
}

# differing PROFILE PROGRAM: where what an H200 counted of PROGRAM (tests/records/profiler) is not what PROFILE says:
# launch, kernel, what, here, there.
differing() {
    jq -r --rawfile record "$repo/tests/records/profiler/counters-h200.tsv" --arg program "$2" '
        ($record | split("\n") | map(split("\t") | select(.[0] == $program))
         | map({key: "\(.[1]) \(.[3])", value: (.[4] | tonumber)}) | from_entries) as $gpu
        | def there($launch; $names): $names | map($gpu["\($launch) \(.)"]) | add;
        .launches[] | . as $one
        | {"global loads, requests": [.global_loads.requests, ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"]],
           "global loads, sectors": [.global_loads.sectors, ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"]],
           "global stores, requests": [.global_stores.requests, ["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"]],
           "global stores, sectors": [.global_stores.sectors, ["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"]],
           "global atomics, requests": [.global_atomics.requests, ["l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
                                                                  "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"]],
           "global atomics, sectors": [.global_atomics.sectors, ["l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"]],
           "shared loads, requests": [.shared_loads.requests, ["smsp__inst_executed_op_shared_ld.sum"]],
           "shared stores, requests": [.shared_stores.requests, ["smsp__inst_executed_op_shared_st.sum"]],
           "bank conflicts": [.shared_loads.bank_conflicts + .shared_stores.bank_conflicts,
                              ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                               "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"]],
           "local memory, sectors": [0, ["l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"]]}
        | to_entries[] | there($one.launch; .value[1]) as $there
        | if $there == null then error("\(.key) of launch \($one.launch) is not in the record") else . end
        | select(.value[0] != $there) | "\($one.kernel): \(.key): \(.value[0]), \($there)"' "$1"
}

@test "an H200 counts the same, but for what COUNTS.md explains" {
    run jq -s 'map(.launches | length) | add' "$counts" "$fetches"
    assert_output "$(cut -f1,2 "$repo/tests/records/profiler/counters-h200.tsv" | tail -n +2 | sort -u | wc -l)"
    run differing "$counts" counts
    assert_output 'column: shared loads, requests: 32, 8
column: bank conflicts: 992, 224
float_sum: global atomics, sectors: 2, 64
loop: global loads, requests: 32, 47
loop: global loads, sectors: 32, 76'
    run differing "$fetches" counts_textures
    assert_output 'volume: global loads, requests: 6, 2
volume: global loads, sectors: 24, 8
volume: global stores, requests: 6, 2
volume: global stores, sectors: 24, 8
row_layers: global loads, requests: 3, 2
row_layers: global loads, sectors: 12, 8
row_layers: global stores, requests: 3, 2
row_layers: global stores, sectors: 12, 8'
    local kernel
    for kernel in column float_sum loop volume row_layers; do
        grep -q "^| \`$kernel\` |" "$repo/labs/cpu/COUNTS.md" || fail "COUNTS.md does not explain $kernel"
    done
}
