#!/usr/bin/env bats
# make profile: what a student sees of what the kernels asked memory for, without jq and without a variable to set.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    kit=$(cd "$BATS_TEST_DIRNAME/.." && pwd -P)
    labs="$BATS_TEST_TMPDIR/the labs"
    mkdir -p "$labs" "$BATS_TEST_TMPDIR/bin"
    ln -s "$kit/labs/common" "$labs/common"
    # jq is not asked of students.
    printf '#!/bin/sh\necho "jq was called" >&2\nexit 99\n' >"$BATS_TEST_TMPDIR/bin/jq"
    chmod +x "$BATS_TEST_TMPDIR/bin/jq"
}

# profile FOLDER: make profile in a copy of a lab's folder, whose counts are also in counts.json.
profile() {
    local name=${1##*/}
    mkdir "$labs/$name"
    find "$kit/$1" -maxdepth 1 -type f -exec cp -t "$labs/$name" {} +
    PATH=$BATS_TEST_TMPDIR/bin:$PATH CPU_DEVICE_PROFILE="$BATS_TEST_TMPDIR/$name.json" \
        run make -s -C "$labs/$name" DEVICE=cpu profile
}

# sums FILE: kernel, launches, kind of memory, requests and what each request costs, from the counts in JSON.
sums() {
    jq -r '
        {global_loads: "global loads", global_stores: "global stores", global_atomics: "global atomics", constant: "constant memory",
         shared_loads: "shared loads", shared_stores: "shared stores", shared_atomics: "shared atomics", texture: "texture fetches"} as $names
        | .launches | group_by(.kernel)[] | . as $of | ($names | keys_unsorted[]) as $class
        | ($of | map(.[$class])) as $all | ($all | map(.requests) | add) as $requests | select($requests > 0)
        | ($all | map(.sectors // .words // .bank_conflicts) | add) as $cost
        | [$of[0].kernel, ($of | length), $names[$class], $requests,
           (if $class == "texture" then "" else ($cost / $requests * 100 | round) end)] | @tsv' "$1" | sort
}

# told: the same, as the table in $output says it; hundredths, as whole numbers.
told() {
    awk '
        /^[^ ].*, [0-9]+ launch(es)?$/ { match($0, /, [0-9]+ launch/); kernel = substr($0, 1, RSTART - 1); split(substr($0, RSTART + 2), words, " "); next }
        /^A request is/ { exit }
        kernel != "" && /^  [a-z]+ [a-z]+ +[0-9]/ {
            cost = $5 == "" || $5 !~ /^[0-9.]+$/ ? "" : sprintf("%d", $5 * 100 + 0.5)
            printf "%s\t%d\t%s %s\t%d\t%s\n", kernel, words[1], $1, $2, $3, cost
        }' <<<"$output" | sort
}

@test "each lab's profile is that of its counts, in 80 columns, in a folder with a blank" {
    local folder lab
    for folder in "$kit"/solutions/lab*/; do
        lab=$(basename "$folder")
        echo "$lab"
        profile "solutions/$lab"
        assert_success
        assert_line 'What the warps of each kernel asked memory for, all launches together:'
        assert [ "$(told | wc -l)" -ge 3 ]
        assert_equal "$(told)" "$(sums "$BATS_TEST_TMPDIR/$lab.json")"
        assert_equal "$(sed -n '/^What the warps/,$p' <<<"$output" | awk 'length > 80')" ''
        refute_output --partial 'jq was called'
    done
}

@test "a skeleton has a profile too; a program that does not build, or leaves no counts, has none and says so" {
    local folder
    for folder in "$kit"/labs/lab*/; do
        echo "$folder"
        profile "labs/$(basename "$folder")"
        assert_line 'What the warps of each kernel asked memory for, all launches together:'
    done
    folder=$(find "$labs" -mindepth 1 -maxdepth 1 -name 'lab*' | head -n 1)
    echo 'int broken( {' >>"$(find "$folder" -name '*.cu' | head -n 1)"
    run make -s -C "$folder" DEVICE=cpu profile
    assert_failure
    refute_output --partial 'What the warps'
    cd "$folder"
    run sh ../common/profile.sh cpu /bin/true
    assert_failure 1
    assert_output --partial 'make profile: the program wrote no counts (it ended with status 0)'
}

@test "on a GPU labprof is what students have; where it is gone, nsys is named" {
    mkdir -p "$BATS_TEST_TMPDIR/far/labs/lab" "$BATS_TEST_TMPDIR/far/grader"
    cp -r "$kit/labs/common" "$BATS_TEST_TMPDIR/far/labs/"
    cd "$BATS_TEST_TMPDIR/far/labs/lab"
    run sh ../common/profile.sh gpu ./program 3
    assert_failure 1
    assert_output --partial 'nsys profile --stats=true ./program 3'
    printf '#!/bin/sh\necho "traced: $*"\nexit 7\n' >../../grader/labprof
    chmod +x ../../grader/labprof
    run sh ../common/profile.sh gpu ./program 3
    assert_failure 7
    assert_line 'traced: ./program 3'
    assert_output --partial 'They took the place of nvprof'
}
