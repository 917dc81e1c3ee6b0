# The page of compare --html. In: an array of comparisons of A with each of the others (compare.jq of the profiler). Arguments: $style,
# $script, $policy; $inputs: what is compared, records or profiles, for the timelines of those that have one.
include "page";
include "profile";

def letters: ["A", "B", "C", "D", "E", "F", "G", "H"];

# One comparison of all: {who: [..], sections: [{title, rows: [{name, values: [..], differs, meaning}]}]}. What compare.jq calls B is in
# the second comparison C, and so on.
def rename($letter): if $letter == "B" then . else split(" ") | map(if . == "B" then $letter elif . == "B's" then $letter + "'s" elif . == "B." then $letter + "." else . end) | join(" ") end;
# Of two, "only A has it" is enough; of more, who of the two that are compared has not.
def of_more($count): if $count > 2 then sub("^only (?<one>[AB]) (?<does>.*)\\.$"; "\(.one) \(.does), \(if .one == "A" then "B" else "A" end) does not.") else . end;
def merged:
  . as $all
  | ([.[].sections[].title] | reduce .[] as $t ([]; if index([$t]) then . else . + [$t] end)) as $titles
  | {who: ([.[0].a] + [.[].b]),
     sections: [$titles[] as $title
       | [$all[] | .sections | map(select(.title == $title))[0].rows // [] | map({key: .name, value: .}) | from_entries] as $tables
       | {title: $title, rows: [
           ([$all[] | .sections[] | select(.title == $title).rows[].name] | reduce .[] as $n ([]; if index([$n]) then . else . + [$n] end))[] as $name
           | {name: $name, values: ([[$tables[] | .[$name].a | values][0] // "none"] + [$tables[] | .[$name].b // "none"]),
              differs: any($tables[]; .[$name].differs),
              meaning: [$tables | to_entries[] | .key as $k | .value[$name] | select(.differs and .meaning)
                | if $title == "Points" then .meaning else .meaning | of_more($all | length + 1) | rename(letters[$k + 1]) end]}]}]};

def shown_value($name):
  (tonumber? // null) as $n
  | if $n == null then . elif $name == "time_ns" then $n | time elif $name == "bytes" or ($name | endswith("_shared")) then $n | bytes else $n | digits | tostring end;
def title_of: {time_ns: "time of a launch", static_shared: "static shared memory", dynamic_shared: "dynamic shared memory"}[.] // .;

def cell($name; $most; $class):
  @html "<td class=\"value\">\(shown_value($name))"
  + ((tonumber? // null) as $n | if $n and $most > 0 then "<div class=\"bar\" aria-hidden=\"true\"><i class=\"\($class)\" style=\"width:\($n / $most * 100)%\"></i></div>" else "" end) + "</td>";
def row($head):
  . as $r
  | ([.values[] | tonumber? // empty] | if length > 1 then max else 0 end) as $most
  | "<tr" + (if .differs then " class=\"differs\">" else " class=\"same\">" end) + "<th scope=\"row\">" + $head + @html "\(.name | title_of)</th>"
    + ([.values | to_entries[] | .key as $k | .value | cell($r.name; $most; (if $k == 0 then "a" else "b" end))] | add)
    + "<td class=\"means\">" + (.meaning | map(@html "\(.)") | join("<br>")) + (if .differs then "" else @html "\(.name | explained)" end) + "</td></tr>";
def table($count; $name):
  @html "<section class=\"scroll\" tabindex=\"0\" aria-label=\"\($name)\">\n<table>\n<thead><tr><th scope=\"col\">what</th>" + ([letters[:$count][] | "<th scope=\"col\">\(.)</th>"] | add)
  + "<th scope=\"col\">what it means</th></tr></thead>\n<tbody>";
def end_table: "</tbody>\n</table>\n</section>";

# Kernels and copies by stream, of each that has a trace (labprof --json --print-gpu-trace).
def lanes($letter): (.profile // .).trace // [] | map(select(.time_ns > 0)) | map({lane: "\($letter) stream \(.stream)", name, start: (.start_ns / 1000), time: (.time_ns / 1000), kind: (if .grid then "kernel" else "copy" end)});
def timelines: [to_entries[] | .key as $k | .value | lanes(letters[$k])[]] | .[:20000] as $events
  | ([$events[].lane] | unique) as $names
  | {lanes: $names, events: [$events[] | . as $e | [($names | index([$e.lane])), .name, .start, .time, .kind]]};

(map(shown) | merged) as $all
| ($inputs | map(shown) | timelines) as $timeline
| ($all.who | length) as $count
| head("Compared: " + ($all.who | map(.name) | join(", ")); $style; $policy),
  "<h1>Compared</h1>",
  "<ul class=\"who\">",
  ($all.who | to_entries[] | @html "<li class=\"card\"><b>\(letters[.key])</b> \(.value.name)\(if .value.score != null then ": \(.value.score) of \(.value.possible) points" else "" end)<br><span class=\"soft small\">\(.value.device // "")</span></li>"),
  "</ul>",
  "<h2>What differs</h2>",
  ([$all.sections[] | .title as $title | .rows[] | select(.differs) | {title: $title, row: .}] as $differs
   | if $differs == [] then "<p>Nothing that was counted or measured differs.</p>"
     else table($count; "What differs"), ($differs[] | .title as $title | .row | row(@html "<span class=\"soft small\">\($title)</span><br>")), end_table end),
  (if $timeline.events == [] then empty else $timeline | timeline_section end),
  ($all.sections[] | @html "<h2>\(.title)</h2>", table($count; .title), (.rows[] | row("")), end_table),
  "<footer>\n<p>Times of a traced run teach and decide nothing: ratios with intervals are those of the timing checks. A bar is a share of the row's largest.</p>\n</footer>",
  "<script type=\"application/json\" id=\"data\">" + ($timeline | embedded) + "</script>",
  "<script>" + $script + "</script>",
  foot
