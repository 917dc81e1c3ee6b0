# The verdict of a test on a GPU, from what two runs were judged: the GPU's, and the checker's on the
# CPU device, by the same check. The GPU's stands unless the checker found a mistake that the GPU did
# not show, or knows a name for one that it did. Arguments: --slurpfile gpu, checker: a verdict each
# (gpu: none when only the checker counts it); --arg of: all, or findings when its times do not count, but
# what it found and how often something was launched.

# What was the checker's says so, in the message and in the record.
def of_checker:
  (if .message | contains("CPU device") then . else .message |= "On the CPU device: " + . end)
  | .found_on = "CPU device";

def is_finding: .message | contains("The CPU device found:");
def explains: .diagnosis != null or is_finding or .counted;

($gpu[0] // ($checker[0] | {id, status: "pass", message, diagnosis: null, measured: {}})) as $g
| $checker[0] as $c
| (if $g.status == "error" or $c.status == "pass" then $g
   elif $of == "findings" and $c.status == "fail" and ($c | is_finding or .counted | not) then $g
   elif $g.status == "pass" then $c | of_checker
   elif $of == "findings" and $c.status == "fail" and $c.counted then $c | of_checker # exact, where the GPU's clock guesses
   elif $c.status == "fail" and $g.diagnosis == null and ($c | explains) then
     $c | of_checker | if $g.message == $c.message then . else .message += " On the GPU: \($g.message)" end
   else $g end)
| .measured = (if $of == "all" then $c.measured else {} end) + $g.measured
