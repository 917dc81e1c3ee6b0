# people: the class: who is in it, what each handed in, what came of it.
# In: {lab, due, seed, device, items: [item + {did, why}], earlier: [submissions of the class before], roster: [people] or null,
#      records: {NAME: {score, pending, possible}}}. Out: class.json.
def squash: ascii_downcase | gsub("[^\\p{L}\\p{N}]+"; "");

# What a folder or repository of somebody may be called besides their login: the lab before it or behind it, or what most entries of the class
# begin with, the name of an assignment (GitHub Classroom: ASSIGNMENT-LOGIN). Nothing else is ever taken away from a name: x-ann is not ann.
def lab_number: capture("(?<n>[0-9]+)$").n;
def without_lab($n):
  [capture("^lab[-_ ]?0*\($n)[-_ ]+(?<rest>.+)$"; "i")?, capture("^(?<rest>.+?)[-_ ]+lab[-_ ]?0*\($n)$"; "i")? | .rest];

# prefix_of_all($known): of these names in lower case the shortest beginning, up to a - _ or blank, that more than half of them share, two at least, and
# behind which one of them has what stands in $known; "" when there is none.
def prefix_of_all($known):
  . as $all
  | (reduce .[] as $name ({}; reduce ($name | match("[-_ ]+"; "g") | .offset + .length) as $until (.; .[$name[:$until]] += 1))) as $count
  | [$count | to_entries[] | select(.value >= 2 and .value * 2 > ($all | length)).key] | sort_by(length)
  | map(select(. as $prefix | any($all[]; startswith($prefix) and $known[.[($prefix | length):]]))) | .[0] // "";

# found($roster; $n; $prefix): the numbers of the people of the roster that one person of a submission can be, by the surest thing that is
# known: {is: numbers, by: "key" (a platform's own), "called" (what a folder is called) or "name"}. Who has another key of the same
# platform is somebody else of that name.
def found($roster; $n; $prefix):
  . as $who
  | def by(condition): [$roster | to_entries[] | select(.value | condition) | .key];
    def same($a): . != null and $a != null and (ascii_downcase == ($a | ascii_downcase));
    def other($a): . != null and $a != null and . != $a;
    def by_name(condition): by((.canvas | other($who.canvas) | not) and (.participant | other($who.participant) | not) and condition);
  ([$who.any | values | ., without_lab($n)[], (if $prefix != "" and (ascii_downcase | startswith($prefix)) then .[($prefix | length):] else empty end)]
   | map(select(. != ""))) as $called
  | [ (if $who.canvas then by(.canvas == $who.canvas) else [] end),
    (if $who.participant then by(.participant == $who.participant) else [] end),
    (if $who.email then by(any(.emails[]; same($who.email))) else [] end),
    (if $who.sid then by(any(.ids[]; same($who.sid))) else [] end),
    (if $who.login then by(any(.logins[]; same($who.login))) else [] end)
    | {is: ., by: "key"} ]
  + [ $called[] as $name | by(any(.logins[], .emails[], (.emails[] | split("@")[0]); same($name))), by(any(.ids[]; same($name)))
    | {is: ., by: "called"} ]
  + [ ([$who.name, $called[]] | map(values | squash | select(. != "")) as $names
     | if $names == [] then []
       # A repository is called by a login: who has another one is somebody else of that name.
       else by_name(any(.names[] | squash; IN($names[])) and ($who.repository and (.logins != []) and ($who.any | test(" ") | not) | not)) end),
    (if $who.squashed then ($who.squashed | squash) as $name | by_name(any(.names[] | squash; . == $name)) else [] end)
    | {is: ., by: "name"} ]
  | map(select(.is != []))[0] // {is: [], by: null};

# alike($roster; $n): of a name that is nobody's, whose login it has at an end of its own: for a person to look at.
def alike($roster; $n):
  (ascii_downcase | . as $name | without_lab($n) | if . == [] then [$name] else . end) as $names
  | [$roster[] | .name as $name | .logins[] | . as $login | ascii_downcase | . as $low | select(length > 1)
     | select(any($names[]; . as $long | any("-", "_", " "; . as $by | ($long | endswith($by + $low)) or ($long | startswith($low + $by)))))
     | "\($name) there is \($login)"] | unique | .[:2] | join(", ");

def own_name: .name // .any // .squashed // .login // .email // .sid // "";

# times_of($people): of a submission whose platform tells no time, what Moodle's worksheet says of these people: by the deadline, or
# the time up to which somebody got more, when the time is known; else in the worksheet's words, by Moodle's own deadline.
def times_of($people; $due):
  ([$people[] | .submitted.seconds // empty] | max) as $time
  | ([$people[] | .extended.seconds // empty] | max) as $extended
  | ([$people[] | .words_late // empty] | max) as $words
  | if .submitted or ($time == null and $words == null) then .
    else
      .submitted = $time
      | if $due and $time then ([$due, $extended // $due] | max) as $until | .late = ($time > $until) | .late_seconds = (if .late then $time - $until else null end)
        elif $words then .late = true | .late_seconds = $words
        else . end
    end;

def people:
  . as $in
  | [.items[] | {name, platform, download, people, submitted, late, late_seconds, attempts,
       state: (if .did == "same" or .did == "judged" then "graded" else .did end), why: (if .why == "" then null else .why end)}] as $now
  | ($now | map({key: .name, value: true}) | from_entries) as $seen
  | ($now + [.earlier[] | select($seen[.name] | not)]) as $submissions
  | (if .roster then
       .roster as $roster
       | ($in.lab | lab_number) as $n
       | (reduce ($roster[] | .logins[], .ids[], .emails[], (.emails[] | split("@")[0]) | ascii_downcase) as $one ({}; .[$one] = true)) as $known
       | ([$submissions[].people[].any | values | ascii_downcase] | unique | prefix_of_all($known)) as $prefix
       | [$submissions[] | . as $s | .people[] | {name: $s.name, who: .} + (. + {repository: ($s.platform == "repository")} | found($roster; $n; $prefix))] as $all
       # Anybody may be called as somebody is who is known by a key.
       | ([$all[] | select(.by == "key" and (.is | length == 1)) | {key: (.is[0] | tostring), value: true}] | from_entries) as $known
       | [$all[] | if .by == "name" and (.is | length == 1) and $known[.is[0] | tostring] then .like = $roster[.is[0]].name | .is = [] else . end] as $links
       | ($links | map(select(.is | length == 1) | {number: .is[0], name}) | group_by(.number)
          | map({key: (.[0].number | tostring), value: (map(.name) | unique)}) | from_entries) as $of
       | (reduce ($links[] | select(.is | length == 1)) as $link ({}; .[$link.name] += [$roster[$link.is[0]]])) as $members
       | {submissions: [$submissions[] | times_of($members[.name] // []; $in.due)],
          people: ([$roster | to_entries[] | .key as $i | .value | . + {roster: true, submissions: ($of["\($i)"] // [])} | del(.submitted, .extended, .words_late)]
         + [$links[] | select(.is | length != 1)
            | {name: (.who | own_name), names: [], ids: ([.who.sid] | map(values)), logins: ([.who.login] | map(values)),
               emails: ([.who.email] | map(values)), canvas: .who.canvas, participant: .who.participant, roster: false, submissions: [.name],
               unknown: (if .like then "called like \(.like) of the roster, who handed in as another one"
                 elif .is == [] then "not on the roster" + (.who.any // "" | if . == "" then "" else alike($roster; $n) | if . == "" then "" else " (\(.))" end end)
                 else "could be \(.is | length) people of the roster" end)}])}
     else
       {$submissions, people: [$submissions[] | . as $s | .people[]
        | {name: own_name, names: [], ids: ([.sid] | map(values)), logins: ([.login // .any] | map(values)), emails: ([.email] | map(values)), canvas, participant,
           roster: false, submissions: [$s.name]}]}
     end) as $found
  | {schema: "gpu-memory-labs/class/1", lab, due, seed, device, options, submissions: $found.submissions, people: $found.people};
