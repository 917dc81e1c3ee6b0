#!/usr/bin/env bats
# A name is printed only when it holds: what explains one run's numbers must explain those of a run with other hidden inputs too.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

# Lab 10's tiled product. The terms beyond the edge of the last tile are the last one again ("edge-repeated"): in `always`, always;
# in `here` with the k of seed 1 alone; in `else`, with that one, and with others the last term lacks; in `crashes`, others end it.
setup_file() {
    export kit out k name
    kit=$(cd "$BATS_TEST_DIRNAME/.." && pwd -P)
    out=$BATS_FILE_TMPDIR/out
    k=$("$kit/tests/draws/arguments" lab10 1 1 | grep -oP '^run 1 multiply_tiled .* k=\K[0-9]+')
    local again='for (int i = k; i % TILE; i++) sum += a[row * k + k - 1] * b[(k - 1) * n + column];'
    local less='sum -= a[row * k + k - 1] * b[(k - 1) * n + column];'
    make_wrong always "$again"
    make_wrong here "if (k == $k) $again"
    make_wrong else "if (k == $k) $again else $less"
    make_wrong crashes "if (k == $k) $again else if (k > 12) c += 1 << 29;"
    make_wrong right ''
    for name in always here else crashes right; do
        "$kit/grader/grade" --lab lab10 --device cpu --no-nvcc --seed 1 --only-step 2 --brief --output "$out" "$BATS_FILE_TMPDIR/$name"
    done
}

# make_wrong NAME TEXT: a submission with this text before multiply_tiled stores its sum.
make_wrong() {
    mkdir "$BATS_FILE_TMPDIR/$1"
    cp "$kit"/solutions/lab10/*.{cu,h} "$BATS_FILE_TMPDIR/$1"
    sed -i "/^__global__ void multiply_tiled/,/^}/s|^    if (row < m .. column < n)|&{\n$2|; /^__global__ void multiply_tiled/,/^}/s|^        c\[row.*|&}|" \
        "$BATS_FILE_TMPDIR/$1/step2_multiply.cu"
}

# told NAME: of the test of multiply_tiled.
told() { jq -r '.tests[] | select(.id == "step2-tiled") | .status, (.diagnosis // "-"), .message' "$out/lab10/$1/result.json"; }
work_of() { printf '%s/lab10/%s/work' "$out" "$1"; }

@test "a right submission is not run again" {
    assert_equal "$(told right | head -n 1)" pass
    run bash -c 'ls -d "$1"/run/*.proof' - "$(work_of right)"
    assert_failure
}

@test "what holds with other inputs keeps its name, and only what failed is run again" {
    run told always
    assert_line --index 0 fail
    assert_line --index 1 edge-repeated
    assert_equal "$(cd "$(work_of always)/run" && echo *.proof)" multiply_tiled.proof
    refute [ "$(grep '^seed=' "$(work_of always)/run/multiply_tiled.proof/arguments")" = seed=1 ]
    # The program is the same: so are the sizes that it was compiled with.
    assert_equal "$(grep tile= "$(work_of always)/run/multiply_tiled.proof/arguments")" "$(grep tile= "$(work_of always)/run/multiply_tiled/arguments")"
    refute [ "$(grep '^k=' "$(work_of always)/run/multiply_tiled.proof/arguments")" = "k=$k" ]
}

@test "what does not hold with other inputs has no name: the plainest facts instead" {
    run told here
    assert_line --index 0 fail
    assert_line --index 1 -
    assert_line --index 2 --regexp '^I do not know what is wrong here\. .*[0-9]+ of [0-9]+ elements .* wrong.*With other hidden inputs the results are right: it shows for some values or sizes alone\.$'
    refute_output --partial edge
    run told else
    assert_line --index 0 fail
    assert_line --index 1 -
    assert_line --index 2 --regexp '^I do not know what is wrong here\. .* What would explain these results does not explain those for other hidden inputs\.$'
}

@test "what the checker finds in the run with other inputs is told" {
    run told crashes
    assert_line --index 0 fail
    assert_line --index 1 -
    assert_output --regexp 'I do not know .* With other hidden inputs: The CPU device found: out-of-bounds-write: '
}

@test "no step, test or point is another one by it, and the records are what the schema says" {
    for name in always here else crashes; do
        run jq -c '[.possible - .score, ([.tests[] | select(.status == "fail") | .points, .id])]' "$out/lab10/$name/result.json"
        assert_output --regexp '^\[([0-9]+),\[\1,"step2-tiled"\]\]$'
    done
    "$kit/tests/valid_record" "$out"/lab10/*/result.json
}

# judged_again FOLDER [KIT]: the verdict on multiply_tiled, of what is in a work folder.
judged_again() {
    rm -rf "$1/verdict"
    mkdir "$1/verdict"
    touch "$1/obj/drawn/step2_multiply/step2_multiply.o" "$1/bin/multiply/program" # as kept_work.bash keeps them
    "${2:-$kit}/grader/lib/run_spec" lab10 "$1" 2 >/dev/null
    jq -r '.status, (.diagnosis // "-"), .message' "$1/verdict/step2-tiled.json"
}

@test "judging again what was kept says the same; a record of before there were such runs keeps its names" {
    local work=$BATS_TEST_TMPDIR/work
    cp -r "$(work_of here)" "$work"
    assert_equal "$(judged_again "$work")" "$(told here)"
    cp -r "$(work_of always)" "$work.always"
    assert_equal "$(judged_again "$work.always")" "$(told always)"
    rm "$work/proof_seed"
    run judged_again "$work"
    assert_line --index 1 edge-repeated
}

@test "without a run with other inputs, or without time for it, there is no name" {
    local work=$BATS_TEST_TMPDIR/work proof
    cp -r "$(work_of always)" "$work"
    proof=$work/run/multiply_tiled.proof
    echo 'budget it was not started' >"$proof/ended"
    rm -f "$proof/said/raw"
    run judged_again "$work"
    assert_line --index 1 -
    assert_line --index 2 --regexp '^I do not know .* There was no time left for a run with other hidden inputs'
    rm -r "$proof"
    run judged_again "$work"
    assert_line --index 1 -
    assert_line --index 2 --regexp '^I do not know .* did not come about'
}

@test "a fact of the run with other inputs proves the name that it says, and no other one" {
    local work=$BATS_TEST_TMPDIR/work real=$kit/grader/judge/build/judge-lab10 judge
    cp -r "$(work_of always)" "$work"
    mkdir "$BATS_TEST_TMPDIR/kit"
    cp -r "$kit/grader" "$BATS_TEST_TMPDIR/kit/"
    judge=$BATS_TEST_TMPDIR/kit/grader/judge/build/judge-lab10
    # What a judge says with fail_fact makes no claim.
    cat >"$judge.part" <<END
#!/bin/bash
case "\$3" in *.proof) ;; *) exec "$real" "\$@" ;; esac
"$real" "\$@" | jq -c --arg fact "\$FACT" 'del(.claim) | .diagnosis = \$fact'
exit "\${PIPESTATUS[0]}"
END
    chmod +x "$judge.part"
    mv "$judge.part" "$judge"
    FACT=edge-repeated run judged_again "$work" "$BATS_TEST_TMPDIR/kit"
    assert_line --index 1 edge-repeated
    FACT=another run judged_again "$work" "$BATS_TEST_TMPDIR/kit"
    assert_line --index 1 -
    assert_line --index 2 --regexp '^I do not know .* With other hidden inputs: '
}

# asked [CLAIM WHY]: the judge, of the run of multiply_tiled that is always wrong.
asked() { run "$kit/grader/judge/build/judge-lab10" step2-tiled tiled "$(work_of always)/run/multiply_tiled" 1 cpu "$@"; }

@test "the judge: a claim may be made where it is the one that holds; else it is withdrawn, with what the other run showed" {
    local claim
    asked
    assert_failure 1
    claim=$(jq -r .claim <<<"$output")
    assert_equal "$(jq -r .diagnosis <<<"$output")" edge-repeated
    asked "$claim" 'So it is.'
    assert_failure 1
    assert_equal "$(jq -c '[.diagnosis, .claim]' <<<"$output")" "$(jq -nc --arg claim "$claim" '["edge-repeated", $claim]')"
    refute_output --partial 'So it is.'
    asked '' 'So it is.'
    assert_failure 1
    assert_equal "$(jq -c '[.diagnosis, .claim, .measured.wrong_values.count > 0]' <<<"$output")" '[null,null,true]'
    assert_output --regexp 'I do not know what is wrong here\. .* So it is\.'
    asked "$claim"
    assert_failure 2
}
