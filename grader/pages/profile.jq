# What the pages about profiles share: times and counts in words, and the timeline's data.


# A time in ns as a person reads it: four digits and a unit.
def digits: if . == 0 then 0 else ([3 - (fabs | log10 | floor), 0] | max | [., 9] | min | exp10 | round) as $unit | (. * $unit | round) / $unit end;
def time: if . == null then "–" elif . >= 1e9 then "\(. / 1e9 | digits) s" elif . >= 1e6 then "\(. / 1e6 | digits) ms" elif . >= 1e3 then "\(. / 1e3 | digits) us" else "\(.) ns" end;
def bytes: if . == null then "–" elif . >= 1048576 then "\(. / 1048576 | digits) MiB" elif . >= 1024 then "\(. / 1024 | digits) KiB" else "\(.) B" end;

# What a count says, for who has not met it.
def explained:
  if endswith("constant: words per request") then "A request of a warp is answered a word at a time: 1 is what constant memory is made for."
  elif endswith("sectors per request") then "Sectors of 32 bytes that a warp's request touches: 4 are enough for neighbouring 4-byte words, 32 are the worst."
  elif endswith("bank conflicts") then "Rounds that lanes of a warp waited because they met in one bank of shared memory."
  elif endswith(": sectors") then "Pieces of 32 bytes that were moved."
  elif endswith(": words") then "Words of 4 bytes that were handed out."
  elif endswith(": requests") then "Requests of whole warps."
  elif . == "barriers" then "Barriers that opened, of all blocks."
  elif startswith("divergent") then "The share of requests in which some lane of the warp took no part."
  elif endswith("hit rate, %") then "What the texture cache answered by itself."
  elif startswith("dram") then "What went between the chip and its memory."
  else "" end;

# The timeline of Chrome's trace events: {lanes: [name], events: [[lane, name, start, time (us), kind]]}, at most 20,000.
def timeline:
  .traceEvents as $all
  | ([$all[] | select(.ph == "M" and .name == "thread_name")] | map({key: "\(.pid) \(.tid)", value: .args.name})) as $tracks
  | ($tracks | to_entries | map({key: .value.key, value: .key}) | from_entries) as $lane
  | {lanes: ($tracks | map(.value)),
     events: [$all[] | select(.ph == "X")] | sort_by(.ts) | .[:20000] | map([$lane["\(.pid) \(.tid)"], .name, .ts, .dur, .cat])};

def timeline_section:
  "<section>\n<h2 id=\"timeline\">Timeline</h2>",
  "<p class=\"soft small noprint\">Drag to zoom, double click for all of it. By the keyboard: + and - zoom, the arrows move, 0 shows all, [ and ] go from one to the next.</p>",
  "<div class=\"timeline\" aria-labelledby=\"timeline\"></div>",
  "<p class=\"said small\" role=\"status\"></p>",
  @html "<details>\n<summary>The first \([.events | length, 500] | min) of \(.events | length) as a table</summary>\n<section class=\"scroll\" tabindex=\"0\" aria-label=\"Table of the timeline\">\n<table>\n<thead><tr><th scope=\"col\">what</th><th scope=\"col\">where</th><th scope=\"col\" class=\"number\">start</th><th scope=\"col\" class=\"number\">time</th></tr></thead>\n<tbody>",
  (.lanes as $lanes | .events[:500][] | @html "<tr><th scope=\"row\">\(.[1])</th><td>\($lanes[.[0]])</td><td class=\"number\">\(.[2] * 1000 | round | time)</td><td class=\"number\">\(.[3] * 1000 | round | time)</td></tr>"),
  "</tbody>\n</table>\n</section>\n</details>\n</section>";
