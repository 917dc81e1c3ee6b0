# The page of labprof --html. In: labprof's JSON. Arguments: $style, $script, $policy, $chrome: [the timeline in Chrome's format].
include "page";
include "profile";

def share($all): "<div class=\"bar\" aria-hidden=\"true\"><i class=\"a\" style=\"width:\(if $all > 0 then . / $all * 100 else 0 end)%\"></i></div>";
def table($title; $heads): @html "<section class=\"scroll\" tabindex=\"0\" aria-label=\"\($title)\">\n<h2>\($title)</h2>\n<table>\n<thead><tr><th scope=\"col\">\($heads[0])</th>" + ($heads[1:] | map(@html "<th scope=\"col\" class=\"number\">\(.)</th>") | add) + "<th scope=\"col\" class=\"wide\">share</th></tr></thead>\n<tbody>";
def end_table: "</tbody>\n</table>\n</section>";
def cells: map(@html "<td class=\"number\">\(.)</td>") | add;
def average: if .time_ns then .time_ns / .calls | round | time else "–" end;

shown
| ((.program // "a program") | split("/") | last) as $program
| ($chrome[0] | shown | timeline) as $timeline
| ([.kernels[].time_ns, .copies[].time_ns] | map(values) | add // 0) as $gpu
| ([.api[].time_ns] | map(values) | add // 0) as $host
| head("Profile of " + $program; $style; $policy),
  @html "<h1>Profile of \($program)</h1>\n<p class=\"soft\">On \(.device_name // "no device"). The GPU worked \($gpu | if . > 0 then time else "for an unknown time" end).</p>",
  (if .complete then empty else @html "<p class=\"wait\">Incomplete: the program ended before all was written, or records were dropped\(if .error then ": \(.error)" else "" end).</p>" end),
  (if $timeline.events == [] then "<p class=\"wait\">There are no times: the CPU device counts, and a computer's own times say nothing about a GPU.</p>" else $timeline | timeline_section end),
  (if .kernels == [] then empty else
     table("Kernels"; ["kernel", "launches", "time", "one launch", "longest", "grid", "block", "registers", "shared"]),
     (.kernels[] | @html "<tr><th scope=\"row\"><code>\(.name)</code></th>"
       + ([.calls, (.time_ns | time), average, (.max_ns | time), (.grid | map(tostring) | join(" x ")), (.block | map(tostring) | join(" x ")),
           .registers, (.static_shared + .dynamic_shared | bytes)] | cells) + "<td>" + (.time_ns // 0 | share($gpu)) + "</td></tr>"), end_table end),
  (.kernels[] | select(.counts != {}) | @html "<section class=\"scroll\" tabindex=\"0\" aria-label=\"Counts of \(.name)\">\n<h2>Counts of \(.name)</h2>\n<table>\n<thead><tr><th scope=\"col\">count</th><th scope=\"col\" class=\"number\">all launches</th><th scope=\"col\">what it says</th></tr></thead>\n<tbody>",
     (.counts | to_entries | sort_by(.key | endswith("per request") | not)[] | @html "<tr><th scope=\"row\">\(.key)</th><td class=\"number\">\(.value | if . == null then "–" else digits end)</td><td class=\"means\">\(.key | explained)</td></tr>"), end_table),
  (if .copies == [] then empty else
     table("Copies"; ["copy", "calls", "time", "one", "bytes"]),
     (.copies[] | @html "<tr><th scope=\"row\">\(.name)</th>" + ([.calls, (.time_ns | time), average, (.bytes | bytes)] | cells) + "<td>" + (.time_ns // 0 | share($gpu)) + "</td></tr>"), end_table end),
  (if .api == [] then empty else
     table("API calls"; ["call", "calls", "time", "one", "longest"]),
     (.api[:40][] | @html "<tr><th scope=\"row\"><code>\(.name)</code></th>" + ([.calls, (.time_ns | time), average, (.max_ns | time)] | cells) + "<td>" + (.time_ns // 0 | share($host)) + "</td></tr>"), end_table end),
  "<footer>\n<p>Made by <code>grader/labprof --html</code>; <code>--chrome-trace FILE</code> writes the timeline for ui.perfetto.dev.</p>\n</footer>",
  "<script type=\"application/json\" id=\"data\">" + ($timeline | embedded) + "</script>",
  "<script>" + $script + "</script>",
  foot
