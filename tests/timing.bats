#!/usr/bin/env bats
# shellcheck disable=SC2016 # the single quotes hold programs of jq and awk
# Timing verdicts: the statistics, what was recorded on a GPU, and how the commands are used.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup_file() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    export repo timing=$repo/grader/timing records=$repo/tests/records/timing
    make -s -C "$timing" build/decide
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

decide() { "$timing/build/decide" "$@"; }

# verdicts RECORD OPTIONS...: how many of each verdict the recorded samples get, as "1000 pass".
verdicts() {
    local record=$1
    shift
    decide --scale 1e-6 --two "$@" <"$records/$record" | cut -d' ' -f1 | sort | uniq -c | sed 's/^ *//'
}

# model LINES SEED BUSY SHIFT: log-ratios of pairs of samples; with probability BUSY a sample takes
# 1.1 to 3 times as long.
model() {
    awk -v lines="$1" -v seed="$2" -v busy="$3" -v shift="$4" '
        function sample() { return 1 + 0.002 * (rand() - 0.5) }
        function disturbed(x) { return rand() < busy ? x * (1.1 + 1.9 * rand()) : x }
        BEGIN {
            srand(seed)
            for (i = 0; i < lines; i++)
                for (k = 0; k < 135; k++)
                    printf "%.6f%s", shift + log(disturbed(sample()) / disturbed(sample())), k == 134 ? "\n" : " "
        }'
}

@test "the interval of 15 pairs is from the 2nd to the 14th value" {
    run -0 decide --at-most 10 <<<"0.15 0.14 0.13 0.12 0.11 0.10 0.09 0.08 0.07 0.06 0.05 0.04 0.03 0.02 0.01"
    assert_output "pass 1.0833 1.0202 1.1503 15"
}

@test "a clear case needs 15 pairs; one that the threshold divides stays undecided after 135" {
    model 1 1 0 0.2 >line
    run -0 decide --at-most 1.05 <line
    assert_output --regexp '^fail .* 15$'
    model 1 1 0 0.0487902 >line # ln 1.05
    run -0 decide --at-most 1.05 <line
    assert_output --regexp '^undecided .* 135$'
}

@test "a close case is decided by a later look" {
    # The interval of the first 15 holds the threshold, that of 45 does not.
    model 1 2 0 0 | awk '{ for (i = 1; i <= 15; i++) $i = i % 2 ? 0.1 : 0; print }' >line
    run -0 decide --at-most 1.05 <line
    assert_output --regexp '^pass .* 45$'
}

@test "at least is the mirror of at most" {
    model 1 3 0 0.2 >line
    run -0 decide --at-least 1.05 <line
    assert_output --regexp '^pass '
    run -0 decide --at-least 2 <line
    assert_output --regexp '^fail '
}

@test "two processes that disagree are undecided" {
    { model 1 4 0 0 && model 1 5 0 0.2; } >lines
    run -0 decide --at-most 1.05 --two <lines
    assert_output --regexp '^undecided '
}

@test "model: 1,000 verdicts of the same kernel on a GPU that is busy 30 % of the time, none wrong" {
    model 2000 6 0.3 0 >lines
    run -0 decide --at-most 1.05 --two <lines
    refute_line --regexp '^fail'
    run -0 grep -c '^pass' <<<"$output"
    assert [ "$output" -ge 950 ]
}

@test "model: 1,000 verdicts of a 10 % slower kernel, likewise, none wrong" {
    model 2000 7 0.3 0.0953 >lines
    run -0 decide --at-most 1.05 --two <lines
    refute_line --regexp '^pass'
}

@test "recorded on an H200: the same kernel, 1,000 of 1,000 pass, idle and busy" {
    run -0 verdicts same-idle.txt --at-most 1.05
    assert_output "1000 pass"
    run -0 verdicts same-busy.txt --at-most 1.05
    assert_output "1000 pass"
}

@test "recorded on an H200: a 10 % slower kernel, 1,000 of 1,000 fail, idle and busy" {
    run -0 verdicts slower10-idle.txt --at-most 1.05
    assert_output "1000 fail"
    run -0 verdicts slower10-busy.txt --at-most 1.05
    assert_output "1000 fail"
}

@test "recorded on an H200: the records can tell, a threshold on the other side turns every verdict" {
    run -0 verdicts slower10-idle.txt --at-most 1.2
    assert_output "1000 pass"
    run -0 verdicts same-idle.txt --at-least 1.05
    assert_output "1000 fail"
}

@test "recorded on an H200: a verdict took at most 0.5 s of GPU time" {
    # 1,000 verdicts a file: two processes' shares each.
    run -0 jq -s 'map(.gpu_seconds / 1000 < 0.5) | all' "$records"/same-idle.json "$records"/same-busy.json \
        "$records"/slower10-idle.json "$records"/slower10-busy.json
    assert_output true
    run -0 jq -s 'map(.gpu_seconds < 0.5) | all' "$records"/smoke-*.json
    assert_output true
}

@test "recorded on an H200: whole verdicts, two fresh processes each, none wrong, idle and busy" {
    local where name right
    for where in idle busy; do
        for name in same slower10; do
            right=pass
            [[ $name == same ]] || right=fail
            # As many as asked for, nearly all decided, and those rightly.
            run -0 jq -s --arg right "$right" '(map(select(.verdict == $right)) | length) as $n
                | length >= 50 and all(.verdict == $right or .verdict == "undecided") and $n >= 0.95 * length
                and all(.verdict == "undecided" or .processes == 2) and all(.gpu_seconds < 0.5)' \
                "$records/verdicts-$name-$where.jsonl"
            assert_output true
        done
    done
}

@test "recorded on an H200: every cheat ended as expected, and the GPU answered afterwards" {
    run -0 awk -F '\t' 'NR > 1 && index($2, $3) != 1 { print $1 ": " $3 }' "$records/cheats.tsv"
    assert_output ''
    run -0 grep -P '^after-all-these\tpass null\tpass null\t' "$records/cheats.tsv"
}

@test "every cheat was recorded on an H200" {
    local cheat missing=()
    for cheat in "$repo"/tests/gpu/cheats/*.cu; do
        run -0 grep -c '^// Expect: ' "$cheat"
        assert_output 1
        grep -q "^$(basename "$cheat" .cu)"$'\t' "$records/cheats.tsv" || missing+=("$(basename "$cheat" .cu)")
    done
    [[ ${#missing[@]} -eq 0 ]] || fail "not recorded (tests/gpu/run FOLDER cheats): ${missing[*]}"
}

@test "a reference that is wrong beside a submission and right alone is the submission's fault" {
    mkdir -p kit/build
    cp "$timing"/{verdict,lines,*.jq,family} kit/
    printf 'all:\n' >kit/Makefile
    touch kit/build/trusted.fatbin student reference
    cat >kit/build/timing <<'STUB'
#!/usr/bin/env bash
# timing --job J --student S --reference R ...: the reference is wrong beside a student, and once
# SPOILT is set, always.
if [[ $4 == student || ${SPOILT-} ]]; then
    echo '{"verdict": "error", "cause": "guard-written", "reason": "the reference wrote beside out"}'
    exit 3
fi
echo '{"verdict": "pass", "ratio": 1}'
STUB
    chmod +x kit/build/timing
    local job=$BATS_TEST_DIRNAME/gpu/work.json
    run -0 kit/verdict --job "$job" --threshold 1.5 --student student --reference reference
    run -0 jq -r '.verdict, .cause, .reason' <<<"$output"
    assert_output $'fail\noverwritten\na kernel of the submission wrote over memory that is not its own: beside it the reference wrote beside out; alone that is right'
    SPOILT=1 run -0 kit/verdict --job "$job" --threshold 1.5 --student student --reference reference
    run -0 jq -r '.verdict, .cause' <<<"$output"
    assert_output $'error\nguard-written'
}

@test "each calibrated threshold lies 15 % away from reference and naive, which are 1.5 apart" {
    run -0 jq -r '.checks | to_entries[] | .value as $c
        | (if $c.sense == "at-most" then [$c.reference, $c.naive] else [$c.naive, $c.reference] end) as [$low, $high]
        | select($c.threshold < 1.15 * $low or $c.threshold * 1.15 > $high or $high < 1.5 * $low) | .key' \
        "$timing/calibration/hopper.json"
    assert_output ''
}

@test "every job makes lines and names a naive solution that is there" {
    local job
    for job in "$repo"/grader/lab*/timing/*.json; do
        run -0 "$timing/lines" 0 "$job"
        assert_line "check $(basename "$job" .json)"
        assert [ -d "$repo/$(jq -r .naive "$job")" ]
    done
}

@test "every job is calibrated for the H200" {
    run -0 jq -r --slurpfile known "$timing/calibration/hopper.json" '
        .check | select($known[0].checks[.] | not)' "$repo"/grader/lab*/timing/*.json
    [[ -z $output ]] || fail "not calibrated (grader/calibrate on a GPU): ${output//$'\n'/ }"
}

@test "every job is used by a spec and its plan, and every check that a spec times has its job" {
    local check lab
    for job in "$repo"/grader/lab*/timing/*.json; do
        check=$(basename "$job" .json)
        lab=${check%%-*}
        run -0 grep -cE "^    timed $check( |$)" "$repo/grader/$lab/$lab.bats"
        assert_output 1
        run -0 grep -c "^timing $check step=" "$repo/grader/$lab/plan.bash"
        assert_output 1
    done
    run -0 grep -hoP '^ *timed \K\S+' "$repo"/grader/lab*/lab*.bats
    while read -r check; do
        assert [ -f "$repo/grader/${check%%-*}/timing/$check.json" ]
    done <<<"$output"
}

@test "what is only slow is planted for each timing check of lab 10" {
    local ids id
    mapfile -t ids < <(grep -A1 'needs:gpu' "$repo/grader/lab10/lab10.bats" | grep -oP '^@test "\K[^:]+')
    assert_equal "${ids[*]}" "step4-time step4-advantage"
    for id in "${ids[@]}"; do
        run -0 grep -lE "^GPU-fail:.* $id( |\$)" "$repo"/build/wrong/lab10/*-slow-*.patch
    done
}

# bats test_tags=thorough
@test "the device code of every job's reference and naive solution builds" {
    command -v nvcc >/dev/null || [[ -x /usr/local/cuda/bin/nvcc ]] || skip "needs the CUDA toolkit: no nvcc here"
    local job lab sources defines source objects
    for job in "$repo"/grader/lab*/timing/*.json; do
        lab=$(jq -r .build.lab "$job")
        mapfile -t sources < <(jq -r '.build.sources[]' "$job")
        mapfile -t defines < <(jq -r '.build.defines[] | "--define", .' "$job")
        rm -rf lab && cp -R "$repo/solutions/$lab" lab
        rm -rf lab/build units && objects=()
        run -0 "$timing/cubin" --no-sandbox --arch sm_90 --out reference.cubin --objects units "${defines[@]}" lab "${sources[@]}"
        # What was compiled once is linked as if it were compiled again.
        for source in "${sources[@]:1}"; do objects+=(--object "$source=units/${source%.cu}.cubin") && rm "lab/$source"; done
        run -0 "$timing/cubin" --no-sandbox --arch sm_90 --out again.cubin "${objects[@]}" "${defines[@]}" lab "${sources[@]}"
        run -0 cmp reference.cubin again.cubin
        cp "$repo/solutions/$lab"/*.cu lab/
        cp "$repo/$(jq -r .naive "$job")"/* lab/
        run -0 "$timing/cubin" --no-sandbox --arch sm_90 --out naive.cubin "${defines[@]}" lab "${sources[@]}"
        run -1 cmp -s reference.cubin naive.cubin
    done
}

@test "a header in a folder of its own finds the lab's headers in device code, too" {
    command -v nvcc >/dev/null || [[ -x /usr/local/cuda/bin/nvcc ]] || skip "needs the CUDA toolkit: no nvcc here"
    mkdir -p lab/own
    echo 'const int answer = 42;' >lab/lab.h
    echo '#include "lab.h"' >lab/own/own.cuh
    printf '#include "own/own.cuh"\n__global__ void k(int *to) { *to = answer; }\n' >lab/k.cu
    run -0 "$timing/cubin" --no-sandbox --arch sm_90 --out lab.cubin lab k.cu
    assert [ -s lab.cubin ]
}

@test "what a kernel prints is not built into what is timed, nor does leaving it out change anything else" {
    command -v nvcc >/dev/null || [[ -x /usr/local/cuda/bin/nvcc ]] || skip "needs the CUDA toolkit: no nvcc here"
    mkdir lab
    built() { "$timing/cubin" --no-sandbox --arch sm_90 --out lab.cubin lab k.cu; }
    local include
    for include in '#include <stdio.h>' '#include <cstdio>' '#include <iostream>' ''; do
        printf '%s\n__global__ void k(int *to) { int n = 0; %s *to = n; }\nvoid host(int *to) { printf("%%d\\n", *to); }\n' \
            "$include" 'if (threadIdx.x == 0) printf("block %d of %d\n", n++, gridDim.x); printf("here");' >lab/k.cu
        run -0 built
        run -1 grep -q vprintf lab.cubin
    done
    mv lab.cubin quiet.cubin
    sed -i 's/ printf("block[^;]*;/ n++;/; s/ printf("here");//' lab/k.cu
    run -0 built
    run -0 cmp quiet.cubin lab.cubin
    # Where it does not fit, the source is compiled as it is.
    echo 'extern "C" int printf(const char *, ...); __global__ void k() { printf("x"); }' >lab/k.cu
    run -0 built
    run -0 grep -q vprintf lab.cubin
}

@test "calibration refuses a threshold within 15 % and solutions that are too close" {
    refused() { # SENSE THRESHOLD REFERENCE NAIVE
        jq -n --arg sense "$1" --argjson t "$2" '{check: "x", sense: $sense, threshold: $t}' >job
        jq -n --argjson r "$3" '{verdict: "pass", ratio: $r}' >reference
        jq -n --argjson r "$4" '{verdict: "fail", ratio: $r}' >naive
        jq -nr --slurpfile job job --slurpfile reference reference --slurpfile naive naive \
            -f "$timing/calibrated.jq" | jq -r .refused
    }
    run -0 refused at-most 1.25 1 3
    assert_output null
    run -0 refused at-most 1.1 1 3
    assert_output --partial "less than 15 % above"
    run -0 refused at-most 2.8 1 3
    assert_output --partial "less than 15 % below"
    run -0 refused at-least 2 3 1
    assert_output null
    run -0 refused at-most 1.2 1 1.4
    assert_output --partial "less than 1.5 apart"
}

@test "a job that could be cheated or makes no sense is refused" {
    [[ -f ${CUDA_HOME:-/usr/local/cuda}/include/cuda.h ]] || skip "needs the CUDA toolkit: no cuda.h here"
    make -s -C "$timing" build/timing
    local filter
    for filter in '.buffers[0] |= (del(.random) | .values = [1, 2])' '.buffers[1].role = "in" | .buffers[1].random = [0, 1]' \
        '.a.args[0] = {"buffer": "none"}'; do
        jq "$filter" "$BATS_TEST_DIRNAME/gpu/work.json" | jq -r --argjson threshold 0 -f "$timing/job.jq" >lines
        run -3 "$timing/build/timing" --job lines --student x --reference x --trusted x
        assert_output --partial '"cause": "job"'
    done
    run -5 jq -r --argjson threshold 0 -f "$timing/job.jq" <<<'{"schema": "other"}'
    assert_output --partial "its schema is"
}

@test "device code is built in the box; a child launch is refused, a broken source is told" {
    command -v nvcc >/dev/null || [[ -x /usr/local/cuda/bin/nvcc ]] || skip "needs the CUDA toolkit: no nvcc here"
    command -v bwrap >/dev/null || skip "needs bubblewrap"
    run -0 "$timing/cubin" --arch sm_90 --out work.cubin "$BATS_TEST_DIRNAME/gpu/work" work.cu
    assert [ -s work.cubin ]
    local child
    for child in child-launch child-stream; do
        run -1 "$timing/cubin" --arch sm_90 --out child.cubin "$BATS_TEST_DIRNAME/gpu/cheats" "$child.cu"
        assert_output --partial "a kernel launches another kernel"
    done
    mkdir broken && echo 'not C++' >broken/a.cu
    run -1 "$timing/cubin" --arch sm_90 --out a.cubin broken a.cu
    assert_output --partial "does not compile"
}

@test "without a GPU a verdict is an error that says so, and calibrate ends with 4" {
    if "$timing/family" >/dev/null; then skip "there is a GPU here"; fi
    touch a.cubin
    # Nothing is run, so nobody is waited for.
    exec {lock}>lock
    flock "$lock"
    run -0 timeout 60 "$timing/verdict" --lock lock --job "$BATS_TEST_DIRNAME/gpu/work.json" --student a.cubin --reference a.cubin
    run -0 jq -r .verdict <<<"$output"
    assert_output error
    run -4 "$repo/grader/calibrate"
    assert_output --partial "no GPU answers here"
}

@test "on this GPU: the trial kernel passes, 10 % and 100 % slower ones fail, every cheat is caught" {
    "$timing/family" >/dev/null || skip "needs a GPU: times are measured there"
    run -0 timeout 300 "$BATS_TEST_DIRNAME/gpu/run" "$BATS_TEST_TMPDIR/out" smoke cheats
    run -0 jq -rs 'map(.verdict) | join(" ")' out/smoke-same.json out/smoke-slower10.json out/smoke-slower100.json
    assert_output "pass fail fail"
    run -0 awk -F '\t' 'NR > 1 && index($2, $3) != 1 { print $1 ": " $3 }' out/cheats.tsv
    assert_output ''
}

@test "bad usage is told" {
    run -2 decide
    assert_output --partial "decide --help"
    run -2 decide --at-most 0
    run -2 decide --at-most 1.05 <<<"1 2 x"
    assert_output --partial "'x' is not a number"
    run -2 decide --at-most 1.05 <<<"1 2 3"
    assert_output --partial "at least 15"
    run -2 "$timing/verdict" --job none
    run -2 "$timing/cubin" --out x
    run -2 "$repo/grader/calibrate" none
    assert_output --partial "calibrate --list"
}
