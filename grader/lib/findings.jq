# findings($folders): the CPU device's findings (JSON lines, said within the student's reach) as lines of four fields:
# kind, kernel, file:line, text; and a fifth where a grader let a CUDA call fail (harness/failing.h): its number.
# A line that is none was written or cut by somebody else, and counts as a finding: what the checker said there
# is not known.
# A refused call is no finding; one of sources below $folders is no student's: refused-elsewhere, with no place.
def of_ours($folders): (.file | tostring) as $file | any($folders[]; . as $folder | $file | startswith($folder));

# Calls that were refused are told when it happens and again at the end, in their last order.
def once: . as $lines
  | (reduce range(length) as $i ({}; .[$lines[$i]] = $i)) as $last
  | to_entries[] | select($last[.value] == .key) | .value;

def findings($folders):
  [split("\n")[] | select(. != "")] | once
  | (fromjson? // null)
  | select((type == "object" and .kind == "end") | not)
  | if type == "object" and (.kind | type) == "string" then
      (if .kind == "refused-call" and of_ours($folders) then .kind = "refused-elsewhere" | .file = null else . end)
      | [.kind, (.kernel // ""),
         (if .file then "\(.file | tostring | split("/") | last):\(.line // 0)" else "" end), (.text // "")] + (if .failing then [.failing] else [] end)
    else ["unreadable-finding", "", "", "a line of its report was overwritten or cut short"] end
  | map(tostring | gsub("[\\x00-\\x1f\\x7f]"; " "))
  | join("\t");
