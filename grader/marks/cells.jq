# Texts as cells of a CSV file. A spreadsheet takes a cell that begins with = + - @ or a tabulator for a formula, and students choose
# their names: an apostrophe goes before it. Control characters, and what turns the direction of writing, become blanks; and no cell
# is longer than one takes.
def cell:
  if . == null then "" elif type != "string" then tostring else
    .[:2000] | gsub("[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+"; " ")
    | if test("^\\s*[=+@\\-＝＋－＠]") then "'" + . else . end
    | if test("[\",;]|^\\s|\\s$") then "\"" + gsub("\""; "\"\"") + "\"" else . end
  end;
def line: map(cell) | join(",");
