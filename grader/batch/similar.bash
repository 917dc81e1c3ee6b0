# Which submissions of a class are alike, for a person to look at: Debian's similarity-tester compares what each wrote, without the
# lines that everybody was given. It marks nothing, and no student's page speaks of it.
# shellcheck shell=bash
# shellcheck disable=SC2154 # grader/class sets them

SIMILAR_PERCENT=70 # pairs above are listed
# The comparison takes the square of what repeats itself. Sources pack to a quarter: what packs to a twentieth, or is longer than
# all labs together, was not written to be read.
SIMILAR_BYTES=200000
SIMILAR_PACKING=20
SIMILAR_SECONDS=300
# There are texts of 10 KB in which it does not end: with a copy of itself each is tried alone.
SIMILAR_ALONE=10

# find_similar: $records/similar.json, [{one, other, percent}], the most alike first.
find_similar() {
    local scratch=$class/tmp/similar number=0 name archive files=() names=()
    rm -rf -- "$scratch"
    mkdir -p -- "$scratch"
    find "$KIT/labs/$lab" "$KIT/labs/common" -name build -prune -o -type f -exec cat {} + | normal_lines | LC_ALL=C sort -u >"$scratch/given"
    while IFS= read -r name; do
        if ! archive=$(kept_in "$records/$name"); then
            complain "$name is not compared with the others: its sources were not kept."
            continue
        fi
        unkeep "$archive" "$scratch/kept" ./in 2>/dev/null || true
        find "$scratch/kept/in" -type f \( -name '*.cu' -o -name '*.cuh' -o -name '*.h' \) -print0 2>/dev/null | LC_ALL=C sort -z |
            xargs -0 -r cat -- | normal_lines | LC_ALL=C grep -vxFf "$scratch/given" >"$scratch/$number.c" || true
        rm -rf -- "$scratch/kept"
        if repeats_itself "$scratch/$number.c" || does_not_end "$scratch/$number.c"; then
            complain "$name is not compared with the others: it is very long, or repeats itself; look at it."
            continue
        fi
        names+=("$name")
        files+=("$number.c")
        number=$((number + 1))
    done < <(jq -r '.submissions[] | select(.state == "graded").name' "$records/class.json")
    if ((number < 2)); then
        echo '[]' >"$records/similar.json"
        return
    fi
    (cd -- "$scratch" && printf '%s\n' "${files[@]}" | (ulimit -v 4000000 && exec timeout -k 1 "$SIMILAR_SECONDS" sim_c++ -p -e -T -t "$SIMILAR_PERCENT" -i)) >"$scratch/said" || {
        complain "which submissions are alike is not known: sim_c++ took more than $SIMILAR_SECONDS s, or failed."
        rm -f -- "$records/similar.json"
        return 0
    }
    printf '%s\n' "${names[@]}" | jq -R -s --rawfile said "$scratch/said" '
        split("\n") as $names
        | [$said | split("\n")[] | capture("^(?<one>[0-9]+)\\.c consists for (?<percent>[0-9]+) % of (?<other>[0-9]+)\\.c material")?
           | {pair: ([.one, .other] | map(tonumber) | sort), percent: (.percent | tonumber)}]
        | group_by(.pair) | map({one: $names[.[0].pair[0]], other: $names[.[0].pair[1]], percent: (map(.percent) | max)})
        | sort_by(-.percent, .one, .other)' >"$records/similar.part" && mv -- "$records/similar.part" "$records/similar.json"
    rm -rf -- "$scratch"
}

# repeats_itself FILE
repeats_itself() {
    local bytes packed
    bytes=$(stat -c %s -- "$1")
    packed=$(gzip -c -- "$1" | wc -c)
    ((bytes > SIMILAR_BYTES || bytes > 4000 && bytes > packed * SIMILAR_PACKING))
}

# does_not_end FILE
does_not_end() {
    cp -- "$1" "$1.copy.c"
    ! printf '%s\n' "$1" "$1.copy.c" | (ulimit -v 4000000 && exec timeout -k 1 "$SIMILAR_ALONE" sim_c++ -p -e -T -t "$SIMILAR_PERCENT" -i) >/dev/null 2>&1
}

# normal_lines: code without comments to the end of a line, indentation and empty lines.
normal_lines() { sed -E 's,//.*$,,; s/[[:space:]]+/ /g; s/^ //; s/ $//' | grep -aE '[A-Za-z0-9]' || true; }
