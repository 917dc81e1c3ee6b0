# The class page, for the instructor. In: class.json. Arguments: $style, $script, $policy; $records: [what class_rows.jq says];
# $similar: [pairs that are alike] or [].
include "page";
include "late";

def plural2($n; $one; $many): if $n == 1 then "\($n) \($one)" else "\($n) \($many)" end;
def percent: . * 1000 | round / 10;
# link: to the report of {name, folder}; folder is the name as it stands in an address, with what is not shown.
def link: @html "<a href=\"\(.folder)/report.html\">\(.name)</a>";
def with_folder: {name: ., folder: @uri};

# The histogram of marks, ten bars: [{label, count}].
def tenths: [range(10) as $i | {from: ($i * 10), to: (if $i == 9 then 100 else $i * 10 + 9 end)}] as $bins
  | map(.score / .possible * 100) as $marks
  | [$bins[] | . as $b | . + {count: ([$marks[] | select(. >= $b.from and (. < $b.from + 10 or $b.to == 100))] | length)}];
def histogram:
  ([.[].count] | max | [., 1] | max) as $most
  | "<figure>\n<svg class=\"histogram\" viewBox=\"0 0 520 190\" role=\"img\" aria-label=\"Distribution of marks in percent of the points: \(map("\(.from) to \(.to): \(.count)") | join("; "))\">",
    (to_entries[] | (.value.count / $most * 140 | round) as $h | (.key * 51 + 8) as $x
     | "<rect x=\"\($x)\" y=\"\(164 - $h)\" width=\"45\" height=\"\([$h, 1] | max)\" rx=\"3\"/><text x=\"\($x + 22)\" y=\"\(158 - $h)\" text-anchor=\"middle\">\(if .value.count > 0 then .value.count else "" end)</text><text x=\"\($x + 22)\" y=\"182\" text-anchor=\"middle\">\(.value.from)\(if .key == 9 then " %" else "" end)</text>"),
    "</svg>\n</figure>";

# [{what, lost, count}] as a table with bars; what is HTML.
def losses($caption; $head):
  ([.[].lost, 1] | max) as $most
  | @html "<table>\n<caption>\($caption)</caption>\n<thead><tr><th scope=\"col\">\($head)</th><th scope=\"col\" class=\"number\">points lost</th><th scope=\"col\" class=\"number\">people</th><th scope=\"col\" class=\"wide\">share</th></tr></thead>\n<tbody>",
    (.[] | "<tr><th scope=\"row\">\(.what)</th><td class=\"number\">\(.lost)</td><td class=\"number\">\(.count)</td><td><div class=\"bar\" aria-hidden=\"true\"><i class=\"lost\" style=\"width:\(.lost / $most * 100)%\"></i></div></td></tr>"),
    "</tbody>\n</table>";

# What time test of a submission is worst, as its ratio over the threshold... or, for those that are to be fast, as the verdict says.
def slow: any(.times[]; .status == "fail");
def worst: [.times[] | select(.ratio)] | (map(select(.status == "fail")) + .)[0];
def short: if . == 0 then 0 else ([3 - (fabs | log10 | floor), 0] | max | [., 12] | min | exp10 | round) as $unit | (. * $unit | round) / $unit end;

def head_cell($kind): "<th scope=\"col\"" + (if $kind == "n" then " class=\"number\"" else "" end) + @html "><button type=\"button\" data-kind=\"\($kind)\">\(.)</button></th>";

def cells($steps):
  .r as $r
  | (if .state == "graded" and $r then
       "<td class=\"number\" data-v=\"\($r.score)\">\($r.score)</td><td class=\"number\" data-v=\"\($r.pending)\">\(if $r.pending > 0 then $r.pending else "" end)</td>"
       + ([$steps[] as $n | ($r.steps | map(select(.step == $n))[0]) as $s
           | if $s then "<td class=\"number\" data-v=\"\($s.score)\">\($s.score)</td>" else "<td></td>" end] | add // "")
       + ([$r.failed[].diagnosis | values] | unique | map(@html "<code>\(.)</code>") + (if $r.ahead > 0 then ["<span class=\"soft\">\($r.ahead) not begun</span>"] else [] end) | "<td>" + join(" ") + "</td>")
       + ($r | worst | if . then "<td class=\"number\" data-v=\"\(.ratio)\">\(.ratio | short)</td>" else "<td></td>" end)
     else
       "<td class=\"number\" data-v=\"-1\">–</td><td></td>" + ($steps | map("<td></td>") | add // "")
       + @html "<td>\(if .state == "ours" then "OURS: " else "not graded: " end)\(.why // (if .state == "graded" then "its record cannot be read: grade it again" else "" end))</td><td></td>" end);

def row($steps):
  .r as $r
  | ([(if ($r.pending // 0) > 0 then "pending" else empty end), (if ($r.ahead // 0) > 0 then "ahead" else empty end), (if .late then "late" else empty end), (if $r and ($r | slow) then "slow" else empty end),
      (if .state != "graded" then "ungraded" else empty end)] | join(" ")) as $flags
  | "<tr" + (if .state == "ours" then " class=\"ours\"" else "" end)
    + @html " data-flags=\"\($flags)\" data-steps=\"\([$r.steps // [] | .[] | select(.score + .ahead < .points).step | tostring] | join(" "))\" data-mistakes=\"\([$r.failed // [] | .[].diagnosis | values] | unique | join(" "))\">"
    + "<th scope=\"row\">" + (if .state == "ours" then @html "\(.name)" else link end)
    + (.who | if . == "" then "" else @html "<br><span class=\"soft small\">\(.)</span>" end) + "</th>"
    + cells($steps)
    + @html "<td data-v=\"\(.late_seconds // (if .late then 1 else 0 end))\">\(late_text | rtrimstr(" after the deadline.") | ltrimstr("Handed in "))\(if .late and (.late_seconds | not) then "late" else "" end)</td></tr>";

def options($all): "<option value=\"\">all</option>" + ($all | map(@html "<option value=\"\(.value)\">\(.label)</option>") | add // "");

.submissions |= map(. + {folder: (.name | @uri), r: (if .state == "graded" then $records[0][.name] else null end)})
| shown
| (.people | map(. as $p | .submissions[] | {key: ., value: $p.name}) | group_by(.key) | map({key: .[0].key, value: (map(.value) | join(", "))}) | from_entries) as $who
| [.submissions | sort_by(.name)[] | .who = ($who[.name] // "") | if .who == .name then .who = "" else . end] as $all
| [$all[] | select(.r).r] as $graded
| ([$graded[].steps[].step] | unique) as $steps
| ([$all[] | select(.r) | . as $s | .r.failed[] | . + {name: $s.name, folder: $s.folder}] | group_by(.diagnosis)
   | map({diagnosis: .[0].diagnosis, lost: (map(.points) | add), count: (map(.name) | unique | length), example: .[0]}) | sort_by(-.count, -.lost)) as $mistakes
| [$mistakes[] | select(.diagnosis)] as $named
| [.people[] | select(.roster and .submissions == [])] as $missing
| ([$graded[].times[]] | group_by(.id) | map(.[0])) as $tests
| head("\(.lab): the class"; $style; $policy),
  @html "<h1>\(.lab): \(.submissions | length) submissions</h1>",
  "<ul class=\"facts\">",
  "<li><b>\($graded | length)</b> graded</li>",
  (if $graded != [] then "<li><b>\($graded | map(.score / .possible) | sort | .[length / 2 | floor] | percent | round) %</b> median mark</li>" else empty end),
  ([$all[] | select(.late)] | length | if . > 0 then "<li><b>\(.)</b> late</li>" else empty end),
  ([$graded[] | select(.pending > 0)] | length | if . > 0 then "<li><b>\(.)</b> with points pending</li>" else empty end),
  ([$graded[] | select(.ahead > 0)] | length | if . > 0 then "<li class=\"soft\"><b>\(.)</b> with parts not begun</li>" else empty end),
  ([$all[] | select(.state == "refused")] | length | if . > 0 then "<li><b>\(.)</b> cannot be graded</li>" else empty end),
  ([$all[] | select(.state == "ours")] | length | if . > 0 then "<li class=\"ours\"><b>\(.)</b> ours: try again</li>" else empty end),
  ($missing | length | if . > 0 then "<li><b>\(.)</b> handed in nothing</li>" else empty end),
  "</ul>",
  # In its records stands which rubric each was judged by.
  (if [$graded[].judged] | unique | length > 1 then
     "<p class=\"ours\" role=\"alert\"><b>These marks are of two rubrics.</b> Some submissions were judged before points, a check or a message changed, others after. To judge all by one, type <code>grader/remark</code> and the folder of this class.</p>"
   else empty end),
  (if $graded == [] then empty else
     "<div class=\"pair\">",
     "<section>\n<h2>Marks</h2>\n<p class=\"soft small\">People by percent of the points; pending points count as not yet earned.</p>", ($graded | tenths | histogram), "</section>",
     "<section>\n<h2>Points lost by step</h2>",
     ([$steps[] as $n | [$graded[].steps[] | select(.step == $n)] | {what: "Step&nbsp;\($n)", lost: (map(.points - .score - .ahead) | add), count: (map(select(.score + .ahead < .points)) | length)}]
      | losses("Pending points are among them; points of what is not begun are not."; "step")),
     "</section>\n</div>"
   end),
  (if $mistakes == [] then empty else
     "<section>\n<h2>The commonest mistakes</h2>",
     ($named[:5][] | @html "<article class=\"card\">\n<h3><code>\(.diagnosis)</code>, \(plural2(.count; "person"; "people")), \(.lost) points</h3>\n<blockquote>\(.example.message)</blockquote>\n<p class=\"small\">For example " + (.example | link) + ".</p>\n</article>"),
     "<details>\n<summary>Points lost by all mistakes</summary>",
     ([$mistakes[] | {what: (if .diagnosis then @html "<code>\(.diagnosis)</code>" else "without a name" end), lost, count}] | sort_by(-.lost) | losses("Wrong tests by the name that explains them."; "mistake")),
     "</details>\n</section>"
   end),
  (if $tests == [] then empty else
     "<section>\n<h2>Ratios of times</h2>",
     ($tests[] | . as $t
      | [$all[] | select(.r) | . as $s | .r.times[] | select(.id == $t.id) | . + {submission: ($s | {name, folder})}] | sort_by(.ratio) as $times
      | @html "<h3>\($t.id): \($t.name)</h3>\n<div class=\"chart\" data-times=\"\($t.id)\"></div>\n<details class=\"times\">\n<summary>As a table; the threshold is \($t.threshold)</summary>\n<section class=\"scroll\" tabindex=\"0\" aria-label=\"Table of \($t.id)\">\n<table>\n<thead><tr><th scope=\"col\">submission</th><th scope=\"col\" class=\"number\">ratio</th><th scope=\"col\" class=\"number\">interval</th><th scope=\"col\">verdict</th></tr></thead>\n<tbody>",
        ($times[] | "<tr><th scope=\"row\">" + (.submission | link) + "</th><td class=\"number\">\(.ratio | short)</td><td class=\"number\">\(.interval // [] | map(short | tostring) | join(" to "))</td><td>\(.status)</td></tr>"),
        "</tbody>\n</table>\n</section>\n</details>"),
     "</section>"
   end),
  "<section>\n<h2 id=\"submissions\">Submissions</h2>",
  "<fieldset class=\"filters noprint\">\n<legend class=\"soft small\">Show only</legend>",
  "<label>Name <input type=\"search\" id=\"name\" autocomplete=\"off\"></label>",
  "<label>Points lost in <select id=\"step\">" + options([$steps[] | {value: tostring, label: "step \(.)"}]) + "</select></label>",
  "<label>Mistake <select id=\"mistake\">" + options([$named | sort_by(.diagnosis)[] | {value: .diagnosis, label: "\(.diagnosis) (\(.count))"}]) + "</select></label>",
  ([["pending", "pending"], ["ahead", "not begun"], ["late", "late"], ["slow", "too slow"], ["ungraded", "not graded"]][] | "<label class=\"tick\"><input type=\"checkbox\" data-flag=\"\(.[0])\"> \(.[1])</label>"),
  "<button type=\"button\" id=\"reset\">Show all</button>",
  "</fieldset>",
  "<p class=\"small soft noprint\" role=\"status\" id=\"count\">\(plural2($all | length; "submission"; "submissions"))</p>",
  "<section id=\"all\" tabindex=\"0\" aria-labelledby=\"submissions\">\n<table>\n<thead><tr>"
  + ("submission" | head_cell("t")) + ("points" | head_cell("n")) + ("pending" | head_cell("n")) + ([$steps[] | "s\(.)" | head_cell("n")] | add // "")
  + ("mistakes" | head_cell("t")) + ("ratio" | head_cell("n")) + ("late" | head_cell("v")) + "</tr></thead>\n<tbody>",
  ($all[] | row($steps)),
  "</tbody>\n</table>\n</section>\n</section>",
  (if $missing == [] then empty else "<section>\n<h2>On the roster, nothing handed in</h2>\n<ul>", ($missing[] | @html "<li>\(.name)</li>"), "</ul>\n</section>" end),
  ([.people[] | select(.unknown)] | if . == [] then empty else "<section>\n<h2>Who they are is not clear</h2>\n<ul>", (.[] | @html "<li>\(.name): \(.unknown) (", (.submissions[0] | with_folder | link) + ")</li>"), "</ul>\n</section>" end),
  ($similar[0] // [] | map(.one |= with_folder | .other |= with_folder) | shown | if . == [] then empty else
     "<section>\n<h2>Alike, for a person to look at</h2>\n<p>It says nothing of why they are: friends, one tutorial, or one way to write it.</p>\n<ul>",
     (.[] | "<li>\(.percent) %: " + (.one | link) + ", " + (.other | link) + "</li>"), "</ul>\n</section>" end),
  "<footer>\n<p>Marks for your platform: <code>grader/export</code>. This page and the reports are made of the records alone, and load nothing.</p>\n</footer>",
  "<script type=\"application/json\" id=\"data\">" + ({times: ([$tests[] | . as $t | {key: .id, value: {threshold, name,
     rows: ([$all[] | select(.r) | . as $s | .r.times[] | select(.id == $t.id) | [$s.name, .ratio, .interval, .status]] | sort_by(.[1]))}}] | from_entries)} | embedded) + "</script>",
  "<script>" + $script + "</script>",
  foot
