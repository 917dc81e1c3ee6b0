# The report of one submission, for every input: a record, or a refusal {lab, submission, why}.
# Arguments: $style; $handout: the lab's page in handouts/, for what a mistake's name means; $handouts: where the built handouts are
# (empty: no links); $late: [{NAME: a sentence}].
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

# Does the text name line $n of $file?
def names($file; $n):
  "\($file):\($n)" as $place
  | . as $all | any(indices($place)[]; $all[. + ($place | length):][:1] | IN("0", "1", "2", "3", "4", "5", "6", "7", "8", "9") | not);

def source($excerpt):
  @html "<figure>\n<figcaption><code>\($excerpt.file)</code>, line \($excerpt.at | map(tostring) | join(", "))</figcaption>\n<pre class=\"source\" tabindex=\"0\" aria-label=\"Lines of \($excerpt.file)\">"
  + ([$excerpt.text | to_entries[]
      | ($excerpt.first + .key) as $n
      | "<span data-line=\"\($n)\"" + (if $excerpt.at | index($n) then " class=\"at\"" else "" end) + @html ">\(.value)</span>"] | add)
  + "</pre>\n</figure>";

def mistake($meaning):
  @html "<div class=\"mistake\">\n<p><code>\(.diagnosis)</code>"
  + (if $meaning then ": " + $meaning else "" end) + "</p>\n"
  + (if $handouts != "" and $meaning then @html "<p class=\"small\"><a href=\"\($handouts)#\(.diagnosis)\">\(.diagnosis) in the handout</a></p>\n" else "" end)
  + "</div>";

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

# What else was measured, in words.
def measured:
  [.measured | to_entries[] | select((.value | type) == "number" and (.key | IN("ratio", "threshold", "pairs", "gpu_seconds") | not))
   | (.key | split("_") | join(" ")) + " \(.value | short)"]
  | if . == [] then empty else @html "<p class=\"soft small\">Measured: \(join(", ")).</p>" end;

def test($record; $meaning):
  . as $t
  | {pass: "✓ right", fail: "✗ wrong", pending: "… pending", error: "! not judged"}[.status] as $word
  | @html "<article class=\"card test \(.status)\" id=\"\(.id)\">\n<header><span>\($word)</span><h3>\(.name)</h3><span class=\"number\">\(.score) of \(.points)</span></header>",
    (if .status == "pass" then empty else
       @html "<p class=\"why\">\(.message | split(" Besides: ") | join("\n\nBesides: ") | split(" It found too: ") | join("\n\nIt found too: "))</p>",
       (if .diagnosis then mistake($meaning[.diagnosis]) else empty end),
       ($record.excerpts // [] | .[] | . as $e | select(any(.at[]; . as $n | $t.message | names($e.file; $n))) | source(.))
     end),
    (if .measured.ratio then ratio else empty end),
    (if .status == "pass" then empty else measured end),
    (if .found_on then "<p class=\"soft small\">Found by the checker, on the CPU device.</p>" else empty end),
    (if .settled_on then @html "<p class=\"soft small\">Decided later, on the \(.settled_on).</p>" else empty end),
    "</article>";

# The sums of a step's tests: {step, got, waits, all}.
def sums: {step: .[0].step, got: (map(.score) | add), waits: (map(select(.status == "pending").points) | add // 0), all: (map(.points) | add)};
def step_row:
  "<tr><th scope=\"row\"><a href=\"#step\(.step)\">Step \(.step)</a></th><td class=\"number\">\(.got) of \(.all)"
  + (if .waits > 0 then ", \(.waits) pending" else "" end)
  + "</td><td><div class=\"bar\" aria-hidden=\"true\">"
  + ([["got", .got], ["waits", .waits], ["lost", .all - .got - .waits]] as $parts | .all as $all
     | $parts | map(select(.[1] > 0) | "<i class=\"\(.[0])\" style=\"width:\(.[1] / $all * 100)%\"></i>") | add // "")
  + "</div></td></tr>";

def list: map(tostring) | join(",");
def again: "grader/grade --lab " + .lab + " --device " + .device + " --seed \(.seed)" + (if .steps then " --only-step " + (.steps | list) else "" end) + " \([.submission] | @sh)";

def late: $late[0][.submission] // "" | if . == "" then empty else @html "<p class=\"wait\">\(.)</p>" end;

def top: head("\(.lab): \(.submission)"; $style; ""), @html "<h1>\(.lab): \(.submission)</h1>";

def refusal: top, @html "<p class=\"bad\">Not graded: \(.why)</p>", late, foot;

def report($meaning):
  . as $r
  | (.possible - .score - .pending) as $lost
  | top,
    "\u0001<p class=\"soft small\">The full report, for who grades. The student's copy is page.html beside it.</p>",
    "<div class=\"score\"><b>\(.score) of \(.possible) points</b>",
    (if .pending > 0 then "<span class=\"wait\">\(.pending) pending\(if .device == "gpu" then "" else ": they need a GPU" end)</span>" else empty end),
    (if $lost > 0 then "<span class=\"bad\">\($lost) lost</span>" elif .pending == 0 then "<span class=\"good\">everything is right</span>" else empty end),
    "</div>",
    late,
    (if any(.tests[]; .status == "error") then "<p class=\"ours\">Some tests could not be judged: a fault of the grader, not of the submission.</p>" else empty end),
    (if .steps then "<p>Graded: of step \(.steps | list) alone.</p>" else empty end),
    "<table>\n<caption>Points by step: right, pending, lost</caption>\n<thead><tr><th scope=\"col\">step</th><th scope=\"col\" class=\"number\">points</th><th scope=\"col\" class=\"wide\">share</th></tr></thead>\n<tbody>",
    ([.tests | group_by(.step)[] | . as $tests | sums | {sums: ., tests: $tests}] as $steps
     | ($steps[].sums | step_row),
       "</tbody>\n</table>",
       ($steps[] | "<section>\n<h2 id=\"step\(.sums.step)\">Step \(.sums.step): \(.sums.got) of \(.sums.all)</h2>", (.tests[] | test($r; $meaning)), "</section>")),
    (if .notes == [] then empty else "<section>\n<h2>Notes</h2>\n<ul>", (.notes[] | @html "<li>\(.)</li>"), "</ul>\n</section>" end),
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
