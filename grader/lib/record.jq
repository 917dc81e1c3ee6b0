# Puts the record of one submission together: the spec's tests, and the verdict on each.

# A profile of the CPU device (written within the student's reach): sources by their names alone. Nothing here
# takes more time than a look at each member.
def by_name: map(if type == "object" and (.file | type) == "string" then .file |= (split("/") | last) else . end);
def short_names:
  if type != "object" then null
  else (if (.copies | type) == "array" then .copies |= by_name else . end)
     | if (.sites | type) == "array" then .sites |= by_name else . end
  end;

# The lines of excerpts.awk, those that follow each other together.
def excerpts:
  reduce (split("\n")[] | select(. != "") | split("\t")) as $l ([];
    ($l[1] | tonumber) as $n
    | if length > 0 and .[-1].file == $l[0] and .[-1].first + (.[-1].text | length) == $n then .[-1].text += [$l[3]]
      else . + [{file: $l[0], first: $n, at: [], text: [$l[3]]}] end
    | if $l[2] == "1" then .[-1].at += [$n] else . end);

# The lab's questions, with what was answered (lines NAME=ANSWER, of which the last counts), or null.
def trimmed: sub("^ +"; "") | sub(" +$"; "");
def questions($answers):
  (reduce ($answers | split("\n")[] | select(. != "")) as $line ({};
     ($line | index("=")) as $at | .[$line[:$at]] = ($line[$at + 1:][:500] | trimmed))) as $said
  | [split("\n")[] | select(contains("|") and (startswith("#") | not)) | split("|") | map(trimmed)
     | {name: .[0], question: .[-1], answer: ($said[.[0]] // "" | if . == "" then null else . end)}];

(reduce $verdicts[] as $v ({}; .[$v.id] = $v)) as $verdict
| [$tests[]
   | . as $test
   | ($verdict[$test.id] // {status: "error", message:
        "The grader came to no verdict here: see spec.log in the work folder. Please tell the instructor."}) as $r
   | {id, name, step, points, score: (if $r.status == "pass" then .points else 0 end),
      status: $r.status, message: ($r.message // "" | .[:4000]), diagnosis: ($r.diagnosis // null), measured: ($r.measured // {})}
     # On which device, when that is not the one the record is of.
     + (if $r.found_on then {found_on: $r.found_on} else {} end)
     + (if $r.waits_for then {waits_for: $r.waits_for} else {} end)]
| {schema: "gpu-memory-labs/result/1", lab: $lab, submission: $submission, device: $device, device_name: $device_name,
   toolkit: (if $toolkit == "" then null else $toolkit end),
   score: (map(.score) | add // 0), pending: (map(select(.status == "pending").points) | add // 0),
   possible: (map(.points) | add // 0), seed: $seed,
   # null: all; else the record is of these alone.
   steps: (if $steps == "" then null else $steps | split(",") | map(tonumber) | unique end),
   notes: [($notes, (if $missing == "" then "" else "No profile of the GPU: \($missing | rtrimstr("."))." end))
           | split("\n")[] | select(. != "")],
   tests: .,
   profile: ($profile[0] // null | short_names)}
  + ($excerpts | excerpts | if . == [] then {} else {excerpts: .} end)
  + ($questions | questions($predictions) | if . == [] then {} else {predictions: .} end)
  + (if $inputs == "" then {} else {$inputs, $judged} end)
  + (if $missing == "" then {} else {profile_missing: $missing} end)
  + (if $device == "gpu" then {checked: {device_name: "CPU device", profile: ($checked[0] // null | short_names)}} else {} end)
| if .tests == [] then error("no test of the spec was graded") else . end
