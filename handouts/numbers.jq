# For handouts/numbers, before LAB/numbers.jq, which says which number of LAB/figures/data ($data) stands in which phrase of the
# page ($text).
def fixed($digits):
    pow(10; $digits) as $scale | (. * $scale | round) as $n
    | if $digits == 0 then "\($n)"
      else "\($n / $scale | trunc).\(($n % $scale | fabs | tostring) as $rest | "0" * ($digits - ($rest | length)) + $rest)" end;
def significant($digits): # as 1.1e-05 is written: 1.1e-5
    . as $v | ($v | log10 | floor) as $exponent
    | "\($v / pow(10; $exponent) | fixed($digits - 1))e\($exponent)";
def row($table; condition): first($data[0][$table][] | select(condition)) // error("\($table).csv has no such row");

def literal: gsub("(?<c>[\\\\^$.|?*+()\\[\\]{}])"; "\\\(.c)") | gsub(" "; "\\s+");
def number: "[0-9]+(?:[.][0-9]+)?(?:e-?[0-9]+)?";

# written($claims): the page with its numbers as they are in the data. $claims: {phrase, values} each; a phrase is the text about
# the numbers, each of which is a #; blanks stand for ends of lines too.
def written($claims):
    reduce $claims[] as $claim ($text;
        ($claim.phrase | split("#")) as $parts
        | ([range($parts | length) as $i | "(?<t\($i)>\($parts[$i] | literal))"] | join(number)) as $pattern
        | if [match($pattern; "g")] | length != 1 then error("handouts/\($page)/README.md: it says not once \"\($claim.phrase)\" (numbers.jq)") else . end
        | sub($pattern; . as $found | [range($parts | length) as $i | $found["t\($i)"], ($claim.values[$i] // "")] | add));
