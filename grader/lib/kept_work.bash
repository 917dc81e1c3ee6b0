# What is kept of a grading when its work folder goes: what the judge reads, and the submission's sources, in one archive. With it
# the submission is judged again, or its pending points are settled, without running or asking for anything.
# shellcheck shell=bash

# A right lab 6 packs to 2.3 MB, half of it the products of a table of 200003 numbers that are drawn for each submission: they are as
# good as random, so nothing makes them smaller. (A right lab 8: 1.5 MB, lab 7: 0.7 MB, labs 9 and 10: 0.2 MB.) What a harness writes
# it writes four times, to see that calls can be repeated: --long finds the copies. Where all four are garbage of another kind, and a GPU's run and
# the checker's too, and a second run of each program, that is some 12 MB. The limit is above it, so only what prints without end meets it.
KEPT_BYTES=$((16 << 20)) # of the archive
PACKED_BYTES=$((256 << 20)) # what is more is not even packed to see how small it gets

# keep_work WORK ARCHIVE: programs, objects and copies of sources stay as empty files, for whether they were made counts.
keep_work() {
    local work=$1 archive=$2
    find "$work" -name ref -prune -o -name box -prune -o -path "$work/in" -prune -o -path "$work/checker/in" -prune -o \
        -type f \( -name program -path '*/bin/*' -o -name '*.o' -o -name '*.ii' -o -name '*.cudafe1.cpp' -o -path '*/src/*' \) -exec truncate -s 0 {} +
    share_outputs "$work"
    if (($(find "$work" -name box -prune -o -path '*/run*/*' -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum + 0 }') <= PACKED_BYTES)); then
        pack_work "$work" "$archive"
    fi
    if [[ ! -f $archive ]] || (($(stat -c %s "$archive") > KEPT_BYTES)); then
        # Somebody wrote megabytes that do not compress. The points stand; a check of them cannot be judged again.
        echo 'The raw outputs were too large to keep: they cannot be judged again without running the submission' >"$work/not_kept"
        pack_work "$work" "$archive" ! -path '*/box/*' ! -path '*/said/*' ! -name stdout ! -name stderr ! -size +200k
    fi
}

# share_outputs WORK: what the checker's run wrote is, of a right submission, what the GPU's wrote: one file under two names.
share_outputs() {
    local raw other
    for raw in "$1"/checker/run*/*/said/raw; do
        other=$1/${raw#"$1"/checker/}
        if [[ -f $raw && -f $other ]] && cmp -s -- "$raw" "$other"; then ln -f -- "$other" "$raw"; fi
    done
}

# pack_work WORK ARCHIVE FIND-CONDITION... Level 1 packs digits better than 2 to 12 do.
pack_work() {
    local work=$1 archive=$2
    shift 2
    (cd -- "$work" && find . \( -name ref -o -name common -o -path './timing/*/lab' -o -path './checker/in' \) -prune -o \
        -type f ! -name '*.cubin' ! -name internals ! -name '*.symbols*' ! -name 'in.*' ! -name '*.ii' ! -name '*.cudafe1.cpp' \
        \( ! -path '*/box/*' -o -path '*/run*/*/box/*.csv' \) \
        "$@" -print0 | LC_ALL=C sort -z |
        tar --null --files-from - --create --file - --owner=0 --group=0 --mtime=@0 | zstd -q -c -1 --long=27) >"$archive"
}

# kept_in FOLDER: the archive there: kept.tar.zst, or of an earlier kit kept.tar.bz2. Fails when there is none.
kept_in() {
    local name
    for name in kept.tar.zst kept.tar.bz2; do
        if [[ -f $1/$name && ! -L $1/$name ]]; then
            printf '%s' "$1/$name"
            return
        fi
    done
    return 1
}

# unkeep ARCHIVE WORK [MEMBER...]: the folder again, or of it these.
unkeep() {
    local archive=$1 work=$2 unpack=(zstd -q -d -c --long=27)
    shift 2
    if [[ $archive == *.bz2 ]]; then unpack=(bzip2 -dc); fi
    mkdir -p -- "$work"
    "${unpack[@]}" -- "$archive" | tar --extract --file - --directory "$work" --no-same-owner -- "$@"
}
