# All that the CPU device's checker said of some runs, in one reading. Of run N the findings are in $findingsN and the profile in
# $profileN, both text; $sizes has the bytes of each profile that came. The arguments are the folders of sources that are no student's.
# Prints of each run whether this is all there was, the number of the lines of findings, these lines (findings.jq), then,
# where there is a profile, those of its counts (counts.jq), and "end of run": a line of theirs has tabs.
include "findings";
include "counts";

# The checker's last line, and no other, says how much there was: findings, and bytes of the profile. "whole";
# "stopped": and it ended the program itself; else "open".
def parsed: fromjson? // {kind: "unreadable"};

def heard($size):
  [split("\n")[] | select(. != "") | parsed] as $lines
  | ($lines | map(select(.kind != "refused-call" and .kind != "end")) | length) as $findings
  | ($lines | last) as $final
  | if ($lines | map(select(.kind == "end")) | length) == 1
       and $final.kind == "end" and $final.findings == $findings and $final.profile == $size
    then if $final.gave_up then "stopped" else "whole" end
    else "open" end;

def run($findings; $profile; $size):
  [$findings | findings($ARGS.positional)] as $lines
  | ($findings | heard($size)), ($lines | length), $lines[], ($profile | select(. != "") | counts), "end of run";

range($sizes | length) as $n | run($ARGS.named["findings\($n)"]; $ARGS.named["profile\($n)"]; $sizes[$n])
