#!/usr/bin/env bats
# grader/class: what learning platforms let one download, who handed it in, resuming, hostile archives.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets stderr, and lines in each test

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
    for word in --roster --due --again --list --take '16 MiB'; do assert_output --partial -- "$word"; done
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
    assert_output 'lab6-1.zip: taken as lab6.zip, the last of 2 uploads'
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

# listed ENTRY...: what --list says of folders of these names, with the roster of the test: NAME; whose it is.
listed() {
    rm -rf "$out" "$down"
    mkdir "$down"
    local name
    for name; do mkdir "$down/$name" && cp "$good/lab6.cu" "$down/$name/"; done
    list --roster "$BATS_TEST_TMPDIR/r.csv" "$down"
    assert_success
    run sed -E 's/; (folder|repository); /; /; s/; no time known.*//' <(printf '%s\n' "${lines[@]}")
}

@test "a roster's logins are found by exact names: no end of a name is guessed" {
    printf 'identifier,github_username,github_id,name\nJane D,jane,1,Jane\nBob R,BOB,2,Bob\nJo L,jo-li,3,Jo\nLi W,li,4,Li\nLab S,lab6,5,Labs\nUnder,u_x,6,Under\n' >"$BATS_TEST_TMPDIR/r.csv"
    listed lab6-jane lab6-x-jane
    assert_line 'lab6-jane; Jane'
    assert_line 'lab6-x-jane; lab6-x-jane (not on the roster (Jane there is jane))'
    # The stranger alone, too: Jane handed in nothing.
    listed lab6-x-jane
    assert_line --partial 'not on the roster'
    assert_line '-; Jane; nothing handed in'
    listed lab6-bob lab6-x-jane lab6-y-jane
    assert_line 'lab6-bob; Bob'
    assert_line '-; Jane; nothing handed in'
    listed x-jane jane-2 jane_2 xjane Jane
    assert_line 'Jane; Jane'
    for name in x-jane jane-2 jane_2 xjane; do assert_line --regexp "^$name; $name \\(not on the roster"; done
    # Prefixes of an assignment, whatever it is called; case; a login that ends as another one; one that is called as the lab.
    listed lab6-JANE lab6-bob lab6-jo-li lab6-li lab6-lab6 lab6-u_x
    for line in 'lab6-JANE; Jane' 'lab6-bob; Bob' 'lab6-jo-li; Jo' 'lab6-li; Li' 'lab6-lab6; Labs' 'lab6-u_x; Under'; do assert_line "$line"; done
    listed gpu-textures-jane gpu-textures-bob gpu-textures-x-jane gpu-textures-jo-li
    for line in 'gpu-textures-jane; Jane' 'gpu-textures-bob; Bob' 'gpu-textures-jo-li; Jo'; do assert_line "$line"; done
    assert_line --regexp '^gpu-textures-x-jane; .*not on the roster'
    listed lab-6-textures-jane lab-6-textures-bob
    assert_line 'lab-6-textures-jane; Jane'
    # By hand: the lab before or behind the name.
    listed jane-lab6 lab_6_bob 'LAB 06 li' lab6
    for line in 'jane-lab6; Jane' 'lab_6_bob; Bob' 'LAB 06 li; Li' 'lab6; Labs'; do assert_line "$line"; done
    # A repository is called by a login; nobody gets it for being named so.
    printf 'identifier,github_username,name\nAnn Lee,al99,Ann Lee\n' >"$BATS_TEST_TMPDIR/r.csv"
    rm -rf "$out" "$down"
    mkdir "$down"
    cp -r "$good" "$down/ann-lee"
    git -C "$down/ann-lee" init -q
    list --roster "$BATS_TEST_TMPDIR/r.csv" "$down"
    assert_line --regexp '^ann-lee; repository; ann-lee \(not on the roster'
    assert_line '-; Ann Lee; nothing handed in'
}

@test "Moodle's worksheet says when: late by the deadline, or in its own words; what is not understood is said; roster and deadline are kept" {
    local name number=20
    for name in Cleo Dan Eve Fay Gil Hal; do
        number=$((number + 1))
        mkdir "$down/${name}_${number}_assignsubmission_file_"
        cp "$good/lab6.cu" "$down/${name}_${number}_assignsubmission_file_/"
    done
    cat >"$BATS_TEST_TMPDIR/w.csv" <<'END'
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments
Participant 21,Cleo,c@x,Submitted for grading - 2 hours late,,26.00,Yes,"Monday, 1 June 2026, 2:15 AM",-,
Participant 22,Dan,d@x,Submitted for grading,,26.00,Yes,"Sonntag, 31. Mai 2026, 23:59",-,
Participant 23,Eve,e@x,Submitted for grading - 1 day 3 hours late,,26.00,Yes,"1/06/26, 02:15",-,
Participant 24,Fay,f@x,"Submitted for grading - Extension granted until: Monday, 8 June 2026, 11:59 PM",,26.00,Yes,"Sunday, 7 June 2026, 10:00 PM",-,
Participant 25,Gil,g@x,Submitted for grading,,26.00,Yes,"lundi 1 juin 2026, 14:05",-,
Participant 26,Hal,h@x,Submitted for grading,,26.00,Yes,-,-,
Participant 27,Jo,j@x,No submission,,26.00,Yes,-,-,
END
    list --due '2026-05-31 23:59' "$down"
    [[ $stderr == *'--due has no effect: nobody tells when the submissions were handed in. Moodle: give the grading worksheet as --roster.'* ]] || fail "$stderr"
    list --due '2026-05-31 23:59' --roster "$BATS_TEST_TMPDIR/w.csv" "$down"
    assert_success
    assert_line 'Cleo_21; moodle; Cleo; 2026-06-01 02:15 UTC; Handed in 2 hours, 16 minutes after the deadline.'
    assert_line 'Dan_22; moodle; Dan; 2026-05-31 23:59 UTC'
    assert_line 'Eve_23; moodle; Eve; no time known; Handed in 1 day, 3 hours after the deadline.'
    assert_line 'Fay_24; moodle; Fay; 2026-06-07 22:00 UTC'
    assert_line 'Gil_25; moodle; Gil; 2026-06-01 14:05 UTC; Handed in 14 hours, 6 minutes after the deadline.'
    assert_line '-; Jo; nothing handed in'
    [[ $stderr == *'1 of its times is not understood, for example "1/06/26, 02:15"'* ]] || fail "$stderr"
    [[ $stderr == *'--due has no effect for 2 of 6 submissions'*'Eve_23, Hal_26'* ]] || fail "$stderr"
    # Without a deadline Moodle's own is known by its words.
    rm -rf "$out"
    list --roster "$BATS_TEST_TMPDIR/w.csv" "$down"
    assert_line 'Cleo_21; moodle; Cleo; 2026-06-01 02:15 UTC; Handed in 2 hours after the deadline.'
    assert_line 'Gil_25; moodle; Gil; 2026-06-01 14:05 UTC'

    # A later call has no need of either option.
    rm -rf "$out" "$down"/{Dan,Eve,Fay,Gil,Hal}_*
    class --due '2026-05-31 23:59' --roster "$BATS_TEST_TMPDIR/w.csv" "$down"
    assert_success
    assert_line 'Late (1): Cleo_21 2 hours, 16 minutes'
    class "$down"
    assert_success
    [[ $stderr == *"the roster of the last call is used, $out/lab6/roster.csv"*"the deadline of the last call is used, 2026-05-31 23:59"* ]] || fail "$stderr"
    run cat "$out/lab6/marks.csv"
    assert_line --regexp '^Cleo,Participant 21,,c@x,Cleo_21,graded,12,0,12,late,8160,'
    assert_line --regexp '^Jo,Participant 27,,j@x,,missing,'
    class --roster none --due none "$down"
    refute_line --partial 'Late'
    refute_line --partial 'Jo'
    class "$down"
    [[ $stderr != *'of the last call'* ]] || fail "$stderr"
}

@test "Canvas: an archive whose number stands in the middle of its ending is a later upload of it" {
    tar czf "$down/ohara_101_9001_lab6-gus.tar.gz" -C "$good" .
    tar czf "$down/ohara_101_9005_lab6-gus.tar-1.gz" -C "$good" .
    cp "$zip" "$down/kim_102_9002_lab6.zip"
    cp "$zip" "$down/kim_102_9007_lab6.zip"
    list "$down"
    assert_line 'ohara_101; canvas; ohara; no time known; the last counted of 2 attempts'
    run jq -c '.items[] | select(.name == "ohara_101") | [.notes, [.files[].called]]' "$out/lab6/.class/layout.json"
    assert_output '[["lab6-gus.tar-1.gz: taken as lab6-gus.tar.gz, the last of 2 uploads"],["lab6-gus.tar.gz"]]'
    run jq -r '.items[] | select(.name == "kim_102").notes[]' "$out/lab6/.class/layout.json"
    assert_output 'lab6.zip: the last of 2 uploads'
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
    assert_line --regexp '^lab6 +ann +2 +0 +12$' # its errors
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
        refute_output --partial '--device cpu'
        assert_line 'ann: 5 points pending:'
        assert_line --partial '    step4-time: needs a GPU'
        assert_line --partial "grader/class --settle $out --right NAME:TEST"
    fi
    PATH=$BATS_TEST_TMPDIR/gpu/bin:$PATH run "$kit/grader/class" --settle "$out"
    assert_success
    assert_line '1 submission had points to settle: 1 settled, 0 stay pending, 0 failed.'
    run jq -c '[.score, .pending, .device, (.tests[] | select(.id == "step4-time") | .status, .settled_on, .diagnosis, .measured.ratio)]' "$record"
    assert_output '[17,0,"cpu","fail","Stand-in","slow-uniform",1.9]'
    grep -q '1.9 times as long' "$out/lab6/ann/page.html"

    sed -i '/test_tags=points:6,step:4/s/points:6/points:10/' "$kit/grader/lab6/lab6.bats"
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
    kept=$(stat -c '%i %y' "$out/lab6/ann/kept.tar.zst")
    run "${again[@]}"
    assert_success
    assert_equal "$(tr '\0' ' ' <"$out/lab6/.class/done/0")" 'same  '
    sed -i '/test_tags=points:10,step:4/s/points:10/points:11/' "$kit/grader/lab6/lab6.bats"
    run "${again[@]}"
    assert_success
    assert_line --regexp '^lab6 +ann +27 +0 +32$'
    assert_equal "$(tr '\0' ' ' <"$out/lab6/.class/done/0")" 'judged  '
    assert_equal "$(stat -c '%i %y' "$out/lab6/ann/kept.tar.zst")" "$kept"
    run jq -c '[.score, (.tests[] | select(.id == "step4-time").settled_on)]' "$record"
    assert_output '[27,"Stand-in"]'
    # A check of what no run wrote is not judged by a guess.
    sed -i 's/judge uniform-sums gUniform/judge uniform-sums gNever/' "$kit/grader/lab6/lab6.bats"
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

# fake FOLDER COMMAND TEXT: COMMAND, of FOLDER in PATH, does TEXT before it does what it does.
fake() {
    mkdir -p "$1"
    printf '#!/bin/bash\n%s\nexec %q "$@"\n' "$3" "$(command -v "$2")" >"$1/$2"
    chmod +x "$1/$2"
}

@test "a class has one rubric: remark changes all or none, points need no outputs, and what was ended between is seen by everything" {
    local kit=$BATS_TEST_TMPDIR/kit records=$out/lab6 name command
    copy_kit "$kit"
    mkdir "$kit/handouts" && cp -r handouts/lab* "$kit/handouts/"
    for name in ann "Gus O'Hara" cy; do cp -r "$good" "$down/$name"; done
    sed -i 's/-2 \* i/-3 * i/' "$down/cy/lab6.cu"
    run --separate-stderr "$kit/grader/class" --lab lab6 --only-step 1 --device cpu --no-nvcc --seed 1 --output "$out" --color never "$down"
    assert_success
    [[ $stderr == *'class: lab6: 3 to look at'* ]] || fail "$stderr" # a log has a line at once
    cp -r "$out" "$BATS_TEST_TMPDIR/first"

    # Points and titles: the verdicts are enough. A check: not without what was written.
    rm "$records/ann/kept.tar.zst"
    sed -i '/^@test "step1-fill/s/stores/puts/; s/points:10,step:1/points:8,step:1/' "$kit/grader/lab6/lab6.bats"
    run "$kit/grader/remark" "$out"
    assert_success
    assert_line "Gus O'Hara: 12 of 12 is now 10 of 10"
    run jq -c '[.score, .possible, .tests[0].status, (.tests[0].name | test("puts"))]' "$records"/{ann,cy}/result.json
    assert_output $'[10,10,"pass",true]\n[2,10,"fail",true]'
    sed -i '0,/judge fill init$/s//judge fill init\n    judge fill init/' "$kit/grader/lab6/lab6.bats"
    find "$records" -type f ! -path '*/.class/*' -exec sha256sum {} + | sort >"$BATS_TEST_TMPDIR/before"
    run "$kit/grader/remark" "$out"
    assert_failure 1
    assert_line 'ann: not judged again: its raw outputs were not kept'
    assert_line --partial "Nothing was changed, so that the class keeps one rubric: 1 of 3 submissions cannot be judged again."
    command=${lines[-1]##*others again: }
    assert_equal "$command" "grader/class --lab lab6 --output $out --device cpu --only-step 1 --no-nvcc $down"
    run diff "$BATS_TEST_TMPDIR/before" <(find "$records" -type f ! -path '*/.class/*' -exec sha256sum {} + | sort)
    assert_success
    (cd "$kit" && eval "$command")
    run bash -c 'jq -r .judged "$1"/*/result.json | sort -u | wc -l' - "$records"
    assert_output 1
    run "$kit/grader/export" csv "$out"
    assert_success

    # A disk that is full in the middle: none.
    sed -i 's/points:8,step:1/points:18,step:1/' "$kit/grader/lab6/lab6.bats"
    # shellcheck disable=SC2016 # the other shell's
    fake "$BATS_TEST_TMPDIR/full" cp '[[ ${@: -1} != */cy/result.part ]] || exit 1'
    PATH=$BATS_TEST_TMPDIR/full:$PATH run "$kit/grader/remark" "$out"
    assert_failure 1
    assert_output --partial 'nothing was changed: the new records could not be written'
    run jq -s -c 'map(.possible)' "$records"/*/result.json
    assert_output '[10,10,10]'
    run find "$records" -name '*.part'
    assert_output ''
    # Killed between two records: nothing takes that for the marks of a class.
    # shellcheck disable=SC2016
    fake "$BATS_TEST_TMPDIR/killed" mv 'if [[ ${@: -1} == */cy/result.json ]]; then kill -KILL "$PPID"; exit 1; fi'
    PATH=$BATS_TEST_TMPDIR/killed:$PATH run "$kit/grader/remark" "$out"
    run jq -s -c 'map(.possible)' "$records"/*/result.json
    assert_output '[20,20,10]'
    for name in csv junit; do
        run "$kit/grader/export" "$name" "$out"
        assert_failure 1
        assert_output "export: nothing is exported: some of these records were judged by another rubric than the others. To judge all by one, type: grader/remark --lab lab6 $out. --mixed exports them as they are."
    done
    run -0 "$kit/grader/export" csv --mixed "$out"
    assert_line --regexp '^cy,.*,judged by another rubric than others: type grader/remark$'
    run "$kit/grader/remark" "$out"
    assert_success
    run "$kit/grader/export" csv "$out"
    assert_success
    refute_output --partial rubric

    # A later call for one of them leaves the others behind, and says so.
    sed -i 's/points:18,step:1/points:20,step:1/' "$kit/grader/lab6/lab6.bats"
    run --separate-stderr "$kit/grader/class" --lab lab6 --only-step 1 --device cpu --no-nvcc --output "$out" --color never "$down/ann"
    [[ $stderr == *"the points of its tests are 110 in sum, not 100"* ]] || fail "$stderr"
    [[ $stderr == *"the class has two rubrics: 2 of 3 submissions"*"(Gus O'Hara, cy)"*"grader/remark $out"* ]] || fail "$stderr"
    assert_equal "$(grep -c 'judged by another rubric' "$records/marks.csv")" 2
    grep -q 'These marks are of two rubrics' "$records/index.html"
    run "$kit/grader/remark" "$out"
    assert_success
    run grep -c 'rubric' "$records/marks.csv" "$records/index.html"
    assert_output --regexp 'marks.csv:0.*index.html:0'

    # A check that no judge has is told by name, and costs nobody anything.
    printf '# bats test_tags=points:1,step:1\n@test "step1-own: one of my own" {\n    judge own-check init\n}\n@test "step1-bare: without points" {\n    judge fill initt\n}\n' >>"$kit/grader/lab6/lab6.bats"
    run "$kit/grader/remark" "$out"
    assert_failure 1
    assert_output --partial "The spec asks for the check own-check, and this lab's judge has none of this name. It has: fill, constant, "
    run "$kit/grader/grade" --lab lab6 --only-step 1 --device cpu --no-nvcc --output "$BATS_TEST_TMPDIR/own" "$down/ann"
    assert_failure 1
    assert_output --partial 'grader/lab6/lab6.bats: the points of its tests are 111 in sum, not 100.'
    assert_output --partial 'grader/lab6/lab6.bats: step1-bare has no points'
    run "$kit/grader/points" --check
    assert_failure 1
    assert_output --partial '111 in sum'
}

@test "raw outputs of right submissions fit, with every run folder; those of an earlier kit are read" {
    local work=$BATS_TEST_TMPDIR/work
    mkdir -p "$work"/run{,.proof}/x/said "$work/in" "$work/run/x/box"
    # As lab 6 has it: 200003 numbers, four times, of which one is another draw.
    awk 'BEGIN { srand(1); for (i = 0; i < 400006; i++) printf "%d\n", (rand() - 0.5) * 4294967295 }' >"$BATS_TEST_TMPDIR/numbers"
    { for _ in 1 2 3; do head -n 200003 "$BATS_TEST_TMPDIR/numbers"; done && tail -n 200003 "$BATS_TEST_TMPDIR/numbers"; } >"$work/run/x/said/raw"
    cp "$work/run/x/said/raw" "$work/run.proof/x/said/raw"
    touch "$work/in/lab6.cu" "$work/run/x/box/program" "$work/run/x/box/times.csv"
    cp -r "$work" "$work.before"
    # shellcheck disable=SC2016 # the other shell's
    run bash -euc 'source grader/lib/kept_work.bash; keep_work "$1" "$2/kept.tar.zst"; unkeep "$(kept_in "$2")" "$1.after"
        zstd -q -dc "$2/kept.tar.zst" | bzip2 >"$2/kept.tar.bz2"; rm "$2/kept.tar.zst"; unkeep "$(kept_in "$2")" "$1.bz2"' - "$work" "$BATS_TEST_TMPDIR"
    assert_success
    rm "$work.before/run/x/box/program"
    for name in after bz2; do
        run diff -r "$work.before" "$work.$name"
        assert_success
    done
    run bash -euc 'source grader/lib/kept_work.bash; pack_work "$1.before" "$1.zst"; stat -c %s "$1.zst"' - "$work"
    ((output < 2500000)) || fail "$output bytes"
}

@test "a record that is empty, cut off, of another kind, a folder or a link is named; the others work; the class grades it again" {
    local record=$out/lab6/bob/result.json why
    for name in ann bob; do cp -r "$good" "$down/$name"; done
    class "$down"
    assert_success
    cp -r "$out" "$BATS_TEST_TMPDIR/whole"
    for why in 'is empty' 'is no JSON' 'is no whole record' 'is a folder' 'is a symbolic link' 'is missing'; do
        rm -rf "$out"
        cp -r "$BATS_TEST_TMPDIR/whole" "$out"
        cp "$record" "$BATS_TEST_TMPDIR/sound"
        rm "$record"
        case $why in
        *empty) : >"$record" ;;
        *JSON) head -c 700 "$BATS_TEST_TMPDIR/sound" >"$record" ;;
        *whole*) jq '.tests[0] |= 1' "$BATS_TEST_TMPDIR/sound" >"$record" ;;
        *folder) mkdir "$record" && cp "$BATS_TEST_TMPDIR/sound" "$record/result.json" ;;
        *link) ln -s "$BATS_TEST_TMPDIR/sound" "$record" ;;
        esac
        for command in csv junit; do
            run --separate-stderr grader/export "$command" "$out"
            assert_failure 1
            assert_output --partial ann
            [[ $stderr == *"bob/result.json $why"*"It is left out"*"type: grader/class --lab lab6 --output $out --device cpu --only-step 1 --no-nvcc $down" ]] || fail "$why: $stderr"
        done
        run grader/export csv "$out"
        assert_line --regexp '^ann,.*,graded,12,0,12,'
        assert_line --regexp '^bob,.*,not graded,,.*,its record cannot be read: grade it again$'
        run grader/remark "$out"
        assert_failure 1
        assert_line --partial "bob: not judged again: its record $why"
        refute_output --partial jq
        run grader/class --settle "$out" --right bob:step1-fill
        [[ $status == [12] ]]
        refute_output --partial jq:
        run grader/report --table "$out"/lab6/{ann,bob}/result.json
        if [[ $why != *link ]]; then assert_failure 1; fi
        assert_line --regexp '^lab6 +ann +12 '
        # Of a later download of others: it stays named.
        class "$down/ann"
        assert_failure 1
        assert_line --regexp '^lab6 +ann +12 '
        [[ $stderr == *"bob/result.json $why"* ]] || fail "$why: $stderr"
        grep -q 'its record cannot be read: grade it again' "$out/lab6/index.html"
        class "$down"
        assert_success
        assert_line --regexp '^lab6 +bob +12 '
        assert [ -f "$record" ] && refute [ -L "$record" ]
    done
    # class.json too.
    head -c 100 "$BATS_TEST_TMPDIR/whole/lab6/class.json" >"$out/lab6/class.json"
    for command in "grader/export csv $out" "grader/remark $out" "grader/class --settle $out"; do
        # shellcheck disable=SC2086 # several words
        run $command
        assert_failure 1
        assert_output --partial 'class.json is no whole file'
    done
    rm -r "$down/bob"
    class "$down"
    assert_success
    [[ $stderr == *'it is made again, of the records'* ]] || fail "$stderr"
    for name in ann bob; do assert_line --regexp "^lab6 +$name +12 "; done
}

@test "two archives in one submission: --take says which counts, now and later" {
    local folder="Gus O'Hara_21_assignsubmission_file_"
    mkdir -p "$down/$folder" "$BATS_TEST_TMPDIR/old"
    cp "$zip" "$down/$folder/new one.zip"
    sed 's/-2 \* i/-3 * i/' "$good/lab6.cu" >"$BATS_TEST_TMPDIR/old/lab6.cu"
    bsdtar --format zip -cf "$down/$folder/old.zip" -C "$BATS_TEST_TMPDIR/old" lab6.cu
    class "$down"
    assert_success
    run why "Gus O'Hara_21"
    assert_output --partial "Whoever grades takes one of them by the same command with --take Gus\\ O\\'Hara_21:new\\ one.unpacked, or --take Gus\\ O\\'Hara_21:old.unpacked."
    class --take "Gus O'Hara_21:new one.unpacked" "$down"
    assert_success
    assert_line --regexp "^lab6 +Gus O'Hara_21 +12 "
    class "$down"
    assert_line --regexp "^lab6 +Gus O'Hara_21 +12 "
    run notes "Gus O'Hara_21"
    assert_line 'Of several folders in the submission, whoever grades took new one.unpacked'
    class --take="Gus O'Hara_21:old.unpacked" "$down"
    assert_line --regexp "^lab6 +Gus O'Hara_21 +2 "
    for words in nobody:x "Gus O'Hara_21:../x" "Gus O'Hara_21:" "Gus O'Hara_21:/etc"; do
        class --take "$words" "$down"
        assert_equal "$words $status" "$words 2"
    done
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
