# A timing job (README.md) as the lines that `timing` reads. A job that is not right ends with an
# error that names the place. Arguments: --argjson threshold N (0: the job's own).

def refuse($text): error("job: " + $text);

def name:
  if type == "string" and test("^[A-Za-z_][A-Za-z0-9_:<>,-]*$") and length < 96 then .
  else refuse("\(tojson) is no name (letters, digits, _, no blanks)") end;

def one_of($what; $allowed):
  . as $given
  | if $allowed | index($given) then . else
      refuse("\($what) is \($given | tojson); it can be \($allowed | join(", "))") end;

def whole($what):
  if type == "number" and . == floor and . > 0 then . else
    refuse("\($what) is \(tojson); a positive whole number is needed") end;

def dim3($what):
  if type == "array" and length >= 1 and length <= 3 then (. + [1, 1])[:3] | map(whole($what))
  else refuse("\($what) is \(tojson); one to three numbers are needed") end;

def fill:
  if .random then
    if (.random | type == "array" and length == 2) then "random \(.random[0]) \(.random[1])"
    else refuse("buffer \(.name): random needs its two bounds") end
  elif .values then "values \(.values | length) \(.values | map(tostring) | join(" "))"
  elif .role == "out" or .role == "zeroed" then "random 0 0"
  else refuse("buffer \(.name): it needs random or values") end;

def buffer:
  "buffer \(.name | name) \(.type | one_of("type"; ["int", "float"])) \(.count | whole("count")) "
  + "\(.role | one_of("role"; ["in", "table", "out", "zeroed", "constant"])) \(fill)";

def texture:
  (.extent | dim3("extent")) as $extent
  | "texture \(.name | name) \(.source | name) \($extent | map(tostring) | join(" ")) "
  + "\(.filter // "linear" | one_of("filter"; ["linear", "point"])) "
  + "\(.address // "clamp" | one_of("address"; ["clamp", "wrap", "mirror", "border"])) "
  + "\(.coordinates // "texels" | one_of("coordinates"; ["texels", "normalised"]))";

def argument($side):
  if type != "object" or length != 1 then refuse("argument \(tojson): one kind and its value are needed")
  else to_entries[0] | "arg \($side) \(.key | one_of("argument"; ["buffer", "texture", "int", "long", "float", "float2"])) \(.value | if type == "array" then map(tostring) | join(",") else . end)"
  end;

def side($side):
  if type != "object" then refuse("side \($side) is missing") else
    "side \($side) \(.module | one_of("module"; ["student", "reference"])) \(.kernel | name) "
    + "\(.expect // .kernel | name) "
    + ((.grid | dim3("grid")) + (.block | dim3("block")) + [.shared // 0] | map(tostring) | join(" ")),
    (.args // [] | .[] | argument($side))
  end;

if .schema != "gpu-memory-labs/timing-job/1" then refuse("its schema is \(.schema | tojson)") else
  "check \(.check | name)",
  "sense \(.sense | one_of("sense"; ["at-most", "at-least"]))",
  "threshold \(if $threshold > 0 then $threshold else .threshold // 0 end)",
  "sample-us \(.sample_us // 200)",
  "bytes \(.bytes // 0)",
  "tolerance \(.tolerance.absolute // 0) \(.tolerance.relative // 0)",
  (.buffers // [] | .[] | buffer),
  (.textures // [] | .[] | texture),
  (.a | side("a")),
  (.b | side("b"))
end
