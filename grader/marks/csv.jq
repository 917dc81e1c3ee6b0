# One line a person: who, what by steps, what is pending, how late, which mistakes.
include "marks"; include "cells";
as_class
| ([.records[] | .tests[].step] | unique) as $steps
| (["name", "id", "login", "email", "submission", "state", "score", "pending", "possible", "late", "late_seconds"]
   + ($steps | map("step \(.)")) + ["diagnoses", "remark"]),
  (lines_of_people
   | . as $l
   | [.person.name, (.person.ids[0] // .person.canvas // .person.participant), .person.logins[0], .person.emails[0], .submission.name,
      (if .record then "graded" elif .person.submissions == [] then "missing" else "not graded" end),
      .record.score, .record.pending, .record.possible,
      (if .submission.late then "late" else null end), .submission.late_seconds]
     + ($steps | map(. as $step | if $l.record then [$l.record | steps[] | select(.step == $step).score][0] else null end))
     + [(if .record then [.record.tests[].diagnosis | values] | unique | join(" ") else null end),
        ([.why, .person.unknown, (if .other_rubric then "judged by another rubric than others: type grader/remark" else null end)] | map(values) | join("; "))])
| line
