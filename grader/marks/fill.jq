# A platform's own CSV with marks filled in, every other byte as it was. In: marks' input and
#   raw    the file's bytes, each as the character of its number: what is written is made of these
#   text   the file as text: what is compared. Quotes, separators and ends of lines are the same in both.
#   platform, column (the heading of the marks; "" to find it), feedback (that of the comments; "" for none or to find it)
# Out: {raw, filled, unknown: [people of the class who are not in it], notes: [...]}.
include "marks"; include "rows";

def squash: ascii_downcase | gsub("[^\\p{L}\\p{N}]+"; "");
def put($rows; $r; $c; $value): $rows | .[$r][$c] |= ((if endswith("\r") then "\r" else "" end) as $last | $value + $last);

# person: of the row with these cells, the number of the person of the class whose it is, by the surest thing first: {number, sure};
# null when there is none. Who has another key of this platform is somebody else of that name.
def person($people; $cells; $heads; $platform):
  def at($names): [$heads | to_entries[] | select(.value | IN($names[])) | $cells[.key] // "" | select(. != "")];
  def same($a; $b): ($a | ascii_downcase) == ($b | ascii_downcase);
  def by(condition): [$people | to_entries[] | select(.value.person | condition) | .key];
  at(["identifier"]) as $identifier | at(["id"]) as $id
  | at(["sisuserid", "idnumber", "studentid", "sid"]) as $ids | at(["sisloginid", "username", "login"]) as $logins
  | at(["emailaddress", "email"]) as $emails
  | at(["student", "fullname", "name"]) as $names
  | (if $platform == "moodle" then ($identifier[0] // $cells[0] // "" | (capture("(?<n>[0-9]+)$")? // {n: null}).n) else null end) as $participant
  | (if $platform == "canvas" then $id[0] else null end) as $canvas
  | def other($a): . != null and $a != null and . != $a;
    [ (if $participant then by(.participant == $participant) else [] end),
      (if $canvas then by(.canvas == $canvas) else [] end),
      by(any(.ids[]; . as $x | any($ids[]; same(.; $x)))),
      by(any(.emails[]; . as $x | any($emails[]; same(.; $x)))),
      by(any(.logins[]; . as $x | any($logins[]; same(.; $x))))
      | {is: ., sure: true} ]
    + [ ($names | map(squash) as $n
         | by((.participant | other($participant) | not) and (.canvas | other($canvas) | not)
              and any((.names + [.name])[] | squash | select(. != ""); IN($n[])))
         | {is: ., sure: false}) ]
  | map(select(.is | length == 1))[0] | if . then {number: .is[0], sure} else null end;

# owners: of each row's person those that it may be: by name alone nobody has two rows, nor one that has one by a key.
def owners:
  ([.[] | select(.) | {key: (.number | tostring), value: .sure}] | group_by(.key)
   | map({key: .[0].key, value: {rows: length, sure: any(.[].value; .)}}) | from_entries) as $of
  | map(if . == null or .sure then . else $of[.number | tostring] as $o | if $o.rows > 1 then {number, twice: ($o.sure | not)} else . end end);

def find_column($heads; $titles; $lab; $column):
  if $column != "" then [$titles | to_entries[] | select(.value == $column).key]
  elif ($heads | index(["grade"])) then [$heads | index(["grade"])]
  else ($lab | capture("(?<n>[0-9]+)$").n) as $n
    | [$titles | to_entries[] | select(.value | test("\\blab[ _-]?0*\($n)\\b"; "i")).key]
  end;

as_class
| . as $in
| ($in.text | ltrimstr("\ufeff") | separator) as $by
| ($in.raw | rows($by)) as $raw
| ($in.text | ltrimstr("\ufeff") | rows($by) | map(map(value))) as $text
| if ($raw | map(length)) != ($text | map(length)) then error("its bytes and its text do not agree; save it as CSV UTF-8") else . end
| ($text[0] // []) as $titles
| ($titles | map(ascii_downcase | gsub("[^a-z0-9]"; ""))) as $heads
| find_column($heads; $titles; $in.class.lab; $in.column) as $columns
| if ($columns | length) != 1 then error("\($columns | length) columns of it can be meant for \($in.class.lab); name one with --column. They are: \($titles | map(select(. != "")) | join("; "))") else . end
| $columns[0] as $column
| (if $in.platform != "moodle" then null
   elif $in.feedback != "" then ($titles | index([$in.feedback]) // error("there is no column \($in.feedback)"))
   else ($heads | index(["feedbackcomments"])) end) as $feedback
| [lines_of_people] as $people
| ([$text[] | . as $cells | person($people; $cells; $heads; $in.platform)] | .[0] = null | owners) as $owner
| reduce range(1; $text | length) as $r ({rows: $raw, filled: 0, found: [], notes: []};
    $text[$r] as $cells
    | if $in.platform == "canvas" and ($cells[0] | test("^\\s*Points Possible")) then
        (($cells[$column] // "" | tonumber?) // null) as $most
        | ([$in.records[].possible] | unique) as $possible
        | if $most != null and $possible != [] and [$most] != $possible then
            .notes += ["its maximum is \($most) points, that of the records \($possible | map(tostring) | join(", "))"] else . end
      else
        $owner[$r] as $o
        | (if $o == null or ($o | has("twice")) then null else $people[$o.number] end) as $l
        | if $o.twice then
            .notes |= (. + ["several lines of it are called \($people[$o.number].person.name), and nothing tells whose marks they get: none of them"] | unique)
          elif $l == null then . else
            .found += [$l.person.name]
            | if $l.record == null or ($cells[$column] // "" | ascii_upcase) == "EX" or ($raw[$r] | length) <= $column then . else
                .filled += 1
                | .rows = put(.rows; $r; $column; $l.record.score | tostring)
                | ([$heads | index(["maximumgrade"]) | values | $cells[.] // "" | tonumber?][0] // $l.record.possible) as $most
                | (if $most != $l.record.possible then .notes |= (. + ["its maximum is \($most) points, that of the records \($l.record.possible)"] | unique) else . end)
                | if $feedback != null and ($raw[$r] | length) > $feedback then
                    .rows = put(.rows; $r; $feedback; "\"\($l.record | in_words)\"") else . end
              end
          end
      end)
| {raw: (.rows | map(join($by)) | join("\n") + (if $in.raw | endswith("\n") then "\n" else "" end)), filled,
   notes: (.notes + (if any($in.records[]; .pending > 0) then ["pending points are not in the marks yet: see grader/class --settle"] else [] end)),
   unknown: ([$people[] | select(.record).person.name] - .found)}
