# How late a submission is, in words; and the last lines of a class's table.
def plural($n; $what): "\($n) \($what)" + (if $n == 1 then "" else "s" end);

# duration: of seconds, the two largest units.
def duration:
  (. / 86400 | floor) as $days | (. % 86400 / 3600 | floor) as $hours | (. % 3600 / 60 | floor) as $minutes
  | [(if $days > 0 then plural($days; "day") else empty end), (if $hours > 0 then plural($hours; "hour") else empty end),
     (if $days == 0 and ($minutes > 0 or $hours == 0) then plural($minutes; "minute") else empty end)] | join(", ");

def late_text: if .late_seconds then "Handed in \(.late_seconds | duration) after the deadline." elif .late then "Handed in after the deadline." else "" end;

def clean: gsub("[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"; " ");

def last_lines($aside):
  . as $class
  | def list($what): if length == 0 then empty else "\($what) (\(length)): \(map(clean) | join("; "))" end;
  ([.submissions[] | select(.state == "graded")] | length) as $graded
  | "\($graded) of \(.submissions | length) submissions are graded.",
    ([.submissions[] | select(.late) | .name + (if .late_seconds then " \(.late_seconds | duration)" else "" end)] | list("Late")),
    ([.people[] | select(.roster and .submissions == []) | .name] | list("On the roster, nothing handed in")),
    ([.people[] | select(.unknown) | "\(.name) [\(.submissions[0])], \(.unknown)"] | list("Handed in by")),
    ([.people[] | select(.submissions | length > 1) | "\(.name): \(.submissions | join(", "))"] | list("Several submissions of one person, and no times to choose by")),
    ($aside | list("Left aside, loose files")),
    ([.submissions[] | select(.state == "ours") | "\(.name): \(.why)"] | list("OURS, not the students'; the next call tries them again"));

# listing: what would be graded, a line each.
def listing:
  . as $class
  | (.submissions[]
     | . as $s
     | [.name, .platform,
        ([$class.people[] | select(.submissions | index([$s.name])) | .name + (if .unknown then " (\(.unknown))" else "" end)] | join(" and ")),
        (if .submitted then .submitted | strftime("%Y-%m-%d %H:%M UTC") else "no time known" end),
        late_text, (if .attempts > 1 then "the last counted of \(.attempts) attempts" else empty end)]
     | map(select(. != "") | clean) | join("; ")),
    (.people[] | select(.roster and .submissions == []) | "-; \(.name | clean); nothing handed in");

# remarked: what grader/remark says of all lines; again: the command for those that stop it.
def remarked($list; $again):
  ([.[] | select(.changed and (.changed != [] or .before != .after))] | sort_by(.name)) as $changed
  | ([.[] | select(.could_not)] | sort_by(.name)) as $not
  | (if $not == [] or $list then ($changed[] | "\(.name | clean): \(.before.score) of \(.before.possible) " + (if $list then "would be" else "is now" end)
         + " \(.after.score) of \(.after.possible)" + (if .after.pending > 0 then ", \(.after.pending) pending" else "" end), (.changed[] | "    \(clean)"))
     else empty end),
    ($not[] | "\(.name | clean): not judged again: \(.could_not | clean)"),
    (if $not == [] then
       "\(length) of \(length) submissions " + (if $list then "can be" else "were" end) + " judged again; the marks of \([$changed[] | select(.before != .after)] | length) "
       + (if $list then "would change." else "changed." end)
     else
       "Nothing was changed, so that the class keeps one rubric: \($not | length) of \(length) submissions cannot be judged again. This grades them again, and judges the others again: \($again)"
     end);

# settled: what grader/class --settle says of all lines.
def settled($count):
  ([.[] | select(.could_not)] | sort_by(.name)) as $not
  | ([.[] | select(.stay and .stay != [])] | sort_by(.name)) as $pending
  | ($not[] | "\(.name | clean): not settled: \(.could_not | clean)"),
    ($pending[] | "\(.name | clean): \([.stay[].points] | add) points stay pending:", (.stay[] | "    \(.id): \(.message | clean)")),
    "\(plural($count; "submission")) had points to settle: \([.[] | select(.stay == [])] | length) settled, \($pending | length) stay pending, \($count - length + ($not | length)) failed.",
    (if $pending == [] then empty else
       "A time that stays undecided: try again when the machine is quiet. What cannot be checked: read the code and decide, by --right NAME:TEST or --wrong NAME:TEST beside --settle." end);

# still_open: of a record what is open, a line a test.
def still_open:
  [.tests[] | select(.status == "pending" or .waits_for)] as $open
  | "\(.submission | clean): \([$open[] | select(.status == "pending").points] | add // 0) points pending"
    + ([$open[] | select(.waits_for)] | length | if . > 0 then ", \(plural(.; "test")) not asked of nvcc" else "" end) + ":",
    ($open[] | "    \(.id): \(.message | clean)");

# open_points: of the rows of a class (class_rows.jq), what is not final and how to settle it.
def open_points($settle):
  [.[] | select(.pending > 0)] as $pending | [.[] | select(.waiting > 0)] as $waiting
  | (if $pending == [] then empty else
       "Pending: \($pending | map(.pending) | add) points of \(plural($pending | length; "submission")). On a machine with a GPU: \($settle)" end),
    (if $waiting == [] then empty else
       "Not compiled by the CPU device, and nvcc was not asked: \(plural($waiting | map(.waiting) | add; "test")) of \(plural($waiting | length; "submission")). On a machine with a GPU: \($settle)" end);
