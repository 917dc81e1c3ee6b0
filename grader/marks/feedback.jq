# Moodle's feedback archive: the name under which each student's page stands in it, {path, name}. Moodle reads the number between
# the first two underscores.
include "marks";
as_class
| .class.submissions[]
| .name as $name
| .people[] | select(.participant)
| {path: "\(.name // "Participant" | one_line | gsub("[_/\\\\:*?\"<>|]"; " ") | .[:50])_\(.participant)_assignsubmission_file_/feedback.html", name: $name}
