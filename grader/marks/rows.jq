# CSV as the platforms write it, cell by cell, so that what is not changed stays as it was, byte for byte.

# split/1 makes nothing of an empty text; a cell of it is there all the same.
def pieces($by): if . == "" then [""] else split($by) end;

# The separator: the one of , ; and tabulator that the first line has most of, outside quotes.
def separator:
  (split("\"") | [.[range(0; length; 2)]] | join("") | split("\n")[0] // "") as $line
  | [",", ";", "\t"] | max_by(. as $by | $line | split($by) | length);

# rows($by): a text as rows of raw cells: quotes, and the \r before the end of a line, are still on them.
# What stands between quotes is every second part of a text that is cut at its quotes.
def rows($by):
  pieces("\"") as $parts
  | ($parts | length) as $count
  | reduce range($count) as $i ({rows: [], row: [], cell: ""};
      if $i % 2 == 1 then .cell += "\"" + $parts[$i] + (if $i + 1 < $count then "\"" else "" end)
      else
        reduce ($parts[$i] | pieces("\n") | to_entries[]) as $line (.;
          (if $line.key > 0 then .row += [.cell] | .rows += [.row] | .row = [] | .cell = "" else . end)
          | reduce ($line.value | pieces($by) | to_entries[]) as $piece (.;
              (if $piece.key > 0 then .row += [.cell] | .cell = "" else . end)
              | .cell += $piece.value))
      end)
  | if .row == [] and .cell == "" then .rows else .rows + [.row + [.cell]] end;

# The text of a raw cell.
def value: rtrimstr("\r") | if startswith("\"") then .[1:] | rtrimstr("\"") | gsub("\"\""; "\"") else . end;
