# people: the class: who is in it, what each handed in, what came of it.
# In: {lab, due, seed, device, items: [item + {did, why}], earlier: [submissions of the class before], roster: [people] or null,
#      records: {NAME: {score, pending, possible}}}. Out: class.json.
def squash: ascii_downcase | gsub("[^\\p{L}\\p{N}]+"; "");

# found($roster): the numbers of the people of the roster that one person of a submission can be, by the surest thing that is known:
# {is: numbers, by: "key" (a platform's own), "called" (what a folder is called) or "name"}. Who has another key of the same platform
# is somebody else of that name.
def found($roster):
  . as $who
  | def by(condition): [$roster | to_entries[] | select(.value | condition) | .key];
    def same($a): . != null and $a != null and (ascii_downcase == ($a | ascii_downcase));
    def other($a): . != null and $a != null and . != $a;
    def by_name(condition): by((.canvas | other($who.canvas) | not) and (.participant | other($who.participant) | not) and condition);
  [ (if $who.canvas then by(.canvas == $who.canvas) else [] end),
    (if $who.participant then by(.participant == $who.participant) else [] end),
    (if $who.email then by(any(.emails[]; same($who.email))) else [] end),
    (if $who.sid then by(any(.ids[]; same($who.sid))) else [] end),
    (if $who.login then by(any(.logins[]; same($who.login))) else [] end)
    | {is: ., by: "key"} ]
  + [ (if $who.any then by(any(.logins[], .emails[], (.emails[] | split("@")[0]); same($who.any))) else [] end),
    (if $who.any then by(any(.ids[]; same($who.any))) else [] end),
    # ASSIGNMENT-LOGIN: logins may have a - of their own, so the longest that is one.
    (if $who.any | . and test("-") then
       [$who.any | range(1; length) as $i | select(.[$i - 1:$i] == "-") | .[$i:] | . as $tail | by(any(.logins[]; same($tail)))]
       | map(select(. != []))[0] // [] else [] end)
    | {is: ., by: "called"} ]
  + [ ([$who.name, $who.any] | map(values | squash | select(. != "")) as $names
     | if $names == [] then [] else by_name(any(.names[] | squash; IN($names[]))) end),
    (if $who.squashed then ($who.squashed | squash) as $name | by_name(any(.names[] | squash; . == $name)) else [] end)
    | {is: ., by: "name"} ]
  | map(select(.is != []))[0] // {is: [], by: null};

def own_name: .name // .any // .squashed // .login // .email // .sid // "";

def people:
  . as $in
  | [.items[] | {name, platform, people, submitted, late, late_seconds, attempts,
       state: (if .did == "same" or .did == "judged" then "graded" else .did end), why: (if .why == "" then null else .why end)}] as $now
  | ($now | map({key: .name, value: true}) | from_entries) as $seen
  | ($now + [.earlier[] | select($seen[.name] | not)]) as $submissions
  | (if .roster then
       .roster as $roster
       | [$submissions[] | . as $s | .people[] | {name: $s.name, who: .} + found($roster)] as $all
       # Anybody may be called as somebody is who is known by a key.
       | ([$all[] | select(.by == "key" and (.is | length == 1)) | {key: (.is[0] | tostring), value: true}] | from_entries) as $known
       | [$all[] | if .by == "name" and (.is | length == 1) and $known[.is[0] | tostring] then .like = $roster[.is[0]].name | .is = [] else . end] as $links
       | ($links | map(select(.is | length == 1) | {number: .is[0], name}) | group_by(.number)
          | map({key: (.[0].number | tostring), value: (map(.name) | unique)}) | from_entries) as $of
       | [$roster | to_entries[] | .key as $i | .value | . + {roster: true, submissions: ($of["\($i)"] // [])} | del(.submitted_text)]
         + [$links[] | select(.is | length != 1)
            | {name: (.who | own_name), names: [], ids: ([.who.sid] | map(values)), logins: ([.who.login] | map(values)),
               emails: ([.who.email] | map(values)), canvas: .who.canvas, participant: .who.participant, roster: false, submissions: [.name],
               unknown: (if .like then "called like \(.like) of the roster, who handed in as another one" elif .is == [] then "not on the roster" else "could be \(.is | length) people of the roster" end)}]
     else
       [$submissions[] | . as $s | .people[]
        | {name: own_name, names: [], ids: ([.sid] | map(values)), logins: ([.login // .any] | map(values)), emails: ([.email] | map(values)), canvas, participant,
           roster: false, submissions: [$s.name]}]
     end) as $people
  | {schema: "gpu-memory-labs/class/1", lab, due, seed, device, submissions: $submissions, people: $people};
