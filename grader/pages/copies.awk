# Parts what report.jq prints into two files for each record: report.html, the full one, and page.html, the student's copy; beside
# the record, and as .part. Their names, to be renamed, are printed.
function finish() {
    if (full == "") return
    close(full)
    close(own)
    print full
    print own
}

/^\003/ {
    finish()
    name = substr($0, 2)
    folder = name
    sub(/[^\/]*$/, "", folder)
    name = substr(name, length(folder) + 1)
    sub(/^(result|refused)/, "", name)
    sub(/\.json$/, "", name)
    full = folder "report" name ".html.part"
    own = folder "page" name ".html.part"
    printf "" >full
    printf "" >own
    next
}
/^\001/ { print substr($0, 2) >full; next }
/^\002/ { print substr($0, 2) >own; next }
{
    print >full
    print >own
}
END { finish() }
