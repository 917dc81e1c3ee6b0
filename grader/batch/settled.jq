# A record that was made again, with what the one before had settled: it is open in the new one and no longer is.
($before[0].tests | map(select(.settled_on) | {key: .id, value: .}) | from_entries) as $settled
| .tests |= map($settled[.id] as $was
    | if (.status == "pending" or .waits_for) and $was then
        del(.waits_for) + {status: $was.status, message: $was.message, diagnosis: $was.diagnosis, measured: $was.measured, settled_on: $was.settled_on,
             score: (if $was.status == "pass" then .points else 0 end)}
      else . end)
| .score = (.tests | map(.score) | add)
| .pending = (.tests | map(select(.status == "pending").points) | add // 0)
