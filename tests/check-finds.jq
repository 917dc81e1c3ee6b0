# A line of tests/check-finds, from the grader's record of a case and $check, the report of its self-test; $case,
# $kind and $secret.
def given: if . == "" then null else . end;
($check | split("\n") | map(select(. != "") | split("\t") | {id: .[0], points: (.[1] | tonumber), state: .[2], name: (.[3] | given)})) as $rows
| ($rows | map(select(.state == "wrong"))) as $wrong
| (($wrong + ($rows | map(select(.state == "not-begun" or .state == "waits"))))[0]) as $first
| [.tests[] | select(.status == "fail" or .status == "not-begun")] as $failed
| (if any(.tests[]; .status == "error") then "NOT GRADED"
   elif $kind == "right" then
     if $wrong != [] then "CHECK ACCUSES" elif $failed != [] then "GRADER ACCUSES" else "right" end
   elif $first == null and $failed == [] then "neither"
   elif $failed == [] then "grader misses"
   elif $first == null then if $secret != "" then "secret" else "CHECK MISSES" end
   elif $first.id == "compiler" then "both"
   else ([$failed[] | select(.id == $first.id)] | if . == [] then $failed else . end) as $same
     | if any($same[]; .diagnosis == $first.name or (.diagnosis == null and $first.name != null
         and (.message | startswith("The CPU device found: \($first.name): ")))) then "both" else "names differ" end
   end) as $verdict
| ($rows | map(select(.state == "ok").points) | add // 0) as $promised
| ($rows | map(select(.state == "waits").points) | add // 0) as $waiting
| ([.tests[] | select(.status == "pass").points] | add // 0) as $gets
| [$verdict, $case,
   "check: \(if $first then "\($first.id) [\($first.name // "")]" + (if $first.state != "wrong" then " \($first.state)" else "" end) else "all right" end)",
   "grader: \(if $failed == [] then "all right" else $failed | map("\(.id) [\(.diagnosis // "")]") | join(" ") end)",
   (if $first.id == "compiler" or ($promised <= $gets and $gets <= $promised + $waiting) then "" else "promised \($promised), given \($gets)" end)]
| join("\t")
