# What all pages share. A page is one file: style and, where it has any, script stand in it, and its policy lets it load nothing.

# shown: the same value with all its strings as a page may show them: what is no character to see, and what turns the direction
# of writing, becomes a blank. Pages are made of shown values by @html "...", which escapes whatever it puts in.
def plain:
  if test("[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
  then gsub("[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"; " ") else . end;
def shown: walk(if type == "string" then plain else . end);

# embedded: data for a script element of type application/json; nothing in it ends the element or a line of script.
def embedded:
  tojson | gsub("&"; "\\u0026") | gsub("<"; "\\u003c") | gsub(">"; "\\u003e") | gsub("\u2028"; "\\u2028") | gsub("\u2029"; "\\u2029");

# head($title; $style; $policy): up to the first element of main. $policy: what else than style may be, by its hash.
def head($title; $style; $policy):
  "<!DOCTYPE html>",
  "<html lang=\"en\">",
  "<head>",
  "<meta charset=\"utf-8\">",
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\($policy)\">",
  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
  @html "<title>\($title)</title>",
  "<style>",
  $style,
  "</style>",
  "</head>",
  "<body>",
  "<main>";

def foot: "</main>", "</body>", "</html>";
