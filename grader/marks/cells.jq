# Texts as cells of a CSV file. A spreadsheet takes a cell that begins with = + - @ or a tabulator for a formula, and students choose
# their names: an apostrophe goes before it. Control characters become blanks.
def cell:
  if . == null then "" elif type != "string" then tostring else
    gsub("[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+"; " ")
    | if test("^\\s*[=+@\\-＝＋－＠]") then "'" + . else . end
    | if test("[\",;]|^\\s|\\s$") then "\"" + gsub("\""; "\"\"") + "\"" else . end
  end;
def line: map(cell) | join(",");
