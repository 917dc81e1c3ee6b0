# The rows of a comparison of two records. Arguments: --slurpfile a, b: a record or a profile each.
#   {a: {name, device, score}, b: ..., sections: [{title, rows: [{name, a, b, differs, meaning}]}]}
# Records with different seeds are of different hidden inputs: sizes, grids and numbers of launches are drawn from it.
# Then only what a single request costs is compared, and it differs when one is half as much again as the other.

# A profile in one form, whichever device wrote it: {kernels: {NAME: {...}}, copies: {NAME: {...}}}.
def counts_of_launches:
  . as $launches
  | reduce (("global_loads", "global_stores", "constant", "shared_loads", "shared_stores", "texture") as $class
            | $launches[] | .[$class] // {} | select((.requests // 0) > 0)
            | {class: ($class | gsub("_"; " ")), requests, sectors, words, bank_conflicts}) as $c ({};
      .["\($c.class): requests"] += $c.requests
      | if $c.sectors then .["\($c.class): sectors"] += $c.sectors else . end
      | if $c.words then .["\($c.class): words"] += $c.words else . end
      | if $c.bank_conflicts != null then .["\($c.class): bank conflicts"] += $c.bank_conflicts else . end);

def with_ratios:
  def per($of; $unit): if .["\($of): requests"] and .["\($of): \($unit)"] and .["\($of): requests"] > 0
    then .["\($of): \($unit) per request"] = (.["\($of): \($unit)"] / .["\($of): requests"] * 100 | round / 100) else . end;
  per("global loads"; "sectors") | per("global stores"; "sectors") | per("constant"; "words");

def normal:
  if . == null then {kernels: {}, copies: {}}
  elif (.schema // "") | startswith("gpu-memory-labs/cpu-profile/") then
    {kernels: ((.launches // []) | group_by(.kernel) | map(. as $all | {key: .[0].kernel, value:
        (.[0] | {grid, block, static_shared, dynamic_shared, launches: ($all | length),
                 counts: ($all | counts_of_launches | with_ratios)})}) | from_entries),
     copies: ((.copies // []) | group_by(.direction) | map({key: "copies \(.[0].direction)",
        value: {calls: (map(.transfers) | add), bytes: (map(.bytes) | add)}}) | from_entries)}
  else
    {kernels: ((.kernels // []) | map({key: (.name | sub("\\(.*$"; "") | sub("^void "; "")), value:
        {grid, block, registers, static_shared, dynamic_shared, launches: .calls,
         time_ns: (if .time_ns then .time_ns / .calls | round else null end), counts: (.counts // {})}}) | from_entries),
     copies: ((.copies // []) | map({key: .name, value: {calls, bytes}}) | from_entries),
     api: ((.api // []) | map({key: .name, value: .calls}) | from_entries)}
  end;

# The profile of a record. That of a GPU gets the counts that the checker made of the same run on the
# CPU device; where a GPU has counted the same thing itself, its own number stands.
def profile_of:
  (.profile | normal) as $own
  | (.checked.profile // null | normal) as $checked
  | if .profile == null then $checked
    else $own | .kernels |= with_entries(.value.counts = (($checked.kernels[.key].counts // {}) + .value.counts)) end;

def record: if (.schema // "") | startswith("gpu-memory-labs/result/") then . else
    {submission: (.program // "profile"), device_name, score: null, possible: null, tests: [], profile: .} end;

def shape: if type == "array" then map(tostring) | join(" x ") else . end;
def by: if . == null then "none" else tostring end;

def more($a; $b): if ($a | type) == "number" and ($b | type) == "number" then
    (if $a > $b then "A" else "B" end) else null end;
def times($a; $b): if $b == 0 or $a == 0 then "" else
    (([$a, $b] | max) / ([$a, $b] | min) * 100 | round / 100 | tostring) + " times " end;

# What a difference means, in one sentence.
def meaning($what; $a; $b):
  more($a; $b) as $who
  | (if $who then ([$a, $b] | max) else null end) as $most
  | if $a == null or $b == null then "only \(if $a == null then "B" else "A" end) has it."
    elif $what == "launches" then "\($who) starts the kernel more often: each start costs some microseconds."
    elif $what == "grid" or $what == "block" then "the work is cut into other pieces; see that all elements are covered."
    elif $what == "registers" then "\($who) keeps more values a thread, so fewer warps may fit on a multiprocessor."
    elif $what == "static_shared" or $what == "dynamic_shared" then "\($who) uses more shared memory a block, so fewer blocks may fit."
    elif $what == "time_ns" then "a launch of \($who) takes \(times($a; $b))as long (a traced run: the timing checks decide)."
    elif $what == "calls" then "\($who) copies more often; one large copy is cheaper than many small ones."
    elif $what == "api" then "\($who) calls it \(times($a; $b))as often; each call costs the host some time."
    elif $what == "bytes" then "\($who) moves \(times($a; $b))as much between host and device."
    elif $what == "constant: words per request" then "\($most) words per constant request in \($who): each warp reads about \($most) times."
    elif $what | endswith("sectors per request") then "\($who) needs \($most) sectors of 32 bytes a request; 4 are enough for neighbouring 4-byte words."
    elif $what | endswith("bank conflicts") then "in \($who) lanes of a warp meet in one bank of shared memory and wait for each other."
    elif $what == "texture: hit rate, %" then "\($who)'s fetches lie closer together, so the texture cache answers more of them."
    elif $what == "texture: requests" then "\($who) fetches from the texture \(times($a; $b))as often."
    elif $what | startswith("dram") then "\($who) moves \(times($a; $b))as many bytes between the chip and its memory."
    elif $what | endswith("requests") or endswith("sectors") or endswith("words") then "\($who) has \(times($a; $b))as many of them."
    else "they differ." end;

def row($name; $what; $a; $b):
  ($a != $b) as $differs
  | {name: $name, a: ($a | shape | by), b: ($b | shape | by), differs: $differs,
     meaning: (if $differs then meaning($what; $a; $b) else null end)};

def fields($a; $b; $names): [$names[] as $n | row($n; $n; $a[$n]; $b[$n]) | select(.a != "none" or .b != "none")];

def keys_of($a; $b): [($a // {}), ($b // {})] | map(keys) | add | unique;

# The rows of a kernel's counts that do not depend on how large the inputs are.
def per_request($a; $b):
  [keys_of($a; $b)[] | select(endswith("per request")) as $c | row($c; $c; $a[$c]; $b[$c])
   | if .differs and $a[$c] and $b[$c] and ([$a[$c], $b[$c]] | max) < 1.5 * ([$a[$c], $b[$c]] | min)
     then .differs = false | .meaning = null else . end];

# Four digits: a ratio and its interval fit half of 80 columns.
def short: (if . >= 100 then 1 elif . >= 10 then 100 else 1000 end) as $unit | . * $unit | round / $unit;
def interval: if . then "[\(.[0] | short), \(.[1] | short)]" else "" end;
def timed_row($x): if $x.measured.ratio then "\($x.measured.ratio | short) \($x.measured.interval | interval)" else $x.status // null end;

($a[0] | record) as $ra | ($b[0] | record) as $rb
| ($ra | profile_of) as $pa | ($rb | profile_of) as $pb
| ($ra.seed != null and $rb.seed != null and $ra.seed != $rb.seed) as $other_inputs
| ($ra.tests | map({key: .id, value: .}) | from_entries) as $ta
| ($rb.tests | map({key: .id, value: .}) | from_entries) as $tb
| {a: {name: $ra.submission, device: $ra.device_name, score: $ra.score, possible: $ra.possible},
   b: {name: $rb.submission, device: $rb.device_name, score: $rb.score, possible: $rb.possible},
   sections: [
     ([keys_of($ta; $tb)[] as $id | ($ta[$id]) as $x | ($tb[$id]) as $y
       | {name: $id, a: (if $x then "\($x.score) \($x.status)" else "none" end),
          b: (if $y then "\($y.score) \($y.status)" else "none" end),
          differs: ($x.score != $y.score or $x.status != $y.status)}
       | .meaning = (if .differs then ([$x, $y] | map(select(. and .status != "pass") | .message // "")
                       | map(select(. != "")) | .[0] // "one record lacks this test.") else null end)]
      | {title: "Points", rows: .}),
     ([keys_of($ta; $tb)[] as $id | select($ta[$id].measured.ratio or $tb[$id].measured.ratio)
       | row($id; "ratio"; timed_row($ta[$id]); timed_row($tb[$id]))
       | .meaning = (if .differs then "ratio of times and its interval; the threshold is \(($ta[$id].measured.threshold // $tb[$id].measured.threshold))." else null end)]
      | {title: "Timing", rows: .}),
     {title: "Profile", rows: [
        if $other_inputs then
          {name: "hidden inputs of seed", a: "\($ra.seed)", b: "\($rb.seed)", differs: true,
           meaning: ("their sizes differ, so counts, grids and times are left out. To compare those, grade both with one seed: "
                     + "grader/grade --lab \($ra.lab // "LAB") --seed 1 --output FOLDER A B")}
        else empty end,
        if $ra.profile_missing or $rb.profile_missing then
          {name: "traced on the GPU", a: (if $ra.profile_missing then "no" else "yes" end),
           b: (if $rb.profile_missing then "no" else "yes" end),
           differs: ($ra.profile_missing != $rb.profile_missing)}
          | .meaning = (if .differs then [["A", $ra.profile_missing], ["B", $rb.profile_missing]]
              | map(select(.[1]) | "\(.[0]) has no trace: \(.[1] | rtrimstr(".")).") | join(" ") else null end)
        else empty end]},
     (keys_of($pa.kernels; $pb.kernels)[] as $k | $pa.kernels[$k] as $x | $pb.kernels[$k] as $y
      | {title: "Kernel \($k)", rows: (
          if $x == null or $y == null then
            [{name: "launches", a: ($x.launches | by), b: ($y.launches | by), differs: true,
              meaning: "only \(if $x then "A" else "B" end) runs this kernel."}]
          elif $other_inputs then per_request($x.counts; $y.counts)
          else
            fields($x; $y; ["launches", "grid", "block", "registers", "static_shared", "dynamic_shared", "time_ns"])
            + [keys_of($x.counts; $y.counts)[] as $c | row($c; $c; $x.counts[$c]; $y.counts[$c])]
          end)}),
     (select($other_inputs | not) | keys_of($pa.copies; $pb.copies)[] as $k
      | {title: ($k | ltrimstr("[") | rtrimstr("]")),
         rows: fields($pa.copies[$k] // {}; $pb.copies[$k] // {}; ["calls", "bytes"])}),
     # Records have none: only labprof's own profiles.
     {title: "API calls", rows: [if $pa.api and $pb.api and ($other_inputs | not) then keys_of($pa.api; $pb.api)[] as $k | row($k; "api"; $pa.api[$k]; $pb.api[$k]) else empty end]}
   ] | map(select(.rows | length > 0))}
