# What the CPU device counted (CPU_DEVICE_PROFILE, schema cpu-profile/1) as the lines of trace.h.
# There are no times: a CPU's say nothing about a GPU. Arguments: --arg pid N, --arg program NAME.

def line: map(tostring) | join("\t");

# The counts of one class of accesses, in words: {"global loads: requests": N, ...}.
def counters($class):
  ($class | gsub("_"; " ")) as $words
  | {("\($words): requests"): .requests}
  + (if .sectors then {("\($words): sectors"): .sectors} else {} end)
  + (if .words then {("\($words): words"): .words} else {} end)
  + (if .bank_conflicts != null then {("\($words): bank conflicts"): .bank_conflicts} else {} end);

def ratio($name; $sum; $requests):
  if $sum and $requests and $requests > 0 then {($name): ($sum / $requests * 1000 | round / 1000)} else {} end;

def all_counters:
  ["global_loads", "global_stores", "global_atomics", "constant", "shared_loads", "shared_stores",
   "shared_atomics", "texture"] as $classes
  | . as $launches
  | (reduce ($launches[] | . as $launch | $classes[] | . as $class | ($launch[$class] // {requests: 0})
             | select(.requests > 0) | counters($class) | to_entries[]) as $count ({}; .[$count.key] += $count.value))
  | . + {barriers: ([$launches[].barriers] | add)}
  + ratio("global loads: sectors per request"; ."global loads: sectors"; ."global loads: requests")
  + ratio("global stores: sectors per request"; ."global stores: sectors"; ."global stores: requests")
  + ratio("constant: words per request"; ."constant: words"; ."constant: requests")
  + ratio("divergent requests, share"; ([$launches[].divergence.partial] | add); ([$launches[].divergence.requests] | add));

def copy_name: if .direction == "to device" then ["HtoD", "Host", "Device"] else ["DtoH", "Device", "Host"] end;

["process", $pid, $program],
["device", 0, "CPU device"],
(.launches[] | ["kernel", 0, 0, 0, 0, 0] + .grid + .block + [0, .static_shared, .dynamic_shared, .launch, .kernel]),
(.copies[] | copy_name as $name | .bytes as $bytes | .transfers as $transfers
 | range([$transfers, 10000] | min)
 | ["copy", 0, 0, 0, 0, 0,
    (($bytes / $transfers | floor) + (if . == 0 then $bytes % $transfers else 0 end))] + $name + [0]),
(.launches | group_by(.kernel)[] | .[0].kernel as $kernel | all_counters | to_entries[]
 | ["count", $kernel, .key, .value]),
["end"]
| line
