# Verdicts, of which those that are no pass become "not-begun" where all that the test judges is as it was handed out.
# Arguments: $tests, what spec_tests says; $functions, the lines of judge/begun.c; $files, the plan's lines "STEP FILE".
def lines: split("\n") | map(select(. != ""));
def listed: if length < 2 then join("") else (.[:-1] | join(", ")) + " and " + .[-1] end;

($functions | lines | map(split("\t") | {key: .[0], value: {state: .[1], place: .[2]}}) | from_entries) as $state
| ($files | lines | map(index(" ") as $at | {step: .[:$at], file: .[$at + 1:]} | select($state[.file].state | IN("unknown", null) | not))) as $of_step
| ($tests | map({key: .id, value: (. as $t | if .of != [] then .of else [$of_step[] | select(.step == ($t.step | tostring)).file] | unique end)})
   | from_entries) as $judged
| inputs
| ([$judged[.id] // [] | .[] | {name: .} + ($state[.] // {state: "unknown"})]) as $parts
| [$parts[] | select(.state == "same")] as $same
| (([$same[].name] | listed) + (if $same | length > 1 then " are" else " is" end) + " not begun: "
   + ([$same[].place | if endswith(" TODO") then "TODO in " + rtrimstr(" TODO") else "as handed out, " + . end] | listed) + ".") as $sentence
| if (.status | IN("fail", "pending") | not) or $same == [] then .
  elif all($parts[]; .state | IN("same", "given")) then {id, status: "not-begun", message: $sentence, diagnosis: null, measured: {}}
  elif .status == "fail" then # that may be all that is wrong: nothing is claimed of the rest
    .message = $sentence + " "
      + (if .claim then (.measured.wrong_values | if . then "\(.count) of \(.size | reduce .[] as $n (1; . * $n)) \(.elements) are not right." else "The results are not right." end)
         else .message end)
    | if .claim then .diagnosis = null else . end
  else . end
