# Archives, unpacked in the box: whatever is in one, regular files within limits come out of it and nothing else. What a limit
# or a broken archive ended leaves nothing.
# shellcheck shell=bash

# What one student's archive, and what a whole class's, may hold.
# shellcheck disable=SC2034 # for the callers of unpack
STUDENT_LIMITS=(--wall 60 --cpu 40 --memory 1024 --file-limit 64 --files 3000)
# shellcheck disable=SC2034
CLASS_LIMITS=(--wall 1200 --cpu 600 --memory 2048 --file-limit 4096 --files 200000)

# is_archive NAME: by its ending; whatever it really is, bsdtar sees by what is in it.
is_archive() {
    [[ ${1,,} =~ \.(zip|tar|tgz|tbz2?|txz|7z|rar|tar\.(gz|xz|bz2|zst))$ ]]
}

# unpack ARCHIVE INTO SCRATCH LIMIT...: ARCHIVE's files into the new folder INTO. Fails, and prints a sentence, when it cannot
# be used; with status 3 when that is not its own fault.
unpack() {
    local archive into=$2 scratch=$3 status=0 message flags=()
    real_path archive -- "$1"
    shift 3
    if [[ ${grading[box]-} ]]; then flags+=("${grading[box]}"); fi
    if [[ -L $into ]]; then # the box would work on what it leads to
        echo 'the folder for its files is a link'
        return 3
    fi
    mkdir -p -- "$into"
    # By a path of ours: the student's may have a colon, and must be readable to the box's user.
    rm -rf -- "$scratch.archive" "$scratch.report" "$scratch.log"
    ln -- "$archive" "$scratch.archive" 2>/dev/null || cp -- "$archive" "$scratch.archive"
    if [[ ! -r $scratch.archive || $(stat -c %A "$scratch.archive") != ??????????*r?? ]]; then
        rm -f -- "$scratch.archive"
        cp -- "$archive" "$scratch.archive"
        chmod 644 "$scratch.archive"
    fi
    "$GRADER/run_student" "${flags[@]}" "$@" --work "$into" --bind-ro "$scratch.archive" --report "$scratch.report" \
        --stdout "$scratch.log" --stderr "$scratch.log" -- bsdtar -x -f "$(realpath -- "$scratch.archive")" \
        --no-same-owner --no-same-permissions --no-fflags --no-xattrs --no-acls || status=$?
    rm -f -- "$scratch.archive"
    if ((status)); then
        echo 'the box for unpacking did not start'
        return 3
    fi
    case $(jq -r .status "$scratch.report") in
    ok) ;;
    exit)
        message=$(grep -avE '^$|Error exit' "$scratch.log" | head -n 1 | sed 's/^bsdtar: //' | cut -c -200 | tr -cd '\40-\176')
        message="it is damaged, or was not handed in whole${message:+ ($message)}"
        if [[ $(jq -r .exit "$scratch.report") == 127 ]]; then
            echo 'bsdtar is not installed; type: grader/setup --for class'
            return 3
        elif [[ $message == *assphrase* ]]; then
            message='it wants a password; hand it in without'
        fi
        # What came out before the damage is no submission to judge by, unless bsdtar only warned.
        if [[ ! $(find "$into" -type f -print -quit) ]] || grep -qE 'Truncated|damaged|corrupt|Error exit|assphrase|Unrecognized' "$scratch.log"; then
            rm -rf -- "$into"
            printf 'it cannot be unpacked: %s\n' "$message"
            return 1
        fi
        ;;
    *)
        rm -rf -- "$into"
        case $(jq -r .status "$scratch.report") in
        files) message='it holds more, or larger, files than a submission has' ;;
        wall | cpu) message='unpacking it takes too long' ;;
        *) message=$(jq -r .message "$scratch.report") ;;
        esac
        printf 'it is not unpacked: %s\n' "$message"
        return 1
        ;;
    esac
    # Whoever made it, we may read and remove it.
    chmod -R u+rwX,go-w -- "$into"
}
