# ncu's CSV (a header line, a line of units, one line a launch) as "count" lines of trace.h.
# Arguments: --arg table: lines METRIC <tab> NAME <tab> sum|mean.

# A line of CSV whose fields are all quoted.
def fields: ltrimstr("\"") | rtrimstr("\"") | split("\",\"");
def number: gsub(","; "") | tonumber? // null;

[$table | split("\n")[] | select(. != "") | split("\t") | {metric: .[0], name: .[1], how: .[2]}] as $wanted
| [inputs | fields] as $rows
| $rows[0] as $header
| ($header | index("Kernel Name")) as $kernel
| [$rows[2:][] | . as $row | {kernel: $row[$kernel],
     values: ([$wanted[] | . as $w | ($header | index($w.metric)) as $at | select($at)
               | {key: $w.name, value: ($row[$at] | number)}] | from_entries)}]
| group_by(.kernel)[]
| . as $launches
| ($wanted | map(. as $w | [$launches[].values[$w.name] | select(. != null)]
     | select(length > 0)
     | {key: $w.name, value: (if $w.how == "sum" then add else add / length end)}) | from_entries) as $sums
| ($sums
   + (if ($sums["global loads: requests"] // 0) > 0
      then {"global loads: sectors per request": ($sums["global loads: sectors"] / $sums["global loads: requests"])} else {} end)
   + (if ($sums["global stores: requests"] // 0) > 0
      then {"global stores: sectors per request": ($sums["global stores: sectors"] / $sums["global stores: requests"])} else {} end))
| to_entries[] | ["count", $launches[0].kernel, .key, (.value | tostring)] | join("\t")
