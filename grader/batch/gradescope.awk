# Gradescope's submission_metadata.yml, the few lines that say who handed in what and when, as
# FOLDER <tab> KEY <tab> VALUE. KEY is created_at, or name, sid or email of one person after the other.
function value(text) {
    sub(/^[^:]*:[a-z_]+: */, "", text)
    sub(/\r$/, "", text)
    if (text ~ /^'.*'$/) { text = substr(text, 2, length(text) - 2); gsub(/''/, "'", text) }
    else if (text ~ /^".*"$/) { text = substr(text, 2, length(text) - 2); gsub(/\\"/, "\"", text) }
    gsub(/[\t]/, " ", text)
    return text
}
/^[^ :#-][^:]*: *\r?$/ { folder = $0; sub(/: *\r?$/, "", folder); people = 0; next }
/^  :[a-z_]+:/ {
    people = /^  :submitters:/
    if (/^  :created_at:/) printf "%s\tcreated_at\t%s\n", folder, value($0)
    next
}
people && /^  - / { printf "%s\tperson\t\n", folder }
people && /^  (- |  ):(name|sid|email):/ {
    key = $0
    sub(/^ *-? *:/, "", key)
    sub(/:.*/, "", key)
    printf "%s\t%s\t%s\n", folder, key, value($0)
}
