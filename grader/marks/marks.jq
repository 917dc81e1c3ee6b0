# What the formats share. In: {class, records: {NAME: record}}; class is class.json, or made of records where there is none.

# clean: without what a terminal, XML or a form would choke on, and what turns the direction of writing; lines stay. one_line: lines too.
def clean: gsub("[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]"; " ");
def one_line: gsub("[\t\n]"; " ") | clean;

# The notes of a record without the one that says how marks can be got at.
def notes_for_students: .notes | map(select(startswith("Graded without the box") | not));

# A test of it could not be judged: its marks are nobody's.
def of_ours: any(.tests[]; .status == "error");

# A class of records that grader/grade wrote.
def as_class:
  if .class then . else
    .class = {schema: "gpu-memory-labs/class/1", lab: ([.records[].lab][0]), due: null, submissions:
        [.records[] | {name: .submission, platform: "folder", people: [], submitted: null, late: false, late_seconds: null, attempts: 1,
           state: (if of_ours then "ours" else "graded" end), why: null}],
      people: [.records | keys[] | {name: ., names: [], ids: [], logins: [.], emails: [], roster: false, submissions: [.]}]}
  end;

# A line a person: {person, submission, record, why}. Who handed in several submissions, and nobody knows which counts, has no record.
def lines_of_people:
  . as $all
  | .class.people[]
  | . as $person
  | (if .submissions | length == 1 then [$all.class.submissions[] | select(.name == $person.submissions[0])][0] else null end) as $submission
  | (if $submission.state == "graded" then $all.records[$submission.name] else null end) as $record
  | {person: $person, $submission, $record,
     # In a class of two rubrics, who was judged by another one than the kit has now.
     other_rubric: ($all.mixed and $record != null and $record.judged != $all.rubric),
     why: (if .submissions == [] then "nothing handed in"
           elif .submissions | length > 1 then "several submissions: \(.submissions | join(", "))"
           elif $submission == null then "the submission is gone"
           elif $submission.state == "ours" then "not graded, by a fault of the grader or the machine"
           elif $submission.state == "graded" and $record == null then "its record cannot be read: grade it again"
           else $submission.why end)};

# steps: of a record, [{step, score, points, pending}].
def steps: .tests | group_by(.step) | map({step: .[0].step, score: (map(.score) | add), points: (map(.points) | add),
    pending: (map(select(.status == "pending").points) | add // 0)});

# in_words: a record's marks in a line.
def in_words: "\(.score) of \(.possible) points" + (if .pending > 0 then ", \(.pending) pending" else "" end)
  + " (" + (steps | map("step \(.step): \(.score) of \(.points)") | join(", ")) + ")";
