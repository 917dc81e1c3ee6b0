# The terminal's view of a record: 80 columns, colour only when $color is "always".

def paint($code): if $ARGS.named.color == "always" then "\u001b[\($code)m\(.)\u001b[0m" else . end;
def spaces($n): if $n > 0 then " " * $n else "" end;
def left($n): . + spaces($n - length);
def right($n): spaces($n - length) + .;

# Control characters of a student's text must not reach the terminal, nor what turns the direction of writing.
def clean: gsub("[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"; " ");

# A record, or another text in JSON, in no string of which, names of members among them, is a character of that kind.
def tame:
  def plain: clean | gsub("\n"; " ");
  walk(if type == "string" then plain elif type == "object" then with_entries(.key |= plain) else . end);
def tame_record: del(.profile, .checked, .excerpts) | tame;

# Words of the input as lines of at most $width, each indented by $indent.
def wrap($width; $indent):
  clean
  | reduce (split("\n") | join(" ") | split(" ")[] | select(. != "")) as $word ([];
      if length == 0 then [$word]
      elif (.[-1] | length) + 1 + ($word | length) <= $width - $indent then .[-1] += " " + $word
      else . + [$word] end)
  | map(spaces($indent) + .);

def mark:
  {pass: ("ok     " | paint("32")), fail: ("FAILED " | paint("1;31")),
   "not-begun": ("to do  " | paint("90")), pending: ("pending" | paint("33")), error: ("ERROR  " | paint("1;35"))}[.];

def test_lines:
  ("  " + (.status | mark) + "  ") as $head
  | ("\(.score)/\(.points)" | right(5)) as $points
  | (.name | wrap(80; 18)) as $name
  | [$head + $points + "  " + ($name[0] // "" | ltrimstr(spaces(18)))] + $name[1:]
    + (if .status == "pass" then [] else .message | wrap(80; 18) end)
    + (if .diagnosis then ["[\(.diagnosis)]" | paint("36") | spaces(18) + .] else [] end);

def of_status($status): map(select(.status == $status).points) | add // 0;
def not_begun: of_status("not-begun");

def headline:
  "\(.lab)  \(.submission | clean)" as $what
  | "on the \(.device_name), seed \(.seed)" as $where
  | ($what | paint("1")) + (if ($what + $where | length) < 77 then spaces(78 - ($what + $where | length)) + $where
                            else "\n" + $where end);

def total:
  ("\(.score) of \(.possible) points" | paint("1"))
  + (.tests | not_begun | if . > 0 then ", \(.) not begun" else "" end)
  + (if .pending > 0 then ", \(.pending) pending\(if .device == "gpu" then "" else ": they need a GPU" end)" else "" end) + ".";

def errors: [.tests[] | select(.status == "error")] | length;

# Whether predictions were made; what they are is for who teaches.
def predictions:
  if .predictions == null then empty
  else [.predictions[] | select(.answer == null).name] as $open | (.predictions | length) as $all
    | "Predictions: " + (if $open == [] then "all \($all) made." elif ($open | length) == $all then "none of \($all) made (make predict)."
                         else "\($all - ($open | length)) of \($all) made; open: \($open | join(", "))." end) + " They carry no points."
    | wrap(78; 0)
  end;

def report:
  tame_record
  | . as $r
  | [headline, "-" * 78],
    [.tests | group_by(.step)[]
     | "Step \(.[0].step): \(map(.score) | add) of \(map(.points) | add)"
       + ([(of_status("pending") | if . > 0 then "\(.) pending" else empty end), (not_begun | if . > 0 then "\(.) not begun" else empty end)]
          | if . == [] then "" else " (" + join(", ") + ")" end),
       (.[] | test_lines[])],
    (.notes // [] | map("Note: " + . | wrap(78; 0)) | add // []),
    predictions,
    (if errors > 0 then ["\(errors) of the tests could not be judged: a fault of the grader, not of the submission."] else [] end),
    ["-" * 78, total, ""]
  | .[];

def table($some; $others):
  ($some | map(tame_record)) as $records
  | ($others | map(tame)) as $ungraded
  | ($records + $ungraded | map(.submission | clean | length) | max | [., 44] | min | [., 10] | max) as $width
  | ("lab     " + ("submission" | left($width)) + "  score  pending  possible" | paint("1")),
    ($records[]
     | (.lab | left(8)) + (.submission | clean | .[:$width] | left($width)) + ("\(.score)" | right(7))
       + ("\(.pending)" | right(9)) + ("\(.possible)" | right(10))
       + (if errors > 0 then "  \(errors) not judged" else "" end)),
    ($ungraded[]
     | (.lab | if . == "" then "?" else . end | left(8)) + (.submission | clean | .[:$width] | left($width))
       + ("  not graded" | paint("1;35")), (.why | wrap(80; 10)[]));
