# Autolab's two last lines: what is right by steps, then the scores, one problem a step.
include "marks";
def feedback:
  ([.tests[].step] | unique | map("Step \(.)")) as $stages
  | {_presentation: "semantic", stages: $stages}
    + (.tests | group_by(.step) | map({key: "Step \(.[0].step)", value: (map({key: "\(.id): \(.name | one_line)",
        value: ({passed: (.status == "pass")} + (if .status == "pass" then {} else {hint: ((if .status == "pending" then "pending, not lost: " else "" end) + (.message | clean))} end))})
        | from_entries)}) | from_entries);
def scores: {scores: (steps | map({key: "Step \(.step)", value: .score}) | from_entries)};
as_class
| . as $all
| .class.submissions[] | select(.state == "graded")
| .name as $name
| $all.records[$name] | values
| {path: "\($name).txt", text: ((feedback | tojson) + "\n" + (scores | tojson) + "\n")}
