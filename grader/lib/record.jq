# Puts the record of one submission together: the spec's tests, Bats' word on each, the judge's verdicts.

# {title: {ok, pending, text}} from Bats' TAP.
def tap_results:
  reduce ($tap | split("\n")[]) as $line ({last: null, of: {}};
    ($line | capture("^(?<ok>ok|not ok) [0-9]+ (?<title>.*?)( # skip ?(?<reason>.*))?$") // null) as $result
    | if $result then
        .last = $result.title
        | .of[$result.title] = {ok: ($result.ok == "ok"), pending: $result.reason, text: ""}
      elif .last and ($line | startswith("# ")) then .of[.last].text += $line[2:] + " "
      else . end)
  | .of;

# A profile of the CPU device: sources by their names alone.
def short_names: walk(if type == "object" and (.file | type) == "string" then .file |= (split("/") | last) else . end);

def result($tap; $verdict):
  if $tap == null then
    {status: "error", message: "The grader did not come to this test. Please tell the instructor."}
  elif $tap.pending != null then
    {status: "pending", message: $tap.pending}
  elif $verdict == null or ($tap.ok and $verdict.status != "pass") or ($tap.ok | not) and $verdict.status == "pass" then
    {status: "error", message: "The grader could not judge this: \($verdict.message // $tap.text)"}
  else
    $verdict | {status, message, diagnosis, measured, found_on}
  end;

tap_results as $tap
| (reduce $verdicts[] as $v ({}; .[$v.id] = $v)) as $verdict
| [$tests[]
   | . as $test
   | result($tap[$test.title]; $verdict[$test.id]) as $r
   | {id, name, step, points, score: (if $r.status == "pass" then .points else 0 end),
      status: $r.status, message: ($r.message // ""), diagnosis: ($r.diagnosis // null), measured: ($r.measured // {})}
     # On which device, when that is not the one the record is of.
     + (if $r.found_on then {found_on: $r.found_on} else {} end)]
| {schema: "gpu-memory-labs/result/1", lab: $lab, submission: $submission, device: $device, device_name: $device_name,
   toolkit: (if $toolkit == "" then null else $toolkit end),
   score: (map(.score) | add // 0), pending: (map(select(.status == "pending").points) | add // 0),
   possible: (map(.points) | add // 0), seed: $seed,
   notes: [($notes, (if $missing == "" then "" else "No profile of the GPU: \($missing | rtrimstr("."))." end))
           | split("\n")[] | select(. != "")],
   tests: .,
   profile: ($profile[0] // null | short_names)}
  + (if $missing == "" then {} else {profile_missing: $missing} end)
  + (if $device == "gpu" then {checked: {device_name: "CPU device", profile: ($checked[0] // null | short_names)}} else {} end)
