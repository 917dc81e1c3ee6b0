# The page of one record, for the student: HTML without scripts, all of it escaped. In: a record, or a refusal {lab, submission, why}.
# $late: a sentence or nothing.
def clean: gsub("[\u0000-\u0009\u000b-\u001f\u007f-\u009f]"; " ") | @html;
def word: {pass: "right", fail: "wrong", pending: "pending", error: "not judged"}[.];
def head: "<!DOCTYPE html>
<html lang=\"en\"><meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>\(.lab | clean): \(.submission | clean)</title>
<style>
body { font: 16px/1.45 sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #ccc; padding: .35em .5em; text-align: left; vertical-align: top }
td:nth-child(2) { text-align: right; white-space: nowrap }
p.why { margin: .3em 0 0; white-space: pre-wrap }
.pass { color: #070 } .fail { color: #a00 } .pending { color: #850 } .error { color: #808 }
code { background: #eee; padding: 0 .25em }
</style>
<h1>\(.lab | clean): \(.submission | clean)</h1>";
def late: if $late == "" then empty else "<p>\($late | clean)</p>" end;
def test: "<tr><td class=\"\(.status)\">\(.status | word)</td><td>\(.score) of \(.points)</td><td>\(.name | clean)"
  + (if .status == "pass" then "" else "<p class=\"why\">\(.message | clean)</p>" end)
  + (if .diagnosis then "<p><code>\(.diagnosis | clean)</code></p>" else "" end) + "</td></tr>";
if .why then
  head, "<p class=\"fail\">Not graded: \(.why | clean)</p>", late
else
  head,
  "<p><b>\(.score) of \(.possible) points</b>"
    + (if .pending > 0 then ", \(.pending) pending: they need a GPU" else "" end)
    + ". Graded on the \(.device_name | clean), seed \(.seed).</p>",
  late,
  (.tests | group_by(.step)[]
   | "<h2>Step \(.[0].step): \(map(.score) | add) of \(map(.points) | add)</h2>", "<table>", (.[] | test), "</table>"),
  (if .notes == [] then empty else "<h2>Notes</h2>", "<ul>", (.notes[] | "<li>\(clean)</li>"), "</ul>" end)
end
