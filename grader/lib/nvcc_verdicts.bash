# What nvcc says of a unit that the CPU device grades. Its verdicts are kept in nvcc/ of the cache, each under a
# hash of all that it depends on. Only verdicts are kept: a compiler that a limit, a signal or a full disk
# ended gave none. Sourced by stage.
# shellcheck shell=bash disable=SC2154

VERDICTS=$CACHE/nvcc
TRIAL_FLAGS=(-rdc=true -arch=sm_90)

# stage_nvcc VARIANT/UNIT: leaves nvcc/VARIANT/UNIT.log, empty when nvcc takes the unit. Where there is no
# verdict, nvcc/VARIANT/UNIT.ours says why.
stage_nvcc() {
    local unit=${1#*/} log=nvcc/$1.log key flags
    local nvcc=${grading[toolkit_folder]:+${grading[toolkit_folder]}/bin/}nvcc # by its path: the box's PATH is its own
    mapfile -t flags <"variant/${1%%/*}"
    flags+=("${TRIAL_FLAGS[@]}")
    [[ -f src/$unit.cu ]]
    mkdir -p "${log%/*}"
    rm -f -- "nvcc/$1.ours"
    key=$(verdict_key "$nvcc" "$unit" "${flags[@]}")
    if verdict_kept "$key" "$log"; then return; fi
    for _ in 1 2; do
        progress "$label: trying $unit.cu with nvcc"
        if compile_boxed "nvcc/$1" "$unit" "$nvcc" "${flags[@]}"; then
            : >"$log"
            keep_verdict "$key" "$log"
            return
        elif [[ -f nvcc/$1.json ]] && is_refusal "nvcc/$1.json" "$log"; then
            if [[ ! -s $log ]]; then echo 'error: nvcc refused this file without a word' >"$log"; fi
            keep_verdict "$key" "$log"
            return
        fi
    done
    printf 'nvcc came to no verdict on %s.cu, twice: %s\n' "$unit" "$(no_verdict "nvcc/$1.json" "$log")" >"nvcc/$1.ours"
    rm -f -- "$log"
    return 1
}

# is_refusal REPORT LOG: nvcc ended by itself and says what it dislikes, not what it lacked.
is_refusal() {
    ended_of "$1" && [[ ${ended[status]} == exit ]] || return
    if not_theirs "$2" >/dev/null; then return 1; fi
    if source_error "$2"; then return; fi # whatever words the source has put beside it
    ! asks accident "$2" >/dev/null && asks trusted grep -qaE '(error|fatal) *:|: (fatal )?error|error *#|undefined' "$2"
}

# accident LOG: the line that tells of a disk, a memory or a signal; not one that quotes the source.
accident() {
    # shellcheck disable=SC2016 # awk's
    LC_ALL=C trusted awk '
        !/^[ \t]|src\// && /died due to signal|[Kk]illed|No space left|[Cc]annot allocate|out of memory|memory exhausted|quota exceeded|Input\/output error|Too many open files|Resource temporarily unavailable/ {
            print substr($0, 1, 300)
            found = 1
            exit
        }
        END { exit !found }' "$1"
}

# no_verdict REPORT LOG: why there is none, in a line.
no_verdict() {
    local text
    text=$(not_theirs "$2") || text=$(accident "$2") || if ended_of "$1" && [[ ${ended[status]} != exit ]]; then text=${ended[message]}; fi
    printf '%s' "${text:-it ended without an error message}" | tr -cd '\40-\176' | cut -c 1-300
}

# verdict_key NVCC UNIT FLAG...: each thing that the verdict depends on is a line of its own, files with
# their names, so that no two inputs make one text. All the submission's files: any may be included.
verdict_key() {
    local nvcc=$1 unit=$2 sum folders=(src common)
    shift 2
    if [[ -d added ]]; then folders+=(added); fi
    if [[ ! -s toolchain ]]; then
        toolchain "$nvcc" >"toolchain.$$"
        mv -- "toolchain.$$" toolchain
    fi
    sum=$({
        echo 'verdicts of the second kind' # those before were of the grading's own path
        printf 'unit %s\n' "$unit"
        printf 'flag %s\n' "$@"
        cat toolchain
        find "${folders[@]}" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    } | sha256sum)
    printf '%s' "${sum%% *}"
}

# toolchain NVCC: which programs these are: nvcc's and those that it starts, and the host's compiler.
toolchain() {
    local folder
    folder=$(dirname "$(readlink -f "$(command -v "$1")")")
    "$1" --version
    find "$folder" -maxdepth 1 -type f -printf '%p %s %T@\n' | LC_ALL=C sort
    if [[ -d $folder/../nvvm/bin ]]; then find "$folder/../nvvm/bin" -type f -printf '%p %s %T@\n' | LC_ALL=C sort; fi
    host_compiler
}

# verdict_kept KEY LOG: copies the kept verdict to LOG. Fails when there is none, or none that is whole and
# of our own making; such a one is taken away.
verdict_kept() {
    local entry=$VERDICTS/$1
    [[ -e $entry || -L $entry ]] || return 1
    if own_folder "$VERDICTS" && is_own "$entry" && [[ $(head -n 1 "$entry") == "nvcc verdict $1" ]] &&
        [[ $(tail -n 1 "$entry") == "$(head -n -1 "$entry" | sha256sum)" ]]; then
        sed '1d;$d' "$entry" >"$2"
        touch -- "$entry"
        return
    fi
    echo "grader: $entry is not as it was written: tried anew" >&2
    rm -f -- "$entry"
    return 1
}

# keep_verdict KEY LOG. Without the paths of this grading, which are no part of the key. A verdict that
# cannot be kept holds for this grading all the same.
keep_verdict() {
    local entry=$VERDICTS/$1 text
    if ! own_folder "$VERDICTS"; then return 0; fi
    text=$(tr -d '\0' <"$2")
    printf '%s' "${text:+${text//"${here-$PWD}/"/../../../}$'\n'}" >"$2"
    text=$(printf 'nvcc verdict %s\n' "$1" && cat "$2" && echo .) # the dot: or the last line would lose its end
    text=${text%.}
    if printf '%s%s\n' "$text" "$(printf '%s' "$text" | sha256sum)" >"$entry.$$"; then
        chmod 644 "$entry.$$" && mv -- "$entry.$$" "$entry"
    else
        rm -f -- "$entry.$$"
    fi
}
