# What two verdicts (of the reference and of the naive solution) say about a check's threshold.
# Arguments: --slurpfile job, reference, naive.
$job[0] as $job | $reference[0] as $reference | $naive[0] as $naive
| $job.threshold as $threshold | 1.15 as $margin | 1.5 as $apart
| ($reference.processes[0].gpu // {}) as $gpu
| (if $job.sense == "at-most" then [$reference.ratio, $naive.ratio] else [$naive.ratio, $reference.ratio] end) as $ends
| {check: $job.check, sense: $job.sense, threshold: $threshold,
   reference: $reference.ratio, naive: $naive.ratio,
   reference_verdict: $reference.verdict, naive_verdict: $naive.verdict,
   gpu: $gpu.name, driver_cuda: $gpu.driver_cuda, sm_clock_mhz: $gpu.sm_clock_mhz,
   us: ($reference.processes[0] // {} | [.a.us, .b.us]),
   refused: (
     if ($ends | any(. == null)) then
       "not measured: reference: \($reference.reason // "?"); naive: \($naive.reason // "?")"
     elif $ends[0] * $apart > $ends[1] then
       "reference and naive are less than \($apart) apart: make the experiment larger"
     elif $threshold < $ends[0] * $margin then
       "the threshold is less than 15 % above \($ends[0])"
     elif $threshold * $margin > $ends[1] then
       "the threshold is less than 15 % below \($ends[1])"
     elif $reference.verdict != "pass" then "the reference does not pass: \($reference.reason)"
     elif $naive.verdict != "fail" then "the naive solution does not fail: \($naive.reason)"
     else null end)}
