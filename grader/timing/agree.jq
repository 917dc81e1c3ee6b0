# The objects of two timing processes (or of the one that settled the matter) as one verdict.
# Arguments: --arg check NAME.
. as $all
| ($all | map(select(has("ratio") | not)) | .[0]) as $settled
| (if $settled then $settled.verdict
   elif ($all | length) == 2 and $all[0].verdict == $all[1].verdict then $all[0].verdict
   else "undecided" end) as $verdict
| ($all[0].verdict != $all[1].verdict) as $disagree
| ($all | map(.gpu.throttled // empty | select(. != "")) | unique | join(", ")) as $throttled
| {check: $check, verdict: $verdict,
   ratio: ($settled // $all[0] | .ratio), interval: ($settled // $all[0] | .interval),
   pairs: ($all | map(.pairs // 0) | add), threshold: ($all[0].threshold),
   gpu_seconds: ($all | map(.gpu_seconds // 0) | add),
   cause: ($settled.cause // (if $disagree then "disagreement" else null end)),
   reason: ((if $settled then $settled.reason
             elif $disagree then
               "two processes disagree: the first says \($all[0].verdict) at ratio \($all[0].ratio), the second \($all[1].verdict) at \($all[1].ratio)"
             else $all[0].reason end)
            + (if $throttled != "" then "; the GPU was slowed down (\($throttled))" else "" end)),
   processes: $all}
