# What is kept from one grading to the next: compiled references, reference/LAB-DEVICE-HASH, nvcc's verdicts, nvcc/
# (nvcc_verdicts.bash), and precompiled headers, precompiled/HASH (precompiled.bash), all in CACHE: what may be believed, who uses one, and which ones go.
# shellcheck shell=bash

# choose_cache: sets CACHE, grader/build; where that may not be written (somebody else's kit, a read-only disk) a folder of this
# user's alone. What is in it goes by its hash, so kits may share one.
choose_cache() {
    CACHE=$GRADER/build
    if [[ -w $CACHE ]] || (umask 022 && mkdir -p -- "$CACHE") 2>/dev/null && [[ -w $CACHE ]]; then
        CACHE=$(cd -P -- "$CACHE" && pwd) # its name ends as ours does
        return
    fi
    real_path CACHE -m -- "${TMPDIR:-/tmp}"
    CACHE=$CACHE/gpu-memory-labs-$EUID
    if own_folder "$CACHE" && [[ -O $CACHE ]]; then return; fi
    echo "grader: $GRADER/build cannot be written, and $CACHE is no folder of yours alone: remove it, or name another folder in TMPDIR" >&2
    return 1
}

# What nobody used for days goes, and the least recently used beyond a number; never what a grading
# that still runs may need.
REFERENCE_DAYS=7
REFERENCE_COUNT=200
REFERENCE_HOURS=2

# is_own PATH: no link, ours or root's, and nobody else may write there.
is_own() {
    [[ ! -L $1 && $(stat -c %u -- "$1" 2>/dev/null) =~ ^(0|$EUID)$ && ! $(find "$1" -maxdepth 0 -perm /022) ]]
}

# own_folder FOLDER: is there, and is_own. One that we made with a generous umask is closed.
own_folder() {
    (umask 022 && mkdir -p -- "$1")
    if [[ -O $1 && ! -L $1 ]]; then chmod -- go-w "$1"; fi
    is_own "$1"
}

choose_cache
REFERENCES=$CACHE/reference

# keep_whole PART FILE: PART becomes FILE, with its sum beside it for forget_broken.
keep_whole() {
    sha256sum <"$1" >"$2.sum" && mv -- "$1" "$2"
}

# forget_broken FOLDER: removes the objects there that are not as they were written.
forget_broken() {
    local files file line
    local -A sums=()
    mapfile -t files < <(find "$1" -maxdepth 1 -type f \( -name '*.o' -o -name '*.cubin' \) ! -name '*.[0-9]*.o' -printf '%f\n')
    if ((${#files[@]} == 0)); then return; fi
    while IFS= read -r line; do sums[${line#*  }]=${line%% *}; done < <(cd -- "$1" && sha256sum -- "${files[@]}")
    for file in "${files[@]}"; do
        if [[ ! -f $1/$file.sum || $(<"$1/$file.sum") != "${sums[$file]-}  -" ]]; then
            echo "grader: $1/$file is not as it was written: made anew" >&2
            rm -f -- "$1/$file"
        fi
    done
}

# host_compiler: which g++ the box finds, and its library, in words.
host_compiler() {
    local path
    path=$(PATH=/usr/local/bin:/usr/bin:/bin command -v g++) || return 0
    printf '%s %s\n' "$(readlink -f "$path")" "$(getconf GNU_LIBC_VERSION 2>/dev/null)"
    "$path" --version | head -n 1
}

# use_reference NAME: prints the folder NAME of the cache, there and marked as used now.
use_reference() {
    local folder=$REFERENCES/$1
    mkdir -p "$REFERENCES"
    (
        flock --shared 8
        own_folder "$folder" || true # told below
        touch "$folder"
    ) 8>"$REFERENCES.lock"
    if ! is_own "$folder"; then
        echo "grader: $folder: another user may have written there; remove it, or give the kit to one user alone" >&2
        return 1
    fi
    forget_broken "$folder"
    printf '%s' "$folder"
}

# prune_references: removes old folders, and old verdicts. Whoever asks for one meanwhile waits, and gets a new one.
prune_references() {
    local doomed
    mkdir -p "$REFERENCES"
    doomed=$(mktemp -d "$REFERENCES.old.XXXXXX")
    (
        flock 8
        old_references | while LC_ALL=C IFS= read -r -d '' folder; do mv -- "$folder" "$doomed/"; done
    ) 8>"$REFERENCES.lock"
    rm -rf -- "$doomed"
    if [[ -d $CACHE/nvcc ]]; then
        find "$CACHE/nvcc" -maxdepth 1 -type f -mtime "+$REFERENCE_DAYS" -delete
    fi
    if [[ -d $CACHE/precompiled ]]; then
        find "$CACHE/precompiled" -mindepth 1 -maxdepth 1 -mtime "+$REFERENCE_DAYS" -exec rm -rf -- {} +
    fi
}

old_references() {
    local now used folder count=0 # used: seconds ago
    now=$(date +%s)
    find "$REFERENCES" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\0' | sort -zrn | while LC_ALL=C IFS=' ' read -r -d '' used folder; do
        used=$((now - ${used%.*}))
        count=$((count + 1))
        if ((used > REFERENCE_DAYS * 86400 || (count > REFERENCE_COUNT && used > REFERENCE_HOURS * 3600))); then
            printf '%s\0' "$folder"
        fi
    done
}
