# What a command of the grader finds around it: the environment, the limits of the shell, its descriptors, folders,
# programs. What must not count is taken away, what may be lifted is lifted, and what cannot work is refused at the
# start, with the remedy: later on it would look like a fault of somebody's submission.
#
#   sourced                the environment of whoever calls counts for nothing; by every command (common.bash)
#   settle_in "$@"         descriptors, signals, umask and limits; grade, class and doctor, at their very beginning
#   look_around OUTPUT     what cannot work, into `troubles` and `remedies`; the same three
# shellcheck shell=bash

# ---- the environment ---------------------------------------------------------------------------------------------

# Functions that a caller has exported would take the place of programs. Those of Bats stay: a spec is read by it, too.
while builtin read -r _ _ foreign_function; do
    if [[ $foreign_function != bats_* ]]; then unset -f "$foreign_function"; fi
done < <(declare -Fx)
unset foreign_function
# Whatever language the user's is: what make, compilers and sort say is read here, and names keep their letters
# where cron or a container gives no language at all.
export LC_ALL=C.UTF-8
set +f +o posix
export -n SHELLOPTS BASHOPTS
IFS=$' \t\n'
# Of languages, shells and the programs that are called: bash, make, compilers, nvcc, the linker, packers, jq's
# neighbours, Perl (parallel). CDPATH: with it cd prints where it goes. TMOUT: `read` would give up.
unset LANGUAGE CDPATH BASH_ENV ENV BASH_COMPAT EXECIGNORE GLOBIGNORE TMOUT POSIXLY_CORRECT _POSIX2_VERSION TZDIR \
    MAKEFILES MAKEFLAGS MFLAGS MAKELEVEL MAKE MAKEOVERRIDES GNUMAKEFLAGS CC CXX AR CFLAGS CXXFLAGS CPPFLAGS LDFLAGS \
    CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH OBJC_INCLUDE_PATH LIBRARY_PATH COMPILER_PATH GCC_EXEC_PREFIX GCC_COMPARE_DEBUG \
    GCC_COLORS GCC_EXTRA_DIAGNOSTIC_OUTPUT SOURCE_DATE_EPOCH DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES LD_RUN_PATH GNUTARGET \
    LDEMULATION COLLECT_NO_DEMANGLE NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS NVCC_CCBIN NVCC \
    LD_PRELOAD LD_AUDIT LD_DEBUG LD_PROFILE LD_BIND_NOT GLIBC_TUNABLES MALLOC_PERTURB_ MALLOC_CHECK_ ASAN_OPTIONS UBSAN_OPTIONS LSAN_OPTIONS \
    GREP_OPTIONS GREP_COLOR GREP_COLORS AWKPATH AWKLIBPATH QUOTING_STYLE TIME_STYLE BLOCK_SIZE BLOCKSIZE DF_BLOCK_SIZE DU_BLOCK_SIZE \
    TAR_OPTIONS TAPE GZIP BZIP BZIP2 XZ_OPT XZ_DEFAULTS UNZIP UNZIPOPT PARALLEL PERL5OPT PERL5LIB PERLLIB PERL_UNICODE STAGE_ERRORS
unset "${!CPU_DEVICE_@}" "${!NVCC_CPU_@}" "${!PERL_@}"

# ---- descriptors, signals, umask, limits -------------------------------------------------------------------------

# settle_in ARG...: may start the command anew, with these arguments.
settle_in() {
    # A file that is opened would get the number of one that is closed, and what is said there.
    if ! { true 9<&0; } 2>/dev/null; then exec </dev/null; fi
    if ! { true 9>&1; } 2>/dev/null; then exec >/dev/null; fi
    if ! { true 9>&2; } 2>/dev/null; then exec 2>/dev/null; fi
    umask u=rwx
    # A shell cannot take back what was ignored before it began, and hands it on. What nohup and a background job
    # ignore stays so.
    if ignores PIPE XFSZ XCPU CHLD ALRM USR1 USR2 && env --default-signal=PIPE true 2>/dev/null; then
        exec env --default-signal=PIPE,XFSZ,XCPU,CHLD,ALRM,USR1,USR2 -- "$BASH" -- "$0" "$@"
    fi
    lift_limits
}

# ignores SIGNAL...: one of them at least.
ignores() {
    local name value mask=0 signal
    while read -r name value; do
        if [[ $name == SigIgn: ]]; then mask=$((16#$value)); fi
    done </proc/self/status
    for signal; do
        if ((mask >> ($(kill -l "$signal") - 1) & 1)); then return; fi
    done
    return 1
}

# lift_limits: what a shell has set for itself, up to what it was given. Of open files so many as usual: there are
# programs that go through all numbers. A stack without a limit changes where memory lies.
lift_limits() {
    local letter
    for letter in d f i l q t u v; do ulimit -S "-$letter" "$(ulimit -H "-$letter")" 2>/dev/null || true; done
    at_least n 4096
    at_least s 8192
}

# at_least LETTER NUMBER: the limit, where it can be so high.
at_least() {
    local now hard want=$2
    now=$(ulimit -S "-$1") hard=$(ulimit -H "-$1")
    if [[ $1 != s && $now == unlimited ]] || [[ $now != unlimited ]] && ((now >= want)); then return; fi
    if [[ $hard != unlimited ]] && ((hard < want)); then want=$hard; fi
    ulimit -S "-$1" "$want" 2>/dev/null || true
}

# ---- what cannot work --------------------------------------------------------------------------------------------

# Limits that builds and runs need, and how the shell calls them: LETTER NUMBER WHAT. Numbers are `ulimit`'s. The CPU
# device reserves a TiB of addresses.
LIMITS='
v 4294967296 virtual memory (KiB)
d 16777216 the data of a program (KiB)
f 1048576 the size of a file (KiB)
s 8192 the stack (KiB)
t 900 processor time (s)
n 256 open files
u 256 processes
i 64 pending signals
'
# What a grading calls, beside what every Debian has.
PROGRAMS='bats jq make g++ nm c++filt flock timeout awk sed grep find xargs tar bzip2 iconv realpath sha256sum'

# look_around [OUTPUT]: sets troubles and remedies, one for each thing that cannot work. Of programs doctor knows more.
look_around() {
    troubles=() remedies=()
    look_at_limits
    if (($# && ${#troubles[@]} == 0)); then look_at_programs; fi
    if ((${#troubles[@]} == 0)); then look_at_folders "$@"; fi # all else would show in them
}

# refuse_here OUTPUT: ends the command where it cannot work.
refuse_here() {
    local i
    look_around "$1"
    for i in "${!troubles[@]}"; do complain "nothing is graded: ${troubles[i]}. To mend it: ${remedies[i]}."; done
    if ((${#troubles[@]})); then exit 1; fi
}

trouble() { troubles+=("$1") remedies+=("$2"); }

look_at_limits() {
    local letter number what now
    while read -r letter number what; do
        if [[ ! $letter ]]; then continue; fi
        now=$(ulimit -S "-$letter" 2>/dev/null) || continue
        if [[ $now != unlimited ]] && ((now < number)); then
            trouble "this shell is limited in $what to $now, and builds and runs need $number" \
                "use a shell without \`ulimit -$letter\` (a new one, or ask for more: limits.conf, a job's options)"
        fi
    done <<<"$LIMITS"
    look_at_processes
}

# All of a user's processes count, also those of other shells. Root's do not: its boxes have users of their own.
look_at_processes() {
    local most used
    most=$(ulimit -S -u)
    if ((EUID == 0)) || [[ $most == unlimited ]] || ((most > 8192)); then return; fi
    # Some end meanwhile.
    used=$({ find /proc/[0-9]*/task -mindepth 1 -maxdepth 1 -uid "$EUID" 2>/dev/null || true; } | wc -l)
    if ((most - used < 200 + 50 * $(nproc) && most >= 256)); then
        trouble "you may have $most processes and threads, and $used of them run already" \
            'end some, or use a shell with more (ulimit -u)'
    fi
}

look_at_programs() {
    local program missing=()
    for program in $PROGRAMS; do
        if ! command -v "$program" >/dev/null; then missing+=("$program"); fi
    done
    if ((${#missing[@]})); then
        trouble "there is no ${missing[*]} on PATH" 'type: grader/setup --for grade (or mend PATH)'
    fi
}

look_at_folders() {
    local temporary=${TMPDIR:-/tmp} above=${1-}
    # jq, which writes all records, takes only names that are UTF-8.
    if ! is_utf8 "$KIT"; then
        trouble "the kit lies in $(plain_bytes "$KIT"), a name that is not UTF-8" 'rename the folder'
    fi
    if ! can_write "$temporary"; then
        trouble "temporary files cannot be made in $(plain_bytes "$temporary")${TMPDIR:+, which TMPDIR names}: $why_not" \
            'make room there, or name another folder: TMPDIR=/var/tmp'
    fi
    if ((!$#)); then return; fi
    if ! is_utf8 "$1"; then
        trouble "the records are to go to $(plain_bytes "$1"), a name that is not UTF-8" 'give another --output'
    elif [[ $1 == *$'\n'* ]]; then
        trouble "the records are to go to $(plain_bytes "$1"), a name with an end of line in it" 'give another --output'
    else
        until [[ ! $above || -e $above || -L $above ]]; do above=${above%/*}; done # it is not made yet
        if ! can_write "${above:-/}"; then
            trouble "records cannot be written to $1: $why_not" 'make room there, or give another --output'
        fi
    fi
}

is_utf8() { ! command -v iconv >/dev/null || iconv -f UTF-8 -t UTF-8 <<<"$1" >/dev/null 2>&1; }

# plain_bytes TEXT: for a message, with ? for what is no ASCII letter.
plain_bytes() { LC_ALL=C tr -c '\40-\176' '?' <<<"$1" | head -c -1; }

# can_write FOLDER: some files, of a size. Sets why_not.
can_write() {
    local probe
    if [[ ! -d $1 ]]; then
        if [[ -e $1 ]]; then why_not='it is no folder'; else why_not='there is no such folder'; fi
    elif ! probe=$(mktemp -d -p "$1" .try.XXXXXX 2>/dev/null); then
        why_not='no folder can be made there'
    elif ! head -c 4194304 /dev/zero >"$probe/file" 2>/dev/null; then
        rm -rf -- "$probe"
        why_not='it is full'
    else
        rm -rf -- "$probe"
        return
    fi
    return 1
}
