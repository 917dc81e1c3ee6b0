# A record as the summary of a step of GitHub Actions: Markdown, in which nothing of the student's is markup.
include "marks";
def text: one_line | @html | gsub("(?<c>[\\\\`*_{}\\[\\]()#+!|~.-])"; "\\\(.c)") | gsub("@"; "&#64;") | gsub("://"; ":&#47;&#47;");
def word: {pass: "right", fail: "wrong", "not-begun": "not begun", pending: "pending", error: "not judged"}[.];
as_class
| . as $all
| .class.submissions[]
| .name as $name
| {path: "\($name).md", text: (
    if .state != "refused" and $all.records[$name] then $all.records[$name]
      | "## \(.lab | text): \(.score) of \(.possible) points" + (if .pending > 0 then ", \(.pending) pending" else "" end)
        + (if of_ours then ", and not a mark: some tests could not be judged, by a fault of the grader or the machine" else "" end) + "\n\n"
        + "| step | points | what | |\n|---|---|---|---|\n"
        + (.tests | map("| \(.step) | \(.score)/\(.points) | \(.name | text) | \(.status | word)"
             + (if .status == "pass" then "" else ": \(.message | text)" + (if .diagnosis then " <code>\(.diagnosis | @html)</code>" else "" end) end) + " |\n") | join(""))
        + (notes_for_students | map("\n- \(text)") | join("")) + "\n"
    else "## not graded\n\n\(.why // "a fault of the grader" | text)\n" end)}
