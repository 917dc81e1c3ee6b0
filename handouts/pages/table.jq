# A handout's lines: its table of names and what they mean gets a row for each name, with examples and the
# steps that lose points with it, from the planted mistakes ($mistakes: pages/mistakes).
def escaped: gsub("(?<c>[*_|<`\\\\])"; "\\\(.c)");
def row($name; $meaning):
    $mistakes[0][$name] as $m
    | "| `\($name)` | \($meaning)\(if $m then " <span class=\"example\">For example: \($m.examples[:3] | join("; ") | escaped).</span>" else "" end)"
      + " | \($m.steps // [] | join(", ")) |";

foreach inputs as $line ({inside: false};
    if $line | startswith("| you see ") then .inside = true | .out = ["| you see | it means | in step |"]
    elif .inside and ($line | startswith("|---")) then .out = ["|---|---|---|"]
    elif .inside and ($line | startswith("| `")) then
        .out = ($line | capture("^\\| *(?<names>`.*`) *\\| *(?<meaning>.*?) *\\|$")
            | [.meaning as $meaning | .names | scan("`([^`]+)`")[] | row(.; $meaning)])
    else .inside = (.inside and ($line | startswith("|"))) | .out = [$line]
    end;
    .out[])
