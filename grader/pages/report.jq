# The report of one submission, for every input: a record, or a refusal {lab, submission, why}.
# Arguments: $style; $handout: the lab's page in handouts/, for what a mistake's name means; $handouts: the address of its page for
# everybody; $built: the path of its page on this machine (each empty: there is none); $here: the folder that paths start from;
# $late: [{NAME: a sentence}]; $highlighted: [{LINES of an excerpt: [HTML of each]}].
#
# One pass makes both copies, the full one and the student's, for starting jq twice takes longer than the page. A line of one copy
# alone starts with a character that no text has left (see plain): U+0001 full, U+0002 the student's. U+0003: the next file.
# jq 1.6 takes its time to compile interpolations; hence the joined lines.
include "page";

def full: split("\n")[] | "\u0001" + .;

# The handout's table of names, as {NAME: HTML}. Its rows: | `name`, `name` | what it means, in Markdown |
def code_spans: to_entries[] | if .key % 2 == 1 then @html "<code>\(.value)</code>" else .value | split("*") | join("") | @html end;
def meanings:
  [split("\n")[] | select(startswith("| `")) | split(" | ") | select(length > 1)
   | [.[1:] | join(" | ") | rtrimstr(" |") | split("`") | code_spans] as $html
   | .[0] | split("`") | to_entries[] | select(.key % 2 == 1) | {key: .value, value: ($html | add)}]
  | from_entries;

# That there was no box is for who grades: it says how marks can be got at.
def about_box: startswith("Graded without the box");
def notes:
  (.notes | all(about_box)) as $hidden
  | if .notes == [] then empty else
      (("<section>\n<h2>Notes</h2>\n<ul>", (.notes[] | about_box as $own | @html "<li>\(.)</li>" | if $own and ($hidden | not) then full else . end),
        "</ul>\n</section>") | if $hidden then full else . end) end;

def predictions:
  if .predictions == null then empty else
    ([.predictions[] | select(.answer)] | length) as $made
    | "<section>\n<h2>Predictions</h2>\n<table>\n<caption>\($made) of \(.predictions | length) made; they carry no points</caption>",
      "<thead><tr><th scope=\"col\">question</th><th scope=\"col\">answer</th></tr></thead>\n<tbody>",
      (.predictions[] | @html "<tr><th scope=\"row\">\(.question)</th><td>\(.answer // "-")</td></tr>"),
      "</tbody>\n</table>\n</section>"
  end;

# Does the text name line $n of $file?
def names($file; $n):
  "\($file):\($n)" as $place
  | . as $all | any(indices($place)[]; $all[. + ($place | length):][:1] | IN("0", "1", "2", "3", "4", "5", "6", "7", "8", "9") | not);

def source($excerpt):
  @html "<figure>\n<figcaption><code>\($excerpt.file)</code>, line \($excerpt.at | map(tostring) | join(", "))</figcaption>\n<pre class=\"source\" tabindex=\"0\" aria-label=\"Lines of \($excerpt.file)\">"
  + ($highlighted[0][$excerpt.text | join("\n")] as $lines
     | [$excerpt.text | to_entries[]
        | ($excerpt.first + .key) as $n
        | "<span data-line=\"\($n)\"" + (if $excerpt.at | index($n) then " class=\"at\"" else "" end) + ">"
          + (if $lines then $lines[.key] else .value | @html end) + "</span>"] | add)
  + "</pre>\n</figure>";

# Of paths: their parts, and the way from a folder to a file.
def parts: split("/") | reduce .[] as $part ([]; if $part == "" or $part == "." then . elif $part == ".." then .[:-1] else . + [$part] end);
def way($from; $to):
  ([range([$from, $to | length] | min)] | map(select($from[. :. + 1] != $to[. :. + 1])) | .[0] // ([$from, $to | length] | min)) as $same
  | [($from[$same:] | map("..")[]), ($to[$same:] | map(@uri)[])] | join("/");
def to_built: input_filename | (if startswith("/") then . else $here + "/" + . end) | way(parts[:-1]; $built | parts);

# Where more about a mistake stands: the handout's page where there is one to click on, else the command of the lab's folder.
def more($address):
  if $address != "" then @html "<p class=\"small\"><a href=\"\($address)#\(.diagnosis)\">\(.diagnosis) in the handout</a></p>"
  else @html "<p class=\"small\">More: <code>make explain NAME=\(.diagnosis)</code> in the lab's folder.</p>" end;

def mistake($meaning):
  @html "<div class=\"mistake\">\n<p><code>\(.diagnosis)</code>"
  + (if $meaning then ": " + $meaning else "" end) + "</p>",
  (if $meaning == null then empty
   elif $handouts != "" or $built == "" then more($handouts)
   else "\u0001" + more(to_built), "\u0002" + more("") end),
  "</div>";

# Four digits.
def short: if . == 0 then 0 else ([3 - (fabs | log10 | floor), 0] | max | [., 12] | min | exp10 | round) as $unit | (. * $unit | round) / $unit end;

# A ratio of times with its interval, beside 1 and the threshold. All of it is numbers.
def ratio:
  .measured as $m | ($m.interval // [$m.ratio, $m.ratio]) as $i | ($m.threshold // 1) as $t
  | ([$i[], 1, $t] | min) as $low | ([$i[], 1, $t, $low + 0.001] | max) as $high
  | [$i[], $m.ratio, $t] | map((. - $low) / ($high - $low) * 380 + 60 | round) as $x
  | [$i[], $m.ratio, $t] | map(short) as $n
  | "Ratio of times \($n[2]), interval \($n[0]) to \($n[1]); the threshold is \($n[3])" as $words
  | "<figure>\n<svg class=\"ratio\" viewBox=\"0 0 500 62\" role=\"img\" aria-label=\"\($words)\">
<path d=\"M40 34H460\" stroke=\"var(--axis)\"/><path d=\"M\($x[3]) 18V48\" stroke=\"var(--bad)\" stroke-width=\"2\" stroke-dasharray=\"4 3\"/>
<text x=\"\($x[3])\" y=\"12\" text-anchor=\"middle\">threshold</text>
<path d=\"M\($x[0]) 34H\($x[1])\" stroke=\"var(--a)\" stroke-width=\"6\" stroke-linecap=\"round\"/><circle cx=\"\($x[2])\" cy=\"34\" r=\"6\" fill=\"var(--a)\" stroke=\"var(--card)\" stroke-width=\"2\"/>
</svg>\n<figcaption>\($words).</figcaption>\n</figure>";

# Which values are wrong. Where they lie both copies show; what they are, and are to be, would tell hidden inputs.
def place: map(tostring) | join(", ") | if contains(",") then "(" + . + ")" else . end;
# The cells of a kind as a path, run by run.
def cells($kind): [to_entries[] | .key as $y | .value | match($kind; "g") | "M\(.offset) \($y)h\(.length)v1h-\(.length)z"] | add;
def map_of($w):
  .rows as $rows | ($rows | length) as $height | ($rows[0] | length) as $width
  | ([([([384 / $width, 320 / $height] | min | floor), 3] | max), 16] | min) as $side
  | [$rows | to_entries[] | select(.value | contains("#"))] as $marked
  | (if .slice then ", slice z = \(.slice), the one with most (there are some in \(.slices) of \($w.size[2]))" else "" end) as $slice
  | ((if $w.size | length > 1 then "x to the right, y down" else "\([$width * .each[0], $w.size[0]] | min) in a line" end)
     + (if .each == [1, 1] then "" else ", \(.each | map(tostring) | join(" x ")) in a cell" end)) as $order
  | "Where \($w.elements) are wrong\($slice); \($order)" as $words
  | "<figure>\n<svg class=\"map\" width=\"\($width * $side)\" height=\"\($height * $side)\" viewBox=\"0 0 \($width) \($height)\" role=\"img\" aria-label=\""
    + @html "\($words). Wrong cells lie in lines \($marked[0].key) to \($marked[-1].key) of \($height), in columns \([$marked[].value | index("#")] | min) to \([$marked[].value | rindex("#")] | max) of \($width)."
    + "\"><path class=\"fine\" d=\"\($rows | cells("[.]+"))\"/><path class=\"off\" d=\"\($rows | cells("#+"))\"/></svg>\n"
    + @html "<figcaption>\($words). Filled: wrong.</figcaption>\n</figure>";
def wrong_values:
  .measured.wrong_values as $w
  | if $w == null then empty else
      ($w.size | map(tostring) | join(" x ")) as $size | ($w.first | length) as $told
      | ($w.picture // empty | map_of($w)),
        ([@html "<table class=\"values\">\n<caption>\($w.count) of \($size) \($w.elements) are wrong" + (if $told < $w.count then "; the first \($told)" else "" end) + "</caption>",
          "<thead><tr><th scope=\"col\">at" + (["", " (x, y)", " (x, y, z)"][$w.size | length - 1]) + "</th><th scope=\"col\" class=\"number\">yours</th><th scope=\"col\" class=\"number\">right</th></tr></thead>\n<tbody>",
          ($w.first[] | @html "<tr><th scope=\"row\">\(.at | place)</th><td class=\"number\">\(.got)</td><td class=\"number\">\(.expected // "")</td></tr>"),
          "</tbody>\n</table>"] | join("\n") | full),
        @html "\u0002<p class=\"small\">\($w.count) of \($size) \($w.elements) are wrong; the first at \($w.first | map(.at | place) | join(", ")).</p>"
    end;

# What else was measured, in words.
def measured:
  [.measured | to_entries[] | select((.value | type) == "number" and (.key | IN("ratio", "threshold", "pairs", "gpu_seconds") | not))
   | (.key | split("_") | join(" ")) + " \(.value | short)"]
  | if . == [] then empty else @html "<p class=\"soft small\">Measured: \(join(", ")).</p>" end;

def test($record; $meaning):
  . as $t
  | {pass: "✓ right", fail: "✗ wrong", "not-begun": "○ not begun", pending: "… pending", error: "! not judged"}[.status] as $word
  | @html "<article class=\"card test \(.status)\" id=\"\(.id)\">\n<header><span>\($word)</span><h3>\(.name)</h3><span class=\"number\">\(.score) of \(.points)</span></header>",
    (if .status == "pass" then empty else
       @html "<p class=\"why\">\(.message | split(" Besides: ") | join("\n\nBesides: ") | split(" It found too: ") | join("\n\nIt found too: "))</p>",
       (if .diagnosis then mistake($meaning[.diagnosis]) else empty end),
       ($record.excerpts // [] | .[] | . as $e | select(any(.at[]; . as $n | $t.message | names($e.file; $n))) | source(.)),
       wrong_values
     end),
    (if .measured.ratio then ratio else empty end),
    (if .status == "pass" then empty else measured end),
    (if .found_on then "<p class=\"soft small\">Found by the checker, on the CPU device.</p>" else empty end),
    (if .waits_for then "<p class=\"soft small\">The CPU device does not compile it; nvcc was not asked.</p>" else empty end),
    (if .settled_on == "a person" then "<p class=\"soft small\">Decided by a person who read the code.</p>"
     elif .settled_on then @html "<p class=\"soft small\">Decided later, on the \(.settled_on).</p>" else empty end),
    "</article>";

# The sums of a step's tests: {step, got, waits, ahead, all}; ahead: of what is not begun.
def of_status($status): map(select(.status == $status).points) | add // 0;
def sums: {step: .[0].step, got: (map(.score) | add), waits: of_status("pending"), ahead: of_status("not-begun"), all: (map(.points) | add)};
def step_row:
  "<tr><th scope=\"row\"><a href=\"#step\(.step)\">Step \(.step)</a></th><td class=\"number\">\(.got) of \(.all)"
  + (if .waits > 0 then ", \(.waits) pending" else "" end) + (if .ahead > 0 then ", \(.ahead) not begun" else "" end)
  + "</td><td><div class=\"bar\" aria-hidden=\"true\">"
  + ([["got", .got], ["waits", .waits], ["lost", .all - .got - .waits - .ahead], ["ahead", .ahead]] as $parts | .all as $all
     | $parts | map(select(.[1] > 0) | "<i class=\"\(.[0])\" style=\"width:\(.[1] / $all * 100)%\"></i>") | add // "")
  + "</div></td></tr>";

def list: map(tostring) | join(",");
def again: "grader/grade --lab " + .lab + " --device " + .device + " --seed \(.seed)" + (if .steps then " --only-step " + (.steps | list) else "" end) + " \([.submission] | @sh)";

def late: $late[0][.submission] // "" | if . == "" then empty else @html "<p class=\"wait\">\(.)</p>" end;

def top: head("\(.lab): \(.submission)"; $style; ""), @html "<h1>\(.lab): \(.submission)</h1>";

def refusal: top, @html "<p class=\"bad\">Not graded: \(.why)</p>", late, foot;

def report($meaning):
  . as $r
  | (.tests | of_status("not-begun")) as $ahead | (.possible - .score - .pending - $ahead) as $lost
  | top,
    "\u0001<p class=\"soft small\">The full report, for who grades. The student's copy is page.html beside it.</p>",
    "<div class=\"score\"><b>\(.score) of \(.possible) points</b>",
    (if .pending > 0 then "<span class=\"wait\">\(.pending) pending\(if .device == "gpu" then "" else ": they need a GPU" end)</span>" else empty end),
    (if $ahead > 0 then "<span class=\"soft\">\($ahead) not begun</span>" else empty end),
    (if $lost > 0 then "<span class=\"bad\">\($lost) lost</span>" elif .pending + $ahead == 0 then "<span class=\"good\">everything is right</span>" else empty end),
    "</div>",
    late,
    (if any(.tests[]; .status == "error") then "<p class=\"ours\">Some tests could not be judged: a fault of the grader, not of the submission.</p>" else empty end),
    (if .steps then "<p>Graded: of step \(.steps | list) alone.</p>" else empty end),
    "<table>\n<caption>Points by step: right, pending, lost, not begun</caption>\n<thead><tr><th scope=\"col\">step</th><th scope=\"col\" class=\"number\">points</th><th scope=\"col\" class=\"wide\">share</th></tr></thead>\n<tbody>",
    ([.tests | group_by(.step)[] | . as $tests | sums | {sums: ., tests: $tests}] as $steps
     | ($steps[].sums | step_row),
       "</tbody>\n</table>",
       ($steps[] | "<section>\n<h2 id=\"step\(.sums.step)\">Step \(.sums.step): \(.sums.got) of \(.sums.all)</h2>", (.tests[] | test($r; $meaning)), "</section>")),
    notes,
    predictions,
    "<footer>",
    (@html "<h2>How to repeat it</h2>\n<p>Hidden inputs follow from the seed: the same files and the same kit give the same report.</p>\n<pre tabindex=\"0\" aria-label=\"Command\">\(again)</pre>" | full),
    @html "<dl>\n<dt>graded on</dt><dd>\(.device_name)</dd>\n<dt>compiler</dt><dd>\(.toolkit // "none but the CPU device's")</dd>",
    "\u0001<dt>seed</dt><dd>\(.seed)</dd>",
    "</dl>",
    "\u0002<p>Hidden inputs are drawn when a submission is graded, and are not told here.</p>",
    "</footer>",
    foot;

($handout | meanings) as $meaning
| inputs | del(.profile, .checked) | shown
| "\u0003\(input_filename)",
  (if .why then refusal else report($meaning) end)
