# people: the class: who is in it, what each handed in, what came of it.
# In: {lab, due, seed, device, items: [item + {did, why}], earlier: [submissions of the class before], roster: [people] or null,
#      records: {NAME: {score, pending, possible}}}. Out: class.json.
def squash: ascii_downcase | gsub("[^\\p{L}\\p{N}]+"; "");

# found($roster): the numbers of the people of the roster that one person of a submission can be, by the surest thing that is known.
def found($roster):
  . as $who
  | def by(condition): [$roster | to_entries[] | select(.value | condition) | .key];
    def same($a): . != null and $a != null and (ascii_downcase == ($a | ascii_downcase));
  [ (if $who.canvas then by(.canvas == $who.canvas) else [] end),
    (if $who.participant then by(.participant == $who.participant) else [] end),
    (if $who.email then by(any(.emails[]; same($who.email))) else [] end),
    (if $who.sid then by(any(.ids[]; same($who.sid))) else [] end),
    (if $who.login then by(any(.logins[]; same($who.login))) else [] end),
    (if $who.any then by(any(.logins[], .emails[], (.emails[] | split("@")[0]); same($who.any))) else [] end),
    (if $who.any then by(any(.ids[]; same($who.any))) else [] end),
    (if $who.any | . and test("-") then
       ($who.any | [range(1; length) as $i | select(.[$i - 1:$i] == "-") | .[$i:]]) as $ends
       | by(any(.logins[]; . as $login | any($ends[]; same($login)))) else [] end),
    ([$who.name, $who.any] | map(values | squash | select(. != "")) as $names
     | if $names == [] then [] else by(any(.names[] | squash; IN($names[]))) end),
    (if $who.squashed then ($who.squashed | squash) as $name | by(any(.names[] | squash; . == $name)) else [] end)
  ] | map(select(length > 0))[0] // [];

def own_name: .name // .any // .squashed // .login // .email // .sid // "";

def people:
  . as $in
  | [.items[] | {name, platform, people, submitted, late, late_seconds, attempts,
       state: (if .did == "same" or .did == "judged" then "graded" else .did end), why: (if .why == "" then null else .why end)}] as $now
  | ($now | map({key: .name, value: true}) | from_entries) as $seen
  | ($now + [.earlier[] | select($seen[.name] | not)]) as $submissions
  | (if .roster then
       .roster as $roster
       | [$submissions[] | . as $s | .people[] | {name: $s.name, who: ., is: found($roster)}] as $links
       | ($links | map(select(.is | length == 1) | {number: .is[0], name}) | group_by(.number)
          | map({key: (.[0].number | tostring), value: (map(.name) | unique)}) | from_entries) as $of
       | [$roster | to_entries[] | .key as $i | .value | . + {roster: true, submissions: ($of["\($i)"] // [])} | del(.submitted_text)]
         + [$links[] | select(.is | length != 1)
            | {name: (.who | own_name), names: [], ids: ([.who.sid] | map(values)), logins: ([.who.login] | map(values)),
               emails: ([.who.email] | map(values)), canvas: .who.canvas, participant: .who.participant, roster: false, submissions: [.name],
               unknown: (if .is == [] then "not on the roster" else "could be \(.is | length) people of the roster" end)}]
     else
       [$submissions[] | . as $s | .people[]
        | {name: own_name, names: [], ids: ([.sid] | map(values)), logins: ([.login // .any] | map(values)), emails: ([.email] | map(values)), canvas, participant,
           roster: false, submissions: [$s.name]}]
     end) as $people
  | {schema: "gpu-memory-labs/class/1", lab, due, seed, device, submissions: $submissions, people: $people};
