#!/usr/bin/env bats
# grader/class: what learning platforms let one download, who handed it in, resuming, hostile archives.
# shellcheck disable=SC2154 # run sets stderr

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"
load kit_copy
load stand_in

# A submission of lab 6, whose step 1 is the quickest thing there is to grade.
setup_file() {
    export good=$BATS_FILE_TMPDIR/good
    mkdir "$good"
    cp "$BATS_TEST_DIRNAME"/../solutions/lab6/{lab6,lab61,lab62,lab63}.cu "$good/"
    (cd "$good" && bsdtar --format zip -cf "$BATS_FILE_TMPDIR/good.zip" ./*)
    export zip=$BATS_FILE_TMPDIR/good.zip TZ=UTC
}

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    down=$BATS_TEST_TMPDIR/down
    out=$BATS_TEST_TMPDIR/out
    mkdir "$down"
}

teardown() {
    local files
    mapfile -d '' files < <(find "$out" -name 'result*.json' -print0 2>/dev/null)
    if ((${#files[@]})); then tests/valid_record "${files[@]}"; fi
}

class() {
    run --separate-stderr grader/class --lab lab6 --device cpu --no-nvcc --only-step 1 --seed 1 --output "$out" --color never "$@"
}

list() { class --list "$@"; }

notes() { jq -r '.notes[]' "$out/lab6/$1/result.json"; }

why() { jq -r .why "$out/lab6/$1/refused.json"; }

@test "class: help, wrong usage" {
    run grader/class --help
    assert_success
    for word in --roster --due --again --list '1 MiB'; do assert_output --partial -- "$word"; done
    for words in '' '--lab lab6' '--lab lab99 x' '--lab lab6 --due soonish x' '--lab lab6 --jobs 0 x' '--lab lab6 --seed one x' '--what'; do
        # shellcheck disable=SC2086 # several words
        run --separate-stderr grader/class --output "$out" $words
        assert_equal "$words $status" "$words 2"
        [[ $stderr == *--help* ]] || fail "$words: $stderr"
    done
    class "$down/nowhere"
    assert_failure 1
    [[ $stderr == *'no such folder or archive'* ]] || fail "$stderr"
    class "$down"
    assert_failure 1
    [[ $stderr == *'no submission'* ]] || fail "$stderr"
    run make -n --no-print-directory class LAB=lab6 SUBMISSIONS='my class.zip' ROSTER=r.csv
    assert_output --partial "--lab 'lab6'"
    assert_output --partial "'my class.zip'"
}

@test "Canvas: names and numbers, LATE, several uploads, loose files, anonymous; its gradebook is a roster" {
    for name in doejane_101_9001_lab6.zip doejane_101_9005_lab6-1.zip roe_bob_LATE_102_9002_lab6.zip anon_Ab1Cd_77_lab6.zip; do
        cp "$zip" "$down/$name"
    done
    for unit in lab6 lab62; do cp "$good/$unit.cu" "$down/liwei_103_90_$unit.cu"; done
    cp "$good/lab63.cu" "$down/liwei_103_91_lab63-2.cu"
    (cd "$down" && bsdtar --format zip -cf "$BATS_TEST_TMPDIR/c.zip" ./*)
    printf '\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Lab 6 (77)\r\n    Points Possible,,,,,100\r\n"Doe, Jane",101,s1,jane,A,\r\n"Roe ""Bob"", Bob",102,s2,bob,A,\r\n"Gone, Ned",104,s4,ned,A,\r\n"Student, Test",9,,t,A,\r\n' >"$BATS_TEST_TMPDIR/r.csv"
    list --roster "$BATS_TEST_TMPDIR/r.csv" "$BATS_TEST_TMPDIR/c.zip"
    assert_success
    assert_line 'doejane_101; canvas; Doe, Jane; no time known; the last counted of 2 attempts'
    assert_line 'roe_bob_102; canvas; Roe "Bob", Bob; no time known; Handed in after the deadline.'
    assert_line 'liwei_103; canvas; liwei (not on the roster); no time known'
    assert_line --partial 'anon_Ab1Cd; canvas'
    assert_line '-; Gone, Ned; nothing handed in'
    refute_line --partial 'Test'
    run jq -c '[.items[] | select(.name == "liwei_103").files[].called]' "$out/lab6/.class/layout.json"
    assert_output '["lab6.cu","lab62.cu","lab63.cu"]'
    run jq -r '.items[] | select(.name == "doejane_101").notes[]' "$out/lab6/.class/layout.json"
    assert_output 'lab6-1.zip: taken as lab6.zip'
}

@test "Moodle: folders and files of every version, online text, other scripts; participants and worksheet are rosters" {
    mkdir -p "$down/Ann Óe_21_assignsubmission_file_" "$down/Пак Ван_22_assignsubmission_file" "$down/Ann Óe_21_assignsubmission_onlinetext_"
    cp "$zip" "$down/Ann Óe_21_assignsubmission_file_/lab 6.zip"
    cp "$good"/* "$down/Пак Ван_22_assignsubmission_file/"
    cp "$zip" "$down/Lee_23_assignsubmission_file_lab6.zip"
    echo hello >"$down/Lee_23_assignsubmission_onlinetext_onlinetext.html"
    echo hello >"$down/Kim_29_assignsubmission_onlinetext_onlinetext.html"
    printf 'Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (grade)\nParticipant 21,Ann Óe,a@x,,,100,-\nParticipant 24,Who Else,w@x,,,100,-\n' >"$BATS_TEST_TMPDIR/r.csv"
    list --roster "$BATS_TEST_TMPDIR/r.csv" "$down"
    assert_success
    assert_line 'Ann Óe_21; moodle; Ann Óe; no time known'
    assert_line 'Пак Ван_22; moodle; Пак Ван (not on the roster); no time known'
    assert_line 'Lee_23; moodle; Lee (not on the roster); no time known'
    assert_line 'Kim_29; moodle; Kim (not on the roster); no time known'
    assert_line '-; Who Else; nothing handed in'
    assert_equal "${#lines[@]}" 5
    printf 'First name;Last name;Username;Email address\nVan;Pak;x;y@z\nЛи;Lee;lee;l@x\n' | iconv -t UTF-16 >"$BATS_TEST_TMPDIR/r.csv"
    list --roster "$BATS_TEST_TMPDIR/r.csv" "$down"
    assert_success
    assert_line '-; Van Pak; nothing handed in'
}

@test "Gradescope: the metadata says who, groups too, and when; quotes and attempts" {
    mkdir -p "$down/e/assignment_7_export"/submission_{11,12}
    cp "$good"/* "$down/e/assignment_7_export/submission_11/"
    cp "$good"/* "$down/e/assignment_7_export/submission_12/"
    cat >"$down/e/assignment_7_export/submission_metadata.yml" <<'END'
---
submission_11:
  :submitters:
  - :name: Jane Doe
    :sid: '7'
    :email: jane@x.edu
  :created_at: 2026-01-02 01:00:00.000000000 -08:00
  :history:
  - :created_at: 2025-12-29 01:00:00 -08:00
submission_12:
  :submitters:
  - :name: "O'Neil \"Q\" Al"
    :sid: s102
    :email: al@x.edu
  - :name: Bob Roe
    :sid: s9
  :created_at: 2025-12-30 01:00:00.000000000 -08:00
END
    (cd "$down" && bsdtar --format 7zip -cf "$BATS_TEST_TMPDIR/g.7z" e)
    printf 'First Name,Last Name,SID,Email,Role\nJane,Doe,7,jane@x.edu,Student\nAl,O,s102,AL@x.edu,Student\nBob,Roe,s9,b@x,Student\nTea,Cher,s0,t@x,TA\n' >"$BATS_TEST_TMPDIR/r.csv"
    list --due '2026-01-01 00:00' --roster "$BATS_TEST_TMPDIR/r.csv" "$BATS_TEST_TMPDIR/g.7z"
    assert_success
    assert_line 'jane; gradescope; Jane Doe; 2026-01-02 09:00 UTC; Handed in 1 day, 9 hours after the deadline.'
    assert_line "al+s9; gradescope; Al O and Bob Roe; 2025-12-30 09:00 UTC"
    assert_equal "${#lines[@]}" 2
}

@test "Blackboard: logins and assignments with underscores, the last attempt before the deadline" {
    for time in 2025-12-30-10-00-00 2025-12-31-23-59-00 2026-01-03-10-00-00; do
        printf 'Name: Jane Doe (jane_d)\r\nAssignment: Lab_6\r\n' >"$down/Lab_6_jane_d_attempt_$time.txt"
        cp "$zip" "$down/Lab_6_jane_d_attempt_${time}_lab6.zip"
    done
    cp "$good/lab6.cu" "$down/Lab_6_bob_attempt_2026-01-01-00-10-00_lab6 (1).cu"
    list --due '2026-01-01 00:00' "$down"
    assert_success
    assert_line 'jane_d; blackboard; Jane Doe; 2025-12-31 23:59 UTC; the last counted of 3 attempts'
    assert_line 'bob; blackboard; bob; 2026-01-01 00:10 UTC; Handed in 10 minutes after the deadline.'
}

@test "what students call their files makes no entry somebody else's, nor another platform's" {
    local mine='bob_attempt_2025-12-30-10-00-00' time=2026-01-02-10-00-00
    cp "$good/lab6.cu" "$down/Lab_6_eve_attempt_${time}_lab6.cu"
    cp "$good/lab6.cu" "$down/Lab_6_bob_attempt_${time}_eve_attempt_2025-12-30-10-00-00_lab6.cu"
    cp "$good/lab6.cu" "$down/Lab_6_joe_attempt_${time}_Eve_21_assignsubmission_file_lab6.cu"
    list --due '2026-01-01 00:00' "$down"
    assert_success
    for name in eve bob joe; do assert_line --regexp "^$name; blackboard; $name; 2026-01-02 10:00 UTC; Handed in"; done
    assert_equal "${#lines[@]}" 3
    rm "$down"/*
    cp "$good/lab6.cu" "$down/Eve_21_assignsubmission_file_lab6.cu"
    cp "$good/lab6.cu" "$down/Bob_22_assignsubmission_file_Eve_21_assignsubmission_file_lab6.cu"
    cp "$good/lab6.cu" "$down/Joe_23_assignsubmission_file_lab_eve_$mine.cu"
    list --due '2026-01-01 00:00' "$down"
    for name in Eve_21 Bob_22 Joe_23; do assert_line --regexp "^$name; moodle; ${name%_*}; no time known"; done
    assert_equal "${#lines[@]}" 3
    rm "$down"/*
    cp "$good/lab6.cu" "$down/doeeve_11_22_lab6.cu"
    cp "$good/lab6.cu" "$down/doebob_12_23_doeeve_11_99_lab6.cu"
    cp "$good/lab6.cu" "$down/doejoe_13_24_doeeve_attempt_2025-12-30-10-00-00_lab6.cu"
    list "$down"
    for name in doeeve_11 doebob_12 doejoe_13; do assert_line --regexp "^$name; canvas; ${name%_*}; no time known"; done
    assert_equal "${#lines[@]}" 3
    # Nor when one has more files than the others together.
    for name in 1 2 3 4 5 6; do cp "$good/lab6.cu" "$down/doeeve_11_3${name}_Bob ${name}_${name}_assignsubmission_file_lab6.cu"; done
    list "$down"
    for name in doeeve_11 doebob_12 doejoe_13; do assert_line --regexp "^$name; canvas; ${name%_*}; no time known"; done
    assert_equal "${#lines[@]}" 3
}

@test "links in a cloned repository lead no archive into another's record; loose files named as options are named" {
    local forged=$BATS_TEST_TMPDIR/forged
    cp -r "$good" "$down/ann" && rm "$down/ann/lab6.cu"
    mkdir "$down/zed" "$forged" "$BATS_TEST_TMPDIR/aim"
    touch "$down/--rawfile" "$down/-n"
    jq -n '{schema: "gpu-memory-labs/result/1", submission: "ann", score: 100, tests: []}' >"$forged/result.json"
    bsdtar --format zip -cf "$down/zed/x.zip" -C "$forged" result.json
    ln -s ../../../../ann "$down/zed/x.unpacked" # from the class's scratch folder to the records
    cp "$down/zed/x.zip" "$down/zed/y.zip"
    ln -s "$BATS_TEST_TMPDIR/aim" "$down/zed/y.unpacked"
    class --jobs 1 "$down"
    assert_success
    assert_line --regexp '^lab6 +ann +0 +0 +12$'
    assert_line --regexp '^lab6 +zed +not graded'
    assert_line --regexp '^Left aside, loose files \(2\): --rawfile; -n$'
    run ls -A "$BATS_TEST_TMPDIR/aim"
    assert_output ''
    # shellcheck disable=SC2016 # the other shell's
    run bash -euc 'source grader/lib/common.bash; source grader/batch/unpack.bash; declare -A grading=()
        ln -s "$1/aim" "$1/link"; unpack "$2" "$1/link" "$1/scratch" "${STUDENT_LIMITS[@]}"' - "$BATS_TEST_TMPDIR" "$down/zed/x.zip"
    assert_failure 3
    run ls -A "$BATS_TEST_TMPDIR/aim"
    assert_output ''
}

@test "Canvas's loose files are graded, with nothing to note about them; names that are no UTF-8 stay two" {
    cp "$good/lab6.cu" "$down/doeann_11_21_lab6.cu"
    class "$down"
    assert_success
    assert_line --regexp '^lab6 +doeann_11 +12 +0 +12$'
    mkdir "$BATS_TEST_TMPDIR/old"
    cp -r "$good" "$BATS_TEST_TMPDIR/old/"$'M\xfcller'
    cp -r "$good" "$BATS_TEST_TMPDIR/old/"$'M\xf6ller'
    list "$BATS_TEST_TMPDIR/old"
    assert_equal "${#lines[@]}" 2
}

@test "a submission_metadata.yml of a student's own says nothing; names that the summary needs, long ones and collisions are renamed" {
    local name long
    long=$(printf '😀%.0s' {1..60})
    for name in ann bob ann~2 class.json "$long" a$'\u202e'b; do
        cp -r "$good" "$down/$name"
        mkdir "$down/$name/submission_1"
        printf '%s\n' 'submission_1:' '  :submitters:' '  - :name: Ann' '    :email: ann@x' '  :created_at: 2020-01-01 00:00:00 +00:00' >"$down/$name/submission_metadata.yml"
    done
    cp "$zip" "$down/ann.zip"
    list "$down"
    assert_success
    for name in ann 'ann~2' 'ann~2~2' bob _class.json a_b; do assert_line --regexp "^$name; folder; "; done
    refute_output --partial gradescope
    assert_equal "${#lines[@]}" 7
    run jq -r '.items[].name | utf8bytelength' "$out/lab6/.class/layout.json"
    for name in "${lines[@]}"; do assert [ "$name" -le 200 ]; done
}

@test "a folder of many large files is taken in part, says so, and links in it are not followed" {
    local tree=$BATS_TEST_TMPDIR/tree i
    cp -r "$good" "$down/huge"
    for i in {1..30}; do truncate -s 7M "$down/huge/z$i.h"; done
    ln -s /dev/zero "$down/huge/endless.h"
    touch "$down/huge/"$'new\nline.h' "$down/huge/"$'\xff\xfe.h' "$down/huge/-rf"
    # shellcheck disable=SC2016 # the other shell's
    run timeout 60 bash -euc 'source grader/lib/common.bash; source grader/batch/gather.bash
        mkdir -p "$1" "$2"; item_called=("") item_paths=("$3") item_notes=""
        item_state | tr "\0" "\n"; copy_folder "$3" "$2" "$1/notes"; cat "$1/notes"' - "$BATS_TEST_TMPDIR/item" "$tree" "$down/huge"
    assert_success
    assert_line 'Of its files the first 64 MiB were looked at'
    assert_line 'endless.h: left out, it is a symbolic link; hand in the file itself'
    assert [ "$(find "$tree" -name 'z*.h' | wc -l)" -lt 11 ]
    assert [ -f "$tree/lab6.cu" ] && refute [ -L "$tree/endless.h" ] && assert [ -f "$tree/"$'new\nline.h' ] && assert [ -f "$tree/-rf" ]
}

@test "archives in an archive are unpacked within what one alone may take" {
    local tree=$BATS_TEST_TMPDIR/tree i
    mkdir "$tree"
    (cd "$BATS_TEST_TMPDIR" && head -c 3000000 /dev/urandom >noise && tar -cf "$tree/1.tar" noise && rm noise)
    for i in 2 3 4 5 6 7; do cp "$tree/1.tar" "$tree/$i.tar"; done
    # shellcheck disable=SC2016 # the other shell's
    run timeout 100 bash -euc 'source grader/lib/common.bash; source grader/batch/unpack.bash; source grader/batch/gather.bash
        declare -A grading=(); GATHER_SUM=9000000; unpack_inner "$1" "$1.notes" "$1.scratch"; cat "$1.notes"' - "$tree"
    assert_success
    assert_line --regexp '^7.tar: not unpacked, those before it'
}

@test "cloned repositories: the time of the last commit, read where git can do nothing" {
    local user
    for user in ann bob; do
        cp -r "$good" "$down/lab6-$user"
        git -C "$down/lab6-$user" init -q
        git -C "$down/lab6-$user" add .
        GIT_COMMITTER_DATE='2026-01-01 12:00 +0000' git -C "$down/lab6-$user" -c user.email=a@b -c user.name=x commit -qm x
        git -C "$down/lab6-$user" config core.fsmonitor "touch $BATS_TEST_TMPDIR/pwned; false"
        git -C "$down/lab6-$user" config core.pager "touch $BATS_TEST_TMPDIR/pwned"
    done
    printf 'identifier,github_username,github_id,name\nAnn A,ann,1,Ann\nBob B,BOB,2,Bob\nEve E,eve,3,\n' >"$BATS_TEST_TMPDIR/r.csv"
    list --due '2026-01-01 10:30' --roster "$BATS_TEST_TMPDIR/r.csv" "$down"
    assert_success
    assert_line 'lab6-ann; repository; Ann; 2026-01-01 12:00 UTC; Handed in 1 hour, 30 minutes after the deadline.'
    assert_line --partial 'lab6-bob; repository; Bob;'
    assert_line '-; Eve E; nothing handed in'
    refute [ -e "$BATS_TEST_TMPDIR/pwned" ]
}

@test "folders and archives of any name; two of one name; loose files are named; rosters that are none are refused" {
    cp -r "$good" "$down/=cmd|' C calc'!A0"
    cp -r "$good" "$down/ann"
    cp "$zip" "$down/ann.zip"
    cp -r "$good" "$down/-rf"
    touch "$down/README.txt" "$down/.DS_Store"
    mkdir "$down/"$'a\nb\e[2J'
    cp "$good"/* "$down/"$'a\nb\e[2J/'
    list "$down"
    assert_success
    assert_line --partial "=cmd|' C calc'!A0; folder"
    assert_line --partial 'ann; folder'
    assert_line --partial 'ann~2; folder'
    assert_line --partial '_rf; folder'
    assert_line 'a_b_[2J; folder; a b [2J; no time known'
    assert_line '-; left aside, a loose file: README.txt'
    refute_output --partial DS_Store
    echo 'no, heading' >"$BATS_TEST_TMPDIR/r.csv"
    list --roster "$BATS_TEST_TMPDIR/r.csv" "$down"
    assert_failure 1
    [[ $stderr == *'no line of it has a heading'* ]] || fail "$stderr"
    class --again nobody "$down"
    assert_failure 2
    # One submission by itself.
    rm -rf "$out"
    list "$good"
    assert_line --partial 'good; folder'
}

@test "a class is graded; renamed, nested, CRLF, BOM, packed twice; what cannot be graded says why; again is nothing to do" {
    mkdir -p "$down/ann/deep/lab 6" "$down/two" "$down/essay" "$down/twice" "$down/bom" "$down"/{far/a/b/c/d/e,void}
    cp "$good/lab61.cu" "$good/lab62.cu" "$down/ann/deep/lab 6/"
    sed 's/$/\r/' "$good/lab6.cu" >"$down/ann/deep/lab 6/Lab6 (1).cu"
    cp "$good/lab6.cu" "$down/two/lab6 (1).cu"
    sed 's/-2/-3/' "$good/lab6.cu" >"$down/two/lab6 (2).cu"
    echo words >"$down/essay/essay.txt"
    cp "$zip" "$down/twice/my lab.zip"
    { printf '\xff\xfe' && iconv -f UTF-8 -t UTF-16LE "$good/lab6.cu"; } >"$down/bom/lab6.cu"
    cp "$good/lab6.cu" "$down/far/a/b/c/d/e/"
    class --jobs 2 "$down"
    assert_success
    for name in ann twice bom far; do assert_line --regexp "^lab6 +$name +12 +0 +12$"; done
    for name in two essay void; do assert_line --regexp "^lab6 +$name +not graded"; done
    assert_line '4 of 7 submissions are graded.'
    run notes far
    assert_line 'The files of the lab were found in the folder a/b/c/d/e, and nothing beside it was looked at'
    run why void
    assert_output 'the submission is empty.'
    run notes ann
    assert_line 'lab6.cu: handed in as "deep/lab 6/Lab6 (1).cu", taken under the name of the lab'
    assert_line --partial 'deep/lab 6/Lab6 (1).cu: lines ended as in Windows (CRLF)'
    run notes bom
    assert_line 'lab6.cu: was UTF-16, taken as UTF-8'
    run why two
    assert_output --partial 'it is not clear which file it is ("lab6 (1).cu" "lab6 (2).cu")'
    run why essay
    assert_output --partial 'no file of lab6 is here'
    for name in ann two; do grep -q '^<h1>lab6: ' "$out/lab6/$name/page.html"; done
    grep -q '<a href="ann/report.html">' "$out/lab6/index.html"
    # Each has inputs of its own, from the class seed and its name.
    run bash -c 'jq .seed "$1"/lab6/*/result.json | sort -u | wc -l' - "$out"
    assert_output 4
    run bash -c 'du -sk --apparent-size "$1"/lab6/*/ | sort -n | tail -n 1 | cut -f1' - "$out"
    ((output <= 1024))
    refute [ -e "$out/lab6/ann/work" ]

    # Nothing changed: nothing is touched. One file changed: that one is graded.
    find "$out/lab6" -name result.json -printf '%p %T@ %i\n' | sort >"$BATS_TEST_TMPDIR/before"
    mkdir "$BATS_TEST_TMPDIR/cwd"
    cd "$BATS_TEST_TMPDIR/cwd"
    touch .hidden
    run "$BATS_TEST_DIRNAME/../grader/class" --lab lab6 --device cpu --no-nvcc --only-step 1 --output "$out" --color never "$down"
    assert_success
    assert_line '4 of 7 submissions are graded.'
    assert [ -e .hidden ]
    cd "$BATS_TEST_DIRNAME/.."
    find "$out/lab6" -name result.json -printf '%p %T@ %i\n' | sort >"$BATS_TEST_TMPDIR/after"
    run diff "$BATS_TEST_TMPDIR/before" "$BATS_TEST_TMPDIR/after"
    assert_success
    sed -i 's/-2 \* i/-3 * i/' "$down/ann/deep/lab 6/Lab6 (1).cu"
    rm -r "$down/twice" "$down/bom"
    class "$down"
    assert_success
    assert_line --regexp '^lab6 +ann +0 +0 +12$'
    assert_line --regexp '^lab6 +twice +12 ' # of an earlier download
    class --only-step 2 "$down"
    assert_failure 2
    [[ $stderr == *'gradings of step 1; give another --output'* ]] || fail "$stderr"
}

@test "hostile archives: out of the folder, links, bombs, pipes, damage, passwords; none reaches outside or stops the others" {
    local work=$BATS_TEST_TMPDIR/work
    mkdir -p "$work" "$down"
    cp "$good"/* "$work/"
    (
        cd "$work" || exit
        tar cf "$down/escape.tar" -P --transform "s,^lab63.cu,../../../../../../../../../../tmp/pwned.$$," lab6.cu lab63.cu
        ln -s / root && ln -s ../../../class.json lab61.h && ln lab62.cu hard.cu && mkfifo pipe
        tar czf "$down/links.tar.gz" lab6.cu root lab61.h lab62.cu hard.cu pipe
        head -c 300000000 /dev/zero >zeros.cu
        bsdtar --format zip -cf "$down/bomb.zip" lab6.cu zeros.cu
        rm zeros.cu
        mkdir -p many && (cd many && seq 5000 | xargs touch)
        bsdtar --format zip -cf "$down/many.zip" many lab6.cu
    )
    head -c 900 "$zip" >"$down/damaged.zip"
    head -c 500 /dev/urandom >"$down/noise.7z"
    bsdtar --format zip --options zip:encryption=zipcrypt --passphrase x -cf "$down/locked.zip" -C "$good" lab6.cu
    mkdir "$down/packed" && cp "$down/damaged.zip" "$down/packed/" && touch "$down/packed/report.pdf"
    echo hello >"$down/Kim_29_assignsubmission_onlinetext_onlinetext.html"
    class "$down"
    assert_success
    for name in bomb many damaged noise locked packed Kim_29; do assert_line --regexp "^lab6 +$name +not graded"; done
    assert_line --regexp '^lab6 +links +12 '
    refute [ -e "/tmp/pwned.$$" ]
    run find "$out" -type l -o -type p
    refute_output --partial /links/
    run why locked
    assert_output --partial 'it wants a password'
    run why packed
    assert_output --regexp '^damaged.zip: it cannot be unpacked: it is damaged'
    run why Kim_29
    assert_output --regexp '^no file was handed in, only a text'
    run why bomb
    assert_output --partial 'it holds more, or larger, files than a submission has'
    run notes links
    assert_line --partial 'root (symbolic link): left out'
}

@test "what is ours is listed, with status 1, and tried again; the others are graded" {
    cp -r "$good" "$down/ann"
    cp -r "$good" "$down/bob"
    # Bob's records cannot be written.
    mkdir -p "$out/lab6"
    echo 'in the way' >"$out/lab6/bob"
    class "$down"
    assert_failure 1
    assert_line --regexp '^lab6 +ann +12 '
    assert_line --regexp '^lab6 +bob +not graded'
    assert_line --partial "OURS, not the students'; the next call tries them again (1): bob: "
    rm "$out/lab6/bob"
    class "$down"
    assert_success
    assert_line '2 of 2 submissions are graded.'
}

@test "--similar names pairs for a person to look at; what everybody was given is not alike, and no student's page tells" {
    command -v sim_c++ >/dev/null || skip 'similarity-tester is not installed: make setup'
    for name in ann bob cy dee; do
        mkdir "$down/$name"
        cp labs/lab6/lab6.cu "$down/$name/"
    done
    mkdir "$down/rob"
    yes 'a = b[i] + c;' | head -c 200000 >"$down/rob/lab6.cu"
    cp "$good/lab6.cu" "$down/ann/"
    sed 's/\bi\b/counter/g; s/^    /\t/' "$good/lab6.cu" >"$down/bob/lab6.cu"
    class --similar "$down"
    assert_success
    assert_line 'Alike, for a person to look at:'
    assert_line --regexp '^  [0-9]+ %  ann  bob$'
    [[ $stderr == *'rob is not compared with the others'* ]] || fail "$stderr"
    assert_equal "$(jq length "$out/lab6/similar.json")" 1
    grep -q '<li>[0-9]* %: <a href="ann/report.html">ann</a>, <a href="bob/report.html">bob</a></li>' "$out/lab6/index.html"
    run grep -l bob "$out/lab6/ann/page.html"
    assert_failure
}

# ---- afterwards ----------------------------------------------------------------------------------

# A copy of the kit whose timings are said, not taken, on a stand-in for a GPU.
@test "--similar: a text in which the comparison does not end, when two hand it in, is found before" {
    command -v sim_c++ >/dev/null || skip 'similarity-tester is not installed: make setup'
    awk 'BEGIN { srand(1); for (i = 0; i < 5000; i++) printf "%s", rand() < 0.5 ? "a;" : "1;" }' >"$down/eve.c"
    cat solutions/lab7/*.cu >"$down/ann.c"
    : >"$down/none.c"
    # shellcheck disable=SC2016 # the other shell's
    run bash -euc 'source grader/batch/similar.bash; for name in eve ann none; do if does_not_end "$1/$name.c"; then echo "$name"; fi; done' - "$down"
    assert_output eve
}

@test "pending points are settled on a GPU from what is kept; marks follow changed points without a run, and stay settled" {
    local kit=$BATS_TEST_TMPDIR/kit record=$out/lab6/ann/result.json again kept
    copy_kit "$kit"
    cat >"$kit/grader/timing/verdict" <<'END'
#!/bin/sh
echo '{"verdict": "fail", "reason": "it takes 1.9 times as long", "ratio": 1.9, "interval": [1.8, 2.0], "threshold": 1.25, "pairs": 15, "gpu_seconds": 0.1}'
END
    make_stand_in "$BATS_TEST_TMPDIR/gpu" "$kit"
    mkdir "$down/ann"
    cp "$good/lab62.cu" "$down/ann/"
    run "$kit/grader/class" --lab lab6 --only-step 4 --device cpu --no-nvcc --seed 1 --output "$out" --color never "$down"
    assert_success
    assert_line --regexp '^lab6 +ann +17 +5 +22$'
    assert_line "Pending: 5 points of 1 submission. On a machine with a GPU: grader/class --settle $out"
    assert_line --partial 'nvcc was not asked: '
    mv "$down" "$down.aside" # what is kept is enough
    if ! grader/timing/family >/dev/null 2>&1; then # on a machine with a GPU that one would settle them
        run "$kit/grader/class" --settle "$out" --device gpu
        assert_failure 1
        assert_output --partial 'no GPU answers'
    fi
    PATH=$BATS_TEST_TMPDIR/gpu/bin:$PATH run "$kit/grader/class" --settle "$out"
    assert_success
    assert_line '1 submission had points to settle: 1 settled, 0 stay pending, 0 failed.'
    run jq -c '[.score, .pending, .device, (.tests[] | select(.id == "step4-time") | .status, .settled_on, .diagnosis, .measured.ratio)]' "$record"
    assert_output '[17,0,"cpu","fail","Stand-in","slow-uniform",1.9]'
    grep -q '1.9 times as long' "$out/lab6/ann/page.html"

    sed -i '/test_tags=points:6,step:4/s/points:6/points:10/' "$kit/grader/lab6.bats"
    cp "$record" "$BATS_TEST_TMPDIR/before"
    run "$kit/grader/remark" --list "$out"
    assert_success
    run cmp "$record" "$BATS_TEST_TMPDIR/before"
    assert_success
    BWRAP=/nowhere/bwrap run "$kit/grader/remark" "$out"
    assert_success
    assert_line 'ann: 17 of 22 is now 25 of 30'
    assert_line --partial 'step4-uniform: 6 of 6 is now 10 of 10'
    assert_line '1 of 1 submissions were judged again; the marks of 1 changed.'
    run jq -c '[.score, .pending, (.tests[] | select(.id == "step4-time").settled_on)]' "$record"
    assert_output '[25,0,"Stand-in"]'
    grep -q ',graded,25,0,30,' "$out/lab6/marks.csv"

    # The class takes that as it is, and judges again by itself what changed since; nothing is run for either.
    mv "$down.aside" "$down"
    again=("$kit/grader/class" --lab lab6 --only-step 4 --device cpu --no-nvcc --seed 1 --output "$out" --color never "$down")
    kept=$(stat -c '%i %y' "$out/lab6/ann/kept.tar.bz2")
    run "${again[@]}"
    assert_success
    assert_equal "$(tr '\0' ' ' <"$out/lab6/.class/done/0")" 'same  '
    sed -i '/test_tags=points:10,step:4/s/points:10/points:11/' "$kit/grader/lab6.bats"
    run "${again[@]}"
    assert_success
    assert_line --regexp '^lab6 +ann +27 +0 +32$'
    assert_equal "$(tr '\0' ' ' <"$out/lab6/.class/done/0")" 'judged  '
    assert_equal "$(stat -c '%i %y' "$out/lab6/ann/kept.tar.bz2")" "$kept"
    run jq -c '[.score, (.tests[] | select(.id == "step4-time").settled_on)]' "$record"
    assert_output '[27,"Stand-in"]'
    # A check of what no run wrote is not judged by a guess.
    sed -i 's/judge uniform-sums gUniform/judge uniform-sums gNever/' "$kit/grader/lab6.bats"
    run "$kit/grader/remark" "$out"
    assert_failure 1
    assert_line --partial 'ann: not judged again: step4-uniform: '
    run jq .score "$record"
    assert_output 27
    run "${again[@]}" # which grades it, and cannot either
    assert_failure 1
    assert_line --partial 'OURS'
}

@test "what the CPU device does not compile waits for nvcc, what it cannot check for a person; both stay settled" {
    local kit=$BATS_TEST_TMPDIR/kit name
    copy_kit "$kit"
    make_stand_in "$BATS_TEST_TMPDIR/gpu" "$kit"
    mkdir "$down"/{ann,bob}
    { printf '#ifndef STAND_IN\n#error the CPU device has no PTX\n#endif\n' && cat "$good/lab62.cu"; } >"$down/ann/lab62.cu"
    { echo 'int oops' && cat "$good/lab62.cu"; } >"$down/bob/lab62.cu"
    run "$kit/grader/class" --lab lab6 --only-step 4 --device cpu --no-nvcc --seed 1 --output "$out" --color never "$down"
    assert_success
    assert_line --regexp '^Not compiled by the CPU device, and nvcc was not asked: [0-9]+ tests of 2 submissions. On a machine with a GPU: grader/class --settle '
    assert_line "Pending: 10 points of 2 submissions. On a machine with a GPU: grader/class --settle $out"
    run jq -r '.tests[] | select(.id == "step4-uniform") | .status, .waits_for' "$out/lab6/ann/result.json"
    assert_output $'fail\nnvcc'
    tests/valid_record "$out"/lab6/*/result.json

    PATH=$BATS_TEST_TMPDIR/gpu/bin:$PATH run "$kit/grader/class" --settle "$out" --color never
    assert_success
    assert_line --regexp '^ann: [0-9]+ points stay pending:$'
    assert_line --regexp '^    step4-uniform: Not checked: '
    assert_line --partial '--right NAME:TEST'
    for name in ann bob; do
        run jq -r '.tests[] | select(.id == "step4-uniform") | .status, .waits_for // "nobody", .settled_on // "no"' "$out/lab6/$name/result.json"
        if [[ $name == ann ]]; then assert_output $'pending\nnobody\nno'; else assert_output $'fail\nnobody\nStand-in'; fi
    done

    for name in nobody:step4-uniform ann:step4-nothing bob:step4-uniform ../lab6/ann:step4-uniform; do
        run "$kit/grader/class" --settle "$out" --right ann:step4-time --wrong "$name"
        assert_failure 2
    done
    run "$kit/grader/class" --settle "$out" --right ann:step4-uniform --wrong=ann:step4-divergent
    assert_success
    assert_line --partial 'ann: step4-uniform is decided: 6 of 22 points'
    run "$kit/grader/remark" "$out"
    assert_success
    run jq -c '[.score, (.tests[] | select(.settled_on == "a person") | .id, .status)]' "$out/lab6/ann/result.json"
    assert_output '[6,"step4-uniform","pass","step4-divergent","fail"]'
    grep -q ',graded,6,' "$out/lab6/marks.csv"
    grep -q 'Decided by a person' "$out/lab6/ann/page.html"
}

@test "who is called as another one gets no marks of theirs, nor takes them" {
    # shellcheck disable=SC2016 # jq's
    run jq -n -c -L grader/batch 'include "people";
        def known($name; $canvas; $emails; $logins): {name: $name, names: [$name], ids: [], logins: $logins, emails: $emails, canvas: $canvas, participant: null};
        def handed_in($name; $who): {name: $name, people: [$who], did: "graded", why: ""};
        {lab: "lab6", earlier: [], roster: [known("Li Wei"; "1"; ["li1@x"]; ["li"]), known("Li Wei"; "2"; ["li2@x"]; []), known("Ann Lee"; "3"; ["ann@x"]; ["john-li"])],
         items: [handed_in("a"; {squashed: "annlee", canvas: "9"}), handed_in("b"; {name: "Ann Lee", email: "ann@x"}), handed_in("c"; {name: "Ann Lee", email: "eve@x"}),
                 handed_in("d"; {any: "lab6-john-li"})]}
        | people | .people[] | [.name, .submissions, .unknown]'
    assert_success
    assert_output '["Li Wei",[],null]
["Li Wei",[],null]
["Ann Lee",["b","d"],null]
["annlee",["a"],"not on the roster"]
["Ann Lee",["c"],"called like Ann Lee of the roster, who handed in as another one"]'
}

@test "remark and settle: wrong usage" {
    run grader/remark
    assert_failure 2
    run grader/remark "$down"
    assert_failure 1
    assert_output --partial 'there is no class of grader/class'
    run grader/class --settle "$down"
    assert_failure 1
    run grader/class --settle "$down" --device cpu
    assert_failure 2
    run grader/remark --help
    assert_success
    assert_output --partial 'No student code runs'
}
