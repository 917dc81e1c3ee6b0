# The cache of compiled references, build/reference/LAB-DEVICE-HASH: who uses one, and which ones go.
# shellcheck shell=bash

REFERENCES=$GRADER/build/reference
# What nobody used for days goes, and the least recently used beyond a number; never what a grading
# that still runs may need.
REFERENCE_DAYS=7
REFERENCE_COUNT=200
REFERENCE_HOURS=2

# use_reference NAME: prints the folder NAME of the cache, there and marked as used now.
use_reference() {
    local folder=$REFERENCES/$1
    mkdir -p "$REFERENCES"
    (
        flock --shared 8
        mkdir -p "$folder"
        touch "$folder"
    ) 8>"$REFERENCES.lock"
    printf '%s' "$folder"
}

# prune_references: removes old folders. Whoever asks for one meanwhile waits, and gets a new one.
prune_references() {
    local doomed
    mkdir -p "$REFERENCES"
    doomed=$(mktemp -d "$REFERENCES.old.XXXXXX")
    (
        flock 8
        old_references | while IFS= read -r folder; do mv -- "$folder" "$doomed/"; done
    ) 8>"$REFERENCES.lock"
    rm -rf -- "$doomed"
}

old_references() {
    local now used folder count=0 # used: seconds ago
    now=$(date +%s)
    find "$REFERENCES" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' | sort -rn | while read -r used folder; do
        used=$((now - ${used%.*}))
        count=$((count + 1))
        if ((used > REFERENCE_DAYS * 86400 || (count > REFERENCE_COUNT && used > REFERENCE_HOURS * 3600))); then
            printf '%s\n' "$folder"
        fi
    done
}
