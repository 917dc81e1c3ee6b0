# classroom50/result/v1 of one record; $ENV says what its runner says. Scores are integers, as ours are.
include "marks";
def need($name): $ENV[$name] // "" | if . == "" then error("\($name) is not set: this format is made where Classroom 50 runs an autograder") else . end;
as_class
| if .records | length != 1 then error("Classroom 50 takes one submission at a time: name its record") else .records[] end
| if of_ours then error("a test of it could not be judged, by a fault of the grader or the machine: grade it again") else . end
| need("COMMIT_URL") as $commit
| {schema: "classroom50/result/v1", classroom: need("CLASSROOM"), assignment: need("ASSIGNMENT"),
   assignment_type: ($ENV.ASSIGNMENT_TYPE // "" | if . == "group" then . else "individual" end),
   owner: ($ENV.OWNER // "" | if . == "" then need("USERNAME") else . end), submission: need("SUBMISSION_TAG"), commit: $commit,
   release: need("RELEASE_URL"), review: ($ENV.REVIEW_URL // "" | if . == "" then $commit else . end),
   datetime: ($ENV.SUBMITTED_AT // "" | if . == "" then need("GRADED_AT") else . end), graded_at: need("GRADED_AT"),
   score, "max-score": .possible,
   tests: [.tests[] | {"test-name": "Step \(.step): \(.name | one_line)", passed: (.status == "pass"), score, "max-score": .points,
     id, status, message: (.message | clean), diagnosis}]}
