# A comparison as Markdown.
def cell: gsub("\\|"; "\\|") | gsub("\n"; " ");
def who: "\(.name)\(if .score != null then ": \(.score) of \(.possible) points" else "" end)\(if .device then " (\(.device))" else "" end)";

"A: \(.a | who)", "", "B: \(.b | who)",
(.sections[]
 | "", "## \(.title)", "", "| | A | B | what it means |", "|---|---|---|---|",
   (.rows[] | "| \(.name | cell) | \(.a | cell) | \(.b | cell) | \(.meaning // "" | cell) |"))
