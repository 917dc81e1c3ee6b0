# What is kept of a grading when its work folder goes: what the judge reads, and the submission's sources, in one archive. With it
# the submission is judged again, or its pending points are settled, without running or asking for anything.
# shellcheck shell=bash

KEPT_BYTES=$((1 << 20)) # all that stays of a submission, its record and page among it
PACKED_BYTES=$((64 << 20)) # what is more is not even packed to see how small it gets

# keep_work WORK ARCHIVE: programs, objects and copies of sources stay as empty files, for whether they were made counts.
keep_work() {
    local work=$1 archive=$2
    find "$work" -name ref -prune -o -name box -prune -o -path "$work/in" -prune -o -path "$work/checker/in" -prune -o \
        -type f \( -name program -path '*/bin/*' -o -name '*.o' -o -name '*.ii' -o -name '*.cudafe1.cpp' -o -path '*/src/*' \) -exec truncate -s 0 {} +
    share_outputs "$work"
    if (($(find "$work" -path '*/run/*' -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum + 0 }') <= PACKED_BYTES)); then
        pack_work "$work" "$archive"
    fi
    if [[ ! -f $archive ]] || (($(stat -c %s "$archive") > KEPT_BYTES * 97 / 100)); then
        # Somebody wrote megabytes that do not compress. The points stand; they cannot be judged again.
        echo 'The raw outputs were too large to keep: they cannot be judged again without running the submission' >"$work/not_kept"
        pack_work "$work" "$archive" ! -path '*/box/*' ! -path '*/said/*' ! -name stdout ! -name stderr ! -size +200k
    fi
}

# share_outputs WORK: what the checker's run wrote is, of a right submission, what the GPU's wrote: one file under two names.
share_outputs() {
    local raw other
    for raw in "$1"/checker/run/*/said/raw; do
        other=$1/run/${raw#"$1"/checker/run/}
        if [[ -f $raw && -f $other ]] && cmp -s -- "$raw" "$other"; then ln -f -- "$other" "$raw"; fi
    done
}

# pack_work WORK ARCHIVE FIND-CONDITION...
pack_work() {
    local work=$1 archive=$2
    shift 2
    (cd -- "$work" && find . \( -name ref -o -name common -o -path './timing/*/lab' -o -path './checker/in' \) -prune -o \
        -type f ! -name '*.cubin' ! -name internals ! -name '*.symbols*' ! -name 'in.*' ! -name '*.ii' ! -name '*.cudafe1.cpp' \
        \( ! -path '*/box/*' -o -path '*/run/*/box/*.csv' \) \
        "$@" -print0 | LC_ALL=C sort -z |
        tar --null --files-from - --create --file - --owner=0 --group=0 --mtime=@0 | bzip2) >"$archive"
}

# unkeep ARCHIVE WORK: the folder again.
unkeep() {
    mkdir -p -- "$2"
    bzip2 -dc -- "$1" | tar --extract --file - --directory "$2" --no-same-owner
}
