# The list of a class, for the instructor: HTML without scripts. In: class.json; $records: [the records by name]; $similar: [pairs that are alike] or [].
include "late";
def text: clean | @html;
def row($records):
  . as $s
  | ($records[.name] // null) as $r
  | "<tr><td>" + (if .state == "ours" then .name | text else "<a href=\"\(.name | @uri | @html)/page.html\">\(.name | text)</a>" end)
  + "</td><td>" + (if .state == "graded" and $r then "\($r.score) of \($r.possible)" + (if $r.pending > 0 then ", \($r.pending) pending" else "" end)
                   else "not graded" end)
  + "</td><td>\(late_text | text)" + (if .why then "\(if .state == "ours" then "OURS: " else "" end)\(.why | text)" else "" end) + "</td></tr>";
"<!DOCTYPE html>
<html lang=\"en\"><meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<title>\(.lab | text)</title>
<style>
body { font: 16px/1.45 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; width: 100% }
td { border-bottom: 1px solid #ccc; padding: .25em .5em; vertical-align: top }
</style>
<h1>\(.lab | text): \(.submissions | length) submissions</h1>
<table>",
(.submissions | sort_by(.name)[] | row($records[0])),
"</table>",
([.people[] | select(.roster and .submissions == []) | "<li>\(.name | text)</li>"]
 | if . == [] then empty else "<h2>On the roster, nothing handed in</h2><ul>", .[], "</ul>" end),
($similar[0] // [] | if . == [] then empty else "<h2>Alike, for a person to look at</h2>", "<p>It says nothing of why they are: friends, one tutorial, or one way to write it.</p>", "<ul>",
   (.[] | "<li>\(.percent) %: \(.one | text), \(.other | text)</li>"), "</ul>" end)
