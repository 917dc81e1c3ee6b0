# JUnit's XML, as CI servers read it: a suite a submission, a case a test. What is pending or not begun is skipped: CI servers show it apart from what is wrong.
include "marks";
def text: clean | @html;
def attribute: one_line | @html;
def case($lab):
  "    <testcase classname=\"\($lab | attribute).step\(.step)\" name=\"\(.id + ": " + .name | attribute)\""
  + if .status == "pass" then "/>"
    else ">" + ({fail: "<failure type=\"\(.diagnosis // "wrong" | attribute)\"", pending: "<skipped", "not-begun": "<skipped", error: "<error type=\"grader\""}[.status])
         + " message=\"\(.message | attribute)\"" + (if .status | IN("pending", "not-begun") then "/>" else ">\(.message | text)</\(if .status == "fail" then "failure" else "error" end)>" end)
         + "</testcase>" end;
as_class
| "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
  "<testsuites name=\"\(.class.lab | attribute)\">",
  (. as $all | .class.submissions[]
   | . as $s | $all.records[.name] as $r
   | if .state != "refused" and $r then
       "  <testsuite name=\"\(.name | attribute)\" tests=\"\($r.tests | length)\" failures=\"\([$r.tests[] | select(.status == "fail")] | length)\""
       + " errors=\"\([$r.tests[] | select(.status == "error")] | length)\" skipped=\"\([$r.tests[] | select(.status | IN("pending", "not-begun"))] | length)\">",
       "    <properties><property name=\"score\" value=\"\($r.score)\"/><property name=\"pending\" value=\"\($r.pending)\"/><property name=\"possible\" value=\"\($r.possible)\"/></properties>",
       ($r.tests[] | case($r.lab)),
       "  </testsuite>"
     else
       "  <testsuite name=\"\(.name | attribute)\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">",
       "    <testcase classname=\"\($all.class.lab | attribute)\" name=\"graded\"><error type=\"not-graded\" message=\"\(.why // "not graded" | attribute)\"/></testcase>",
       "  </testsuite>"
     end),
  "</testsuites>"
