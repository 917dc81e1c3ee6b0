# Is this all that the CPU device's checker had to say of a run? Its last line, and no other, says how much
# there was: findings, and bytes of the profile ($profile: those that came). "whole"; "stopped": and it
# ended the program itself; else "open".
def parsed: fromjson? // {kind: "unreadable"};

[split("\n")[] | select(. != "") | parsed] as $lines
| ($lines | map(select(.kind != "refused-call" and .kind != "end")) | length) as $findings
| ($lines | last) as $final
| if ($lines | map(select(.kind == "end")) | length) == 1
     and $final.kind == "end" and $final.findings == $findings and $final.profile == $profile
  then if $final.gave_up then "stopped" else "whole" end
  else "open" end
