# Which number of figures/data stands where in the handouts' texts. For handouts/numbers: with $page "" the pages that
# have any; else $text, the page, with its numbers as they are in $data.
def fixed($digits):
    pow(10; $digits) as $scale | (. * $scale | round) as $n
    | if $digits == 0 then "\($n)"
      else "\($n / $scale | trunc).\(($n % $scale | fabs | tostring) as $rest | "0" * ($digits - ($rest | length)) + $rest)" end;
def significant($digits): # as 1.1e-05 is written: 1.1e-5
    . as $v | ($v | log10 | floor) as $exponent
    | "\($v / pow(10; $exponent) | fixed($digits - 1))e\($exponent)";
def row($table; condition): first($data[0][$table][] | select(condition)) // error("\($table).csv has no such row");

def paths($pattern; $memory):
    row("lab8-paths-h200"; .pattern == $pattern and .path == "TEXTURE" and .memory == $memory).gb_per_s / 1000 | fixed(2);
def samples($count): row("lab10-samples-h200"; .samples == $count).ratio | fixed(1);
def launch($elements; $kernel):
    row("lab6-sizes-h200"; .elements == $elements and .kernel == $kernel).launch_us | fixed(1);
def asked($words; $index): row("lab6-words-h200"; .words == $words and .index == $index).launch_us;
def spheres($size; $radii): row("lab7-work-h200"; .size == $size and .radii == $radii);

# `phrase` is the text about the numbers, each of which is a #; blanks stand for ends of lines too.
def claims: [
    {page: "lab6", phrase: "takes # µs from constant and # µs from global memory with the lecture's 1024 elements, and # and # µs with 2^20",
     values: [launch(1024; "constant"), launch(1024; "global"), launch(1048576; "constant"), launch(1048576; "global")]},
    {page: "lab6", phrase: "# µs with one word at each read, # with two, # with four, # with 32, about # for each further word",
     values: [(asked(1, 2, 4, 32; "computed"), (asked(32; "computed") - asked(1; "computed")) / 31 | fixed(0))]},
    {page: "lab6", phrase: "the same in all threads, takes #:", values: [asked(1; "known") | fixed(0)]},
    {page: "lab7", phrase: "the integral moves by # (CPU device)",
     values: [row("lab7-half-cpu"; .exact == 1).difference | significant(2)]},
    {page: "lab7", phrase: "the hardware is # times as fast as the software, with 256 spheres # times, with 4096 spheres # times",
     values: [(spheres(32; 1, 256, 4096).ratio | fixed(2))]},
    {page: "lab7", phrase: "a launch of # µs is hardly longer", values: [spheres(32; 1).hardware_ms * 1000 | fixed(1)]},
    {page: "lab7", phrase: "it is # times with one sphere, # with 64 and # with 4096",
     values: [(spheres(320; 1, 64, 4096).ratio | fixed(2))]},
    {page: "lab8", phrase: "are read at # TB/s through `tex1Dfetch<int4>`, at # through `__ldg` and at # by plain loads",
     values: [("tex1Dfetch<int4>", "__ldg", "plain") as $way | row("lab8-stream-h200"; .way == $way).tb_per_s | fixed(2)]},
    {page: "lab8", phrase: "give # TB/s coalesced, # unaligned, # strided and # at random places, and # from mapped host memory",
     values: [paths("COALESCED"; "device"), paths("UNALIGNED"; "device"), paths("STRIDED"; "device"),
              paths("RANDOM"; "device"), paths("COALESCED"; "mapped")]},
    {page: "lab10", phrase: "picture turns # times as fast through the texture unit", values: [samples(1)]},
    {page: "lab10", phrase: "and # times with a fresh picture from memory each time",
     values: [row("lab10-samples-h200"; .samples == 1).fresh_ratio | fixed(1)]},
    {page: "lab10", phrase: "yours: # times as fast at 4 samples a pixel, # at 16, # at 64",
     values: [samples(4), samples(16), samples(64)]}
];

def literal: gsub("(?<c>[\\\\^$.|?*+()\\[\\]{}])"; "\\\(.c)") | gsub(" "; "\\s+");
def number: "[0-9]+(?:[.][0-9]+)?(?:e-?[0-9]+)?";

if $page == "" then claims | map(.page) | unique[]
else reduce (claims[] | select(.page == $page)) as $claim ($text;
    ($claim.phrase | split("#")) as $parts
    | ([range($parts | length) as $i | "(?<t\($i)>\($parts[$i] | literal))"] | join(number)) as $pattern
    | if [match($pattern; "g")] | length != 1 then error("handouts/\($page).md: it says not once \"\($claim.phrase)\" (numbers.jq)") else . end
    | sub($pattern; . as $found | [range($parts | length) as $i | $found["t\($i)"], ($claim.values[$i] // "")] | add))
end
