# The lines at fault: verdicts (JSON, a line each) name places of the submission as FILE:LINE; this prints the lines about each, as
# FILE <tab> LINE <tab> 1 where it is named, else 0 <tab> TEXT. SOURCES, in the environment: where the submission's files are.
BEGIN { FS = "\n"; sources = ENVIRON["SOURCES"] }

{
    # A test that passed has no fault; what a message quotes may look like a status, but its quotes are escaped.
    if ($0 ~ /"status": ?"pass"/) next
    rest = $0
    while (count < 12 && match(rest, /[A-Za-z0-9_][A-Za-z0-9_.-]*\.(cu|cuh|h|hpp|c|cpp):[0-9]+/)) {
        place = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        if (!(place in seen)) {
            seen[place] = 1
            split(place, part, ":")
            if (length(part[2]) > 6) continue
            if (!(part[1] in named)) files[++file_count] = part[1]
            named[part[1]] = named[part[1]] " " part[2]
            count++
        }
    }
}

END {
    for (f = 1; f <= file_count; f++) show(files[f], named[files[f]])
}

function show(file, lines,    path, numbers, n, i, number, text, near) {
    path = sources "/" file
    n = split(lines, numbers, " ")
    for (number = 1; (getline text <path) > 0; number++) {
        near = -1
        for (i = 1; i <= n; i++) {
            if (number == numbers[i]) near = 1
            else if (near < 0 && number >= numbers[i] - 3 && number <= numbers[i] + 3) near = 0
        }
        if (near < 0) continue
        gsub(/\t/, "    ", text)
        if (length(text) > 200) text = substr(text, 1, 200) " ..."
        print file "\t" number "\t" near "\t" text
    }
    close(path)
}
