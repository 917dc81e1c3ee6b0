# Who is in the class, by the CSV that a platform exports: [{name, names, ids, logins, emails, canvas, participant}], and of Moodle's
# grading worksheet what it says of times: submitted and extended, {text, time: as `date -d` reads it, or null}, and words_late, seconds.
# In: the text of the file, as UTF-8.
include "rows"; include "moodle";

def bare: ascii_downcase | gsub("[^a-z0-9]"; "");

# at($row; $heads; names): what stands under one of these headings; null when nothing does.
def at($row; $heads; $names):
  [$heads | to_entries[] | select(.value | IN($names[])) | $row[.key] // "" | select(. != "")][0];
def all($row; $heads; $names):
  [$heads | to_entries[] | select(.value | IN($names[])) | $row[.key] // "" | select(. != "")] | unique;

# a_time: of a cell {text, time}; null where nothing was handed in.
def a_time($months): if . == null or (test("[0-9]") | not) then null else {text: ., time: read_time($months)} end;

months as $months
| ltrimstr("\ufeff") | separator as $by
| rows($by) | map(map(value | gsub("^\\s+|\\s+$"; "")))
# Some write a line or two above their headings.
| (map(map(bare)) | map(any(.[]; IN("student", "name", "fullname", "firstname", "lastname", "surname", "email", "emailaddress", "username",
    "identifier", "githubusername", "sisloginid", "login"))) | index([true])) as $top
| if $top == null then error("no line of it has a heading like name, email, username or identifier") else . end
| (.[$top] | map(bare)) as $heads
| ($heads | index(["student"]) != null and index(["id"]) != null) as $canvas
| .[$top + 1:][]
| . as $row
| at($row; $heads; ["firstname", "givenname", "first"]) as $first
| at($row; $heads; ["lastname", "surname", "familyname", "last"]) as $last
| (at($row; $heads; ["student", "name", "fullname", "studentname"]) // ([$first, $last] | map(values) | join(" "))) as $name
| (at($row; $heads; ["identifier"]) // "") as $identifier
| (at($row; $heads; ["status"]) // "") as $status
| ($identifier | capture("(?<number>[0-9]+)$") // {number: null} | .number) as $participant
| {name: (if $name != "" then $name else at($row; $heads; ["identifier", "rosteridentifier", "githubusername", "username", "login", "sisloginid", "email", "emailaddress"]) // "" end),
   names: ([$name, ($name | split(", ") | reverse | join(" ")), ([$first, $last] | map(values) | join(" ")), ([$last, $first] | map(values) | join(" "))]
           | map(select(. != "")) | unique),
   ids: (all($row; $heads; ["sisuserid", "studentid", "sid", "idnumber", "integrationid"]
         + (if $canvas then [] else ["id", "identifier", "rosteridentifier"] end))),
   logins: all($row; $heads; ["sisloginid", "login", "loginid", "username", "user", "githubusername", "github", "githublogin"]),
   emails: all($row; $heads; ["email", "emailaddress", "mail", "e-mail"]),
   canvas: (if $canvas then at($row; $heads; ["id"]) else null end),
   participant: (if $identifier | test("[0-9]") and (test("^[0-9]+$") | not) then $participant else null end),
   submitted: (at($row; $heads; ["lastmodifiedsubmission"]) | a_time($months)),
   extended: ($status | words_extension | a_time($months)), words_late: ($status | words_late)}
# Canvas adds a line of maximum points, and a student for trying things out.
| select(.name != "" or .logins != [] or .emails != [] or .ids != [])
# Gradescope and Moodle also name those who teach.
| select(at($row; $heads; ["role", "roles"]) // "" | test("^(ta|teaching assistant|instructor|teacher|non-editing teacher|reader|grader|manager)$"; "i") | not)
| select((.name | test("^ *(Points Possible|Student, Test)")) | not)
