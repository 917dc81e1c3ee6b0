# A comparison as text of --argjson width columns.
def pad($n): .[:$n] | . + " " * ($n - length);
def wrap($n): # lines of at most $n characters
  reduce (split(" ")[]) as $word ([""];
    if .[-1] == "" then .[-1] = $word
    elif (.[-1] | length) + 1 + ($word | length) <= $n then .[-1] += " " + $word
    else . + [$word] end);
def who: "\(.name)\(if .score != null then ": \(.score) of \(.possible) points" else "" end)\(if .device then ", on \(.device)" else "" end)";

# Times as a person reads them.
def in_us: (tonumber? // null) as $ns | if $ns then "\($ns / 10 | round / 100) us" else . end;
def readable: if .name == "time_ns" then .name = "time" | .a = (.a | in_us) | .b = (.b | in_us) else . end;

34 as $name
| (($width - $name - 4) / 2 | floor) as $value
| ("A  " + (.a | who))[:$width], ("B  " + (.b | who))[:$width],
  (.sections[]
   | "", ((.title + " ") | .[:$width] | . + "-" * ($width - length)),
     (.rows[] | readable
      | ((if .differs then "* " else "  " end) + (.name | pad($name)) + " " + (.a | pad($value)) + " " + .b[:$value])
        | sub(" +$"; "")),
     ([.rows[] | readable | select(.differs and .meaning)] | .[]
      | "\(.name): \(.meaning)" | wrap($width - 6) | "    " + .[0], (.[1:][] | "      " + .)))
