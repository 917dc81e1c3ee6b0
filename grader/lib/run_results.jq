# All that the CPU device's checker said of a run, in one reading: its $findings and its $profile, both text, and
# $size, the bytes of the profile that came. The arguments are the folders of sources that are no student's.
# Prints whether this is all there was, the number of the lines of findings, these lines (findings.jq), and then,
# where there is a profile, those of its counts (counts.jq).
include "findings";
include "counts";

# The checker's last line, and no other, says how much there was: findings, and bytes of the profile. "whole";
# "stopped": and it ended the program itself; else "open".
def parsed: fromjson? // {kind: "unreadable"};

def heard:
  [split("\n")[] | select(. != "") | parsed] as $lines
  | ($lines | map(select(.kind != "refused-call" and .kind != "end")) | length) as $findings
  | ($lines | last) as $final
  | if ($lines | map(select(.kind == "end")) | length) == 1
       and $final.kind == "end" and $final.findings == $findings and $final.profile == $size
    then if $final.gave_up then "stopped" else "whole" end
    else "open" end;

[$findings | findings($ARGS.positional)] as $lines
| ($findings | heard), ($lines | length), $lines[], ($profile | select(. != "") | counts)
