# The CPU device's findings (JSON lines, written within the student's reach) as lines of four fields:
# kind, kernel, file:line, text. What is not such a line is left out.
split("\n")[]
| fromjson? // empty
| select(type == "object" and (.kind | type) == "string")
| [.kind, (.kernel // ""),
   (if .file then "\(.file | tostring | split("/") | last):\(.line // 0)" else "" end), (.text // "")]
| map(tostring | gsub("[\\x00-\\x1f\\x7f]"; " "))
| join("\t")
