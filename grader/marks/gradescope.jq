# Gradescope's results.json, one for each submission: {path, text}.
include "marks";
def results:
  {score, output: ("\(in_words). Graded on the \(.device_name), seed \(.seed)."
     + (if .pending > 0 then "\nPending points\(if .device == "gpu" then "" else " need a GPU; they" end) are not lost." else "" end)
     + (notes_for_students | map("\nNote: " + one_line) | join(""))),
   output_format: "text", test_output_format: "text", test_name_format: "text", visibility: "visible", stdout_visibility: "hidden",
   extra_data: {schema, lab, submission, device, pending, possible, seed, diagnoses: ([.tests[].diagnosis | values] | unique)},
   tests: (.tests | group_by(.step) | map(. as $tests | range(length) as $i | $tests[$i] | {
     name: ("Step \(.step): \(.name | one_line)" + ({pending: " (pending)", "not-begun": " (not begun)"}[.status] // "")),
     number: "\(.step).\($i + 1)", score, max_score: .points, status: (if .status == "pass" then "passed" else "failed" end),
     output: ((if .status == "pending" then "Pending, not lost: " else "" end) + (.message | clean)),
     output_format: "text", visibility: "visible", tags: ([.diagnosis] | map(values)), extra_data: {id, verdict: .status}}))};
def refusal($why): {score: 0, output: "Not graded: \($why | clean)", output_format: "text", visibility: "visible", stdout_visibility: "hidden"};
as_class
| . as $all
| .class.submissions[]
| .name as $name
# What could not be judged by a fault of ours has no results: a score of 0 would be a mark.
| select(.state == "refused" or (.state == "graded" and $all.records[$name]))
| {path: "\($name)/results.json", text: ((if .state == "graded" then $all.records[$name] | results else refusal(.why) end) | tojson + "\n")}
