# A planted case again without running it: its record and its raw outputs (kept.tar.zst) stay in REPLAY/LAB/NAME, with KEY, the sum of
# all that a run of it depends on. Where that is the same, what judges reads the outputs again, as grader/remark does for a class; where
# nothing that judges changed either, the record stands. A record by this way can only confirm a case: one that is otherwise than
# expected, and one in 20, drawn each time, is run afresh. For tests/mistake, which sets kit.
# shellcheck shell=bash disable=SC2154 # kit is the caller's

# replay_state LAB DEVICE: prints the sum of what runs of the lab's cases depend on besides their files, and that of what judges them.
replay_state() (
    set +u
    unset COMMAND
    # shellcheck source=/dev/null
    source "$kit/grader/lib/common.bash"
    # shellcheck source=/dev/null
    source "$GRADER/lib/context.bash"
    # shellcheck source=/dev/null
    source "$GRADER/batch/state.bash"
    # shellcheck disable=SC2034 # for kit_state
    lab=$1 grading[device]=$2
    kit_state
    tools=$({
        sums_of tests/replay.bash tests/mistake
        uname -m
        grep -m 1 -E '^(flags|Features)' /proc/cpuinfo || true # protection keys, ...
        for tool in "${CXX:-g++}" nvcc /usr/local/cuda/bin/nvcc bwrap make; do "$tool" --version 2>&1 || true; done
    } | sha256sum)
    printf '%s-%s %s\n' "$kit_hash" "${tools:0:16}" "$judging_hash"
)

# replay_key FOLDER STATE ARG...: that of a case with its files in FOLDER and these options of a grading.
replay_key() {
    local folder=$1
    shift
    { (cd "$folder" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) && printf '%s\n' "$@"; } | sha256sum | cut -c -32
}

# replay FOLDER KEY JUDGED RECORD: judges again what is kept in FOLDER and leaves the record as RECORD. Fails where nothing of this key is
# kept, or it cannot be judged without running.
replay() {
    local folder=$1 key=$2 judged=$3 record=$4 kept scratch said
    { read -r kept <"$folder/key" && [[ $kept == "$key" ]]; } 2>/dev/null || return 1
    if [[ $(<"$folder/judged") == "$judged" ]]; then
        cp -- "$folder/result.json" "$record"
        return
    fi
    scratch=$(mktemp -d)
    said=$("$kit/grader/batch/remark_one" "$scratch" "$folder" "$scratch/new" "$judged" 2>/dev/null) || said=could_not
    if [[ $said == *could_not* || ! -s $scratch/new ]]; then
        rm -rf -- "$scratch"
        return 1
    fi
    mv -- "$scratch/new" "$record"
    rm -rf -- "$scratch"
}

# replay_keep GRADED FOLDER KEY JUDGED: keeps what a grading with --keep left in GRADED.
replay_keep() {
    local graded=$1 folder=$2
    rm -rf -- "$folder"
    mkdir -p -- "$folder"
    cp -- "$graded/result.json" "$graded"/kept.tar.* "$folder/"
    printf '%s\n' "$4" >"$folder/judged"
    printf '%s\n' "$3" >"$folder/key"
}

# verdicts_of RECORD: what of a record is the same however often it is made: not the addresses, times and counts that a message may name.
verdicts_of() { jq -c '.tests[] | [.id, .status, .score, .diagnosis, (.message | gsub("0x[0-9a-f]+|[0-9.]+"; "N"))]' "$1"; }
