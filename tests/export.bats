#!/usr/bin/env bats
# grader/export: each format holds to its platform's rules, whatever students are called and messages say. The records are made here.
# shellcheck disable=SC2154 # run sets stderr

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"
load kit_copy


# A class of four: a name that attacks spreadsheets, XML, Markdown and terminals, a plain one, one that could not be graded, and one
# who handed in nothing.
setup_file() {
    export class=$BATS_FILE_TMPDIR/out evil
    evil=$'=cmd|\' /C calc\'!A1,"x";\t<b>&]]>\e[2J @all | `id` \u202e'
    mkdir -p "$class/lab6/evil" "$class/lab6/ann"
    jq -n --arg evil "$evil" '
        def record($name; $first): {schema: "gpu-memory-labs/result/1", lab: "lab6", submission: $name, device: "cpu", device_name: "CPU device", toolkit: null,
          score: ($first.score + 9), pending: 5, possible: 26, seed: 7, steps: null, notes: [$evil], profile: null,
          tests: [$first,
            {id: "step2-b", name: "second", step: 2, points: 9, score: 9, status: "pass", message: "All are there.", diagnosis: null, measured: {}},
            {id: "step2-c", name: "third", step: 2, points: 5, score: 0, status: "pending", message: "needs a GPU", diagnosis: null, measured: {}}]};
        {evil: record("evil"; {id: "step1-a", name: "first", step: 1, points: 12, score: 0, status: "fail", message: ($evil + "\n\u0000\u0007second line"), diagnosis: "wrong-sign", measured: {}}),
         ann: record("ann"; {id: "step1-a", name: "first", step: 1, points: 12, score: 12, status: "pass", message: "All are there.", diagnosis: null, measured: {}})}' >"$BATS_FILE_TMPDIR/records"
    for name in evil ann; do jq ".$name" "$BATS_FILE_TMPDIR/records" >"$class/lab6/$name/result.json"; done
    jq -n --arg evil "$evil" '
        def one($name; $state; $why; $late; $who): {name: $name, platform: "moodle", people: [$who], submitted: null, late: ($late != null), late_seconds: $late, attempts: 1, state: $state, why: $why};
        def person($name; $ids; $participant; $submissions): {name: $name, names: [$name], ids: $ids, logins: [], emails: [], canvas: ($ids[0]), participant: $participant, roster: true, submissions: $submissions};
        {schema: "gpu-memory-labs/class/1", lab: "lab6", due: null, seed: 1, device: "cpu",
         submissions: [one("evil"; "graded"; null; null; {name: $evil, participant: "21"}), one("ann"; "graded"; null; 4000; {name: "Ann Ä", participant: "22"}),
                       one("bad"; "refused"; "no file of lab6 is here: " + $evil; null; {name: "Bad", participant: "23"})],
         people: [person($evil; ["1"]; "21"; ["evil"]), person("Ann Ä"; ["2"]; "22"; ["ann"]), person("Bad"; ["3"]; "23"; ["bad"]), person("Gone, Ned"; ["4"]; "24"; [])]}' \
        >"$class/lab6/class.json"
    for name in evil ann; do echo "<h1>$name</h1>" >"$class/lab6/$name/page.html"; done
}

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    into=$BATS_TEST_TMPDIR/into
}

export_marks() { run --separate-stderr grader/export "$@"; }

@test "export: help, wrong usage, nothing to export" {
    run grader/export --help
    assert_success
    for format in csv junit canvas moodle gradescope github classroom50 autolab; do assert_line --regexp "^  $format +[-A-Za-z]"; done
    for words in '' csv 'what out' 'canvas out' 'gradescope out' 'csv a b' 'csv --lab'; do
        # shellcheck disable=SC2086 # several words
        run grader/export $words
        assert_equal "$words $status" "$words 2"
    done
    run grader/export csv "$BATS_TEST_TMPDIR"
    assert_failure 1
    assert_output --partial 'no records of grader/class or grader/grade are there'
}

@test "csv: a line a person, blank where nothing was graded, and no cell is a formula" {
    run grader/export csv "$class"
    assert_success
    grader/export csv "$class" >"$BATS_TEST_TMPDIR/marks.csv"
    run python3 - "$BATS_TEST_TMPDIR/marks.csv" <<'END'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline="")))
assert [r["state"] for r in rows] == ["graded", "graded", "not graded", "missing"], rows
assert [r["score"] for r in rows] == ["9", "21", "", ""]
assert [r["step 1"] for r in rows] == ["0", "12", "", ""]
assert rows[0]["diagnoses"] == "wrong-sign" and rows[1]["late_seconds"] == "4000" and rows[1]["pending"] == "5"
assert rows[0]["name"].startswith("'=cmd|' /C calc'!A1,\"x\"; <b>")
for row in rows:
    for cell in row.values():
        assert not cell.lstrip().startswith(("=", "+", "-", "@")), cell
        assert all(ord(c) >= 32 and not 127 <= ord(c) < 160 and not 0x202a <= ord(c) <= 0x202e for c in cell), cell
END
    assert_success
    # Records of grader/grade, without a class; and one alone.
    mkdir -p "$BATS_TEST_TMPDIR/plain/lab6"
    cp -r "$class/lab6/ann" "$BATS_TEST_TMPDIR/plain/lab6/"
    run grader/export csv "$BATS_TEST_TMPDIR/plain"
    assert_line --regexp '^ann,,ann,,ann,graded,21,5,26,'
    run grader/export csv "$class/lab6/ann/result.json"
    assert_line --regexp '^ann,,ann,,ann,graded,21,5,26,'
}

@test "a record that calls itself by a path writes nothing outside, and a name of 3000 letters fits into a cell and an archive" {
    mkdir -p "$BATS_TEST_TMPDIR/out/lab6/x" "$BATS_TEST_TMPDIR/out/lab6/ann"
    jq '.submission = "../../../escaped"' "$class/lab6/ann/result.json" >"$BATS_TEST_TMPDIR/out/lab6/x/result.json"
    cp "$class/lab6/ann/result.json" "$BATS_TEST_TMPDIR/out/lab6/ann/"
    for format in github gradescope autolab; do
        export_marks "$format" "$BATS_TEST_TMPDIR/out" --into "$BATS_TEST_TMPDIR/out/into/$format"
        assert_success
        [[ $stderr == *'would lie outside of'* ]] || fail "$stderr"
        run find "$BATS_TEST_TMPDIR/out/into/$format" -path '*ann*'
        assert_output --partial ann
    done
    run find "$BATS_TEST_TMPDIR" -name '*escaped*'
    assert_output ''
    cp -r "$class" "$BATS_TEST_TMPDIR/long"
    jq '(.submissions[].people[].name, .people[].name) |= . + ("😀" * 3000)' "$class/lab6/class.json" >"$BATS_TEST_TMPDIR/long/lab6/class.json"
    run -0 grader/export csv "$BATS_TEST_TMPDIR/long"
    for line in "${lines[@]}"; do assert [ "${#line}" -lt 2500 ]; done
    run -0 grader/export moodle "$BATS_TEST_TMPDIR/long" --into "$BATS_TEST_TMPDIR/long/into"
    assert_equal "$(bsdtar -tf "$BATS_TEST_TMPDIR/long/into/feedback.zip" | grep -c feedback.html)" 2
}

@test "the folder of one lab will do as well" {
    run -0 diff <(grader/export csv "$class") <(grader/export csv "$class/lab6")
    assert_output ''
}

@test "junit: XML that parses, with every verdict" {
    grader/export junit "$class" >"$BATS_TEST_TMPDIR/j.xml"
    run python3 - "$BATS_TEST_TMPDIR/j.xml" <<'END'
import sys, xml.etree.ElementTree as tree
suites = tree.parse(sys.argv[1]).getroot()
assert [s.get("name") for s in suites] == ["evil", "ann", "bad"]
assert [(s.get("tests"), s.get("failures"), s.get("errors"), s.get("skipped")) for s in suites] == [("3", "1", "0", "1"), ("3", "0", "0", "1"), ("1", "0", "1", "0")]
failure = suites[0].find("testcase/failure")
assert failure.get("type") == "wrong-sign" and "]]>" in failure.text and "<b>&" in failure.text and "second line" in failure.text
END
    assert_success
}

@test "canvas: the exported gradebook, its column filled in, every other byte as it was" {
    printf '\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,"Lab 6 (77)",Lab 61 (78),Total (read only)\r\n    Points Possible,,,,,26.00,5,(read only)\r\n"A""b, \xc3\x84",2,,x,"S, 1",,5,9\r\nEvil,1,,y,S,EX,,"two\nlines"\r\nBad,3,,b,S,7,,\r\n"Gone, Ned",4,,n,S,,,\r\n"Student, Test",9,,t,S,,,' >"$BATS_TEST_TMPDIR/g.csv"
    grader/export canvas "$class" --file "$BATS_TEST_TMPDIR/g.csv" >"$BATS_TEST_TMPDIR/filled.csv" 2>"$BATS_TEST_TMPDIR/said"
    sed 's/"S, 1",,5/"S, 1",21,5/' "$BATS_TEST_TMPDIR/g.csv" >"$BATS_TEST_TMPDIR/expected.csv"
    run cmp "$BATS_TEST_TMPDIR/filled.csv" "$BATS_TEST_TMPDIR/expected.csv"
    assert_success
    run cat "$BATS_TEST_TMPDIR/said"
    assert_output --partial '1 marks filled in; pending points are not in the marks yet'
    # Bytes that are no UTF-8, semicolons, and a column that has to be named.
    printf 'Student;ID;SIS Login ID;Section;Work\nJ\xe4ne;2;x;A;\nNobody;8;z;A;\xff\n' >"$BATS_TEST_TMPDIR/g.csv"
    export_marks canvas "$class" --file "$BATS_TEST_TMPDIR/g.csv"
    assert_failure 1
    [[ $stderr == *'0 columns of it can be meant for lab6; name one with --column. They are: Student; ID;'* ]] || fail "$stderr"
    grader/export canvas "$class" --column Work --file "$BATS_TEST_TMPDIR/g.csv" >"$BATS_TEST_TMPDIR/filled.csv"
    run cmp "$BATS_TEST_TMPDIR/filled.csv" <(printf 'Student;ID;SIS Login ID;Section;Work\nJ\xe4ne;2;x;A;21\nNobody;8;z;A;\xff\n')
    assert_success
}

@test "canvas: of two of one name each gets what has their number; by the name alone neither" {
    local two=$BATS_TEST_TMPDIR/two/lab6
    mkdir -p "$two/li_2"
    jq '.submission = "li_2"' "$class/lab6/ann/result.json" >"$two/li_2/result.json"
    jq '.submissions = [.submissions[1] | .name = "li_2"]
        | .people = [{name: "weili", names: [], ids: [], logins: [], emails: [], canvas: "2", participant: null, roster: false, submissions: ["li_2"]}]' \
        "$class/lab6/class.json" >"$two/class.json"
    printf 'Student,ID,lab6\n"Wei, Li",1,\n"Wei, Li",2,\n' >"$BATS_TEST_TMPDIR/g.csv"
    export_marks canvas "${two%/*}" --file "$BATS_TEST_TMPDIR/g.csv"
    assert_output $'Student,ID,lab6\n"Wei, Li",1,\n"Wei, Li",2,21'
    printf 'Student,Section,lab6\n"Wei, Li",A,\n"Wei, Li",B,\n' >"$BATS_TEST_TMPDIR/g.csv"
    export_marks canvas "${two%/*}" --file "$BATS_TEST_TMPDIR/g.csv"
    assert_output $'Student,Section,lab6\n"Wei, Li",A,\n"Wei, Li",B,'
    [[ $stderr == *'several lines of it are called weili'*'graded, and not in the file: weili'* ]] || fail "$stderr"
}

@test "moodle: the worksheet by participants, comments too, and a feedback archive that Moodle can take apart" {
    printf 'Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments\nParticipant 21,E,e@x,"Submitted, late",,26.00,Yes,-,-,\nParticipant 22,"Ann ""A""",a@x,,3.00,26.00,Yes,"Monday, 5 January 2026, 3:45 PM",-,old\nParticipant 23,B,b@x,,,26.00,Yes,-,-,\n' >"$BATS_TEST_TMPDIR/w.csv"
    export_marks moodle "$class" --file "$BATS_TEST_TMPDIR/w.csv" --into "$into"
    assert_success
    assert_line 'Participant 21,E,e@x,"Submitted, late",9,26.00,Yes,-,-,"9 of 26 points, 5 pending (step 1: 0 of 12, step 2: 9 of 14)"'
    assert_line 'Participant 22,"Ann ""A""",a@x,,21,26.00,Yes,"Monday, 5 January 2026, 3:45 PM",-,"21 of 26 points, 5 pending (step 1: 12 of 12, step 2: 9 of 14)"'
    assert_line 'Participant 23,B,b@x,,,26.00,Yes,-,-,'
    mkdir "$BATS_TEST_TMPDIR/z"
    bsdtar -xf "$into/feedback.zip" -C "$BATS_TEST_TMPDIR/z"
    run cat "$BATS_TEST_TMPDIR/z/Ann Ä_22_assignsubmission_file_/feedback.html"
    assert_output '<h1>ann</h1>'
    # Moodle takes what stands between the first two underscores for the number.
    run bash -c 'cd "$1" && for name in *; do cut -d_ -f2 <<<"$name"; done | sort | paste -sd" "' - "$BATS_TEST_TMPDIR/z"
    assert_output '21 22'
}

@test "gradescope: results.json as its specification has it, refusals with their reason, and the autograder's archive" {
    run grader/export gradescope "$class" --into "$into"
    assert_success
    run jq -e '.score == 9 and (.tests | length) == 3 and ([.tests[].score] | add) == .score
        and (.tests | all((.status | IN("passed", "failed")) and .visibility == "visible" and .score <= .max_score and (.number | test("^[0-9]+[.][0-9]+$"))))
        and ([.visibility, .output_format, .test_output_format] == ["visible", "text", "text"])
        and (.output | contains("Pending points need a GPU")) and (.tests[2].output | startswith("Pending, not lost"))
        and ([.. | strings | test("[\u0000-\u0008\u000b-\u001f\u007f]")] | any | not)' "$into/evil/results.json"
    assert_success
    run jq -e '.score == 0 and (.output | startswith("Not graded: no file of lab6 is here"))' "$into/bad/results.json"
    assert_success
    mkdir "$BATS_TEST_TMPDIR/a"
    bsdtar -xf "$into/gradescope-autograder.zip" -C "$BATS_TEST_TMPDIR/a"
    assert [ -x "$BATS_TEST_TMPDIR/a/run_autograder" ]
    for script in setup.sh run_autograder; do bash -n "$BATS_TEST_TMPDIR/a/$script"; done
    assert [ -x "$BATS_TEST_TMPDIR/a/kit/grader/marks/on_gradescope" ]
    run find "$BATS_TEST_TMPDIR/a/kit" -name build -o -name '*.o' -o -name .git
    assert_output ''
}

@test "gradescope's autograder grades in its folders; without a box it says what that means" {
    mkdir -p "$into/submission"
    cp labs/lab6/lab63.cu "$into/submission/"
    echo '{"id": 1234, "created_at": "2026-01-01T00:00:00Z"}' >"$into/submission_metadata.json"
    BWRAP=/nowhere/bwrap run grader/marks/on_gradescope lab6 "$into"
    assert_line --partial 'For the instructor: no box can be made on this machine'
    # Students are not told how to get at their marks.
    run jq -e '.score == 0 and (.tests | length) == 20 and (.extra_data.box | startswith("none: bubblewrap is not installed"))
        and .stdout_visibility == "hidden" and ([.output, .tests[].output] | any(contains("box")) | not)' "$into/results/results.json"
    assert_success
    rm "$into/submission/lab63.cu"
    run grader/marks/on_gradescope lab6 "$into"
    run jq -e '.score == 0 and (.output | test("Not graded: .*empty"))' "$into/results/results.json"
    assert_success
}

@test "github: a summary in which nothing of the student's is markup, and a workflow" {
    run grader/export github "$class" --into "$into"
    assert_success
    run cat "$into/evil.md"
    assert_line '## lab6: 9 of 26 points, 5 pending'
    assert_line --partial '&lt;b&gt;&amp;'
    refute_output --regexp '<b>|@all|[^\\]`|!A1 \|'
    assert_equal "$(grep -c '^| [0-9]' "$into/evil.md")" 3
    run cat "$into/bad.md"
    assert_line '## not graded'
    run cat "$into/grade.yml"
    assert_line --partial 'GITHUB_STEP_SUMMARY'
    assert_line --partial 'grade --lab lab6 --device cpu'
}

@test "classroom50: result/v1 by its rules, integers; without its runner's variables it says which is missing" {
    run env -u CLASSROOM -u COMMIT_URL grader/export classroom50 "$class/lab6/ann/result.json"
    assert_failure 1
    assert_output --partial 'is not set: this format is made where Classroom 50 runs an autograder'
    run grader/export classroom50 "$class"
    assert_failure 1
    export CLASSROOM=cs ASSIGNMENT=lab6 ASSIGNMENT_TYPE=individual USERNAME=ann SUBMISSION_TAG=submit/20260101T000000Z-abc \
        COMMIT_URL=https://h/c RELEASE_URL=https://h/r SUBMITTED_AT=2026-01-01T00:00:00Z
    grader/export classroom50 "$class/lab6/evil/result.json" --into "$into" >"$BATS_TEST_TMPDIR/r.json"
    run python3 - "$BATS_TEST_TMPDIR/r.json" <<'END'
import json, sys
import jsonschema
text = {"type": "string", "minLength": 1}
time = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"}
points = {"type": "integer", "minimum": 0}
schema = {"type": "object", "additionalProperties": False,
          "required": ["schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit", "release", "review",
                       "datetime", "score", "max-score", "tests"],
          "properties": {"schema": {"const": "classroom50/result/v1"}, "classroom": text, "assignment": text,
                         "assignment_type": {"enum": ["individual", "group"]}, "owner": text,
                         "submission": {"type": "string", "pattern": "^submit/"}, "commit": text, "release": text, "review": text,
                         "datetime": time, "graded_at": time, "score": points, "max-score": points,
                         "tests": {"type": "array", "items": {"type": "object", "required": ["test-name", "passed", "score", "max-score"],
                                   "properties": {"test-name": text, "passed": {"type": "boolean"}, "score": points, "max-score": points}}}}}
result = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft202012Validator(schema).validate(result)
assert result["score"] == 9 <= result["max-score"] and all(t["score"] <= t["max-score"] for t in result["tests"])
END
    assert_success
    python3 -m py_compile "$into/autograder.py"
}

@test "classroom50's autograder grades in the checkout, and writes through nothing that lies there" {
    local checkout=$BATS_TEST_TMPDIR/checkout kit=$PWD
    mkdir -p "$checkout/result.json/result.json"
    cp solutions/lab9/step2_address.cu "$checkout/"
    echo mine >"$BATS_TEST_TMPDIR/aim"
    ln -s ../aim "$checkout/release-body.md"
    cd "$checkout"
    run env CLASSROOM=cs ASSIGNMENT=lab9 USERNAME=ann SUBMISSION_TAG=submit/x COMMIT_URL=https://h/c RELEASE_URL=https://h/r "$kit/grader/marks/on_classroom50" lab9
    assert_success
    assert_equal "$(<"$BATS_TEST_TMPDIR/aim")" mine
    assert_equal "$(jq -c '[.schema, .score, .["max-score"]]' result.json)" '["classroom50/result/v1",20,100]'
    run cat release-body.md
    assert_line --index 0 '## lab9: 20 of 100 points'
}

@test "autolab: two last lines, semantic feedback and scores by step, and what it runs" {
    run grader/export autolab "$class" --into "$into"
    assert_success
    run bash -c 'tail -n 1 "$1" | jq -c .scores' - "$into/evil.txt"
    assert_output '{"Step 1":0,"Step 2":9}'
    run bash -c 'wc -l <"$1"; head -n 1 "$1" | jq -c "[._presentation, .stages, (.[\"Step 1\"] | map(.passed)[])]"' - "$into/evil.txt"
    assert_output $'2\n["semantic",["Step 1","Step 2"],false]'
    run tar tf "$into/autograde.tar"
    assert_line 'kit/grader/marks/on_autolab'
    run make -n -f "$into/autograde-Makefile"
    assert_output --partial 'on_autolab lab6 handin'
}

@test "where the grader or the machine failed no platform gets a score, and least of all a 0" {
    local kit=$BATS_TEST_TMPDIR/kit name
    copy_kit "$kit"
    mkdir -p "$into/submission" "$into/results" "$BATS_TEST_TMPDIR/checkout"
    cp solutions/lab9/step2_address.cu "$into/submission/"
    cp solutions/lab9/step2_address.cu "$BATS_TEST_TMPDIR/checkout/"
    local runner=(env -C "$BATS_TEST_TMPDIR/checkout" CLASSROOM=cs ASSIGNMENT=lab9 USERNAME=ann SUBMISSION_TAG=submit/x COMMIT_URL=https://h/c RELEASE_URL=https://h/r)
    # A test that no judge can judge; then a folder for temporary files that is not there; then a kit that does not build.
    for name in error tmp build; do
        case $name in
        error) sed -i 's/^    judge [a-z-]* /    judge no-such-check /' "$kit/grader/lab9/lab9.bats" ;;
        tmp) export TMPDIR=/nonexistent ;;
        build)
            export TMPDIR=$BATS_TEST_TMPDIR
            rm -rf "$kit"/grader/intake/*.c "$kit"/grader/intake/build
            ;;
        esac
        echo '{"score": 0}' >"$into/results/results.json" # of a run before
        run "$kit/grader/marks/on_gradescope" lab9 "$into"
        assert_failure 1
        assert_output --partial 'For the instructor: '
        refute [ -e "$into/results/results.json" ]
        run "$kit/grader/marks/on_autolab" lab9 "$into/submission"
        assert_success
        assert_equal "${lines[-1]}" '{"scores":{}}'
        assert_output --partial 'by a fault of the grader or of this machine, not of the submission'
        run "${runner[@]}" "$kit/grader/marks/on_classroom50" lab9
        assert_failure 1
        refute [ -e "$BATS_TEST_TMPDIR/checkout/result.json" ]
    done
    # What is wrong with the submission is told as that.
    run grader/marks/on_autolab lab6 "$into/submission"
    assert_line --partial 'Not graded: no file of lab6 is here; there are files of lab9.'
    assert_equal "${lines[-1]}" '{"scores":{}}'
}

@test "a record with a test that could not be judged is no mark" {
    local out=$BATS_TEST_TMPDIR/out
    mkdir -p "$out/lab6/ann"
    jq '.tests[1] |= . + {status: "error", score: 0, message: "the disk is full"} | .score = 12' "$class/lab6/ann/result.json" >"$out/lab6/ann/result.json"
    run grader/export csv "$out"
    assert_line --regexp '^ann,,ann,,ann,not graded,,,.*by a fault of the grader or the machine"$'
    for format in gradescope autolab; do
        run grader/export "$format" "$out" --into "$into/$format"
        assert_success
        refute [ -e "$into/$format/ann/results.json" ]
        refute [ -e "$into/$format/ann.txt" ]
    done
    run grader/export github "$out" --into "$into"
    assert_success
    run cat "$into/ann.md"
    assert_line --index 0 '## lab6: 12 of 26 points, 5 pending, and not a mark: some tests could not be judged, by a fault of the grader or the machine'
    CLASSROOM=cs ASSIGNMENT=lab6 USERNAME=ann SUBMISSION_TAG=submit/x COMMIT_URL=u RELEASE_URL=u run grader/export classroom50 "$out/lab6/ann/result.json"
    assert_failure 1
    assert_output --partial 'could not be judged'
}
