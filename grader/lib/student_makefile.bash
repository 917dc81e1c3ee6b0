# A program that the submission's own Makefile builds. What make does is noted, not believed: in its box stand-ins
# for the compilers note what they are asked for (calls/), and compile nothing. Of that counts which of the lab's files
# are linked and which of them are compiled to relocatable device code. Then those are compiled and linked here, ours from
# our own text, the student's from the submission's. What recipes write or change is in none of it. Sourced by stage.
# shellcheck shell=bash disable=SC2154

CALLS=$GRADER/calls/build
CALLS_BYTES=100000

# stage_own RUN: the program is bin/RUN/program; else the spec finds out why: run/RUN/unbuilt says it, or the logs.
stage_own() {
    local run=$1 program files required=() units=() objects=() shared=0 relocatable=0
    local -A how=() times=() given=()
    program=$(<"own/$run/program")
    mapfile -t files <"own/$run/files"
    progress "$label: make, with the submission's Makefile"
    make_folder "$run" "run/$run/box"
    call_make "$run" "$program" || return
    mapfile -t required < <(required_units "$run")
    read_linked "$run" "$program" || return
    look_at_linked "$run" "$program" || return
    note_needs "$run"
    required_objects "$run" || return
    progress "$label: linking what its Makefile links"
    link_own "$run" || return
    printf '%s\n' "seed=${grading[seed]}" "relocatable=$relocatable" "units=$shared" >"run/$run/arguments"
    run_program "$run" "$run" ./program "seed=${grading[seed]}"
}

# note_needs RUN: what the spec asks after, as of any program.
note_needs() {
    local unit
    {
        cat "needs/of-$1"
        for unit in "${required[@]}"; do
            if ! is_ours "$1" "$unit"; then echo "own-$1-${how[$unit]}/${unit%.cu}"; fi
        done
    } >"needs/$1"
    printf '%s\n' "$1" >"run/$1/program"
}

# required_objects RUN: to objects; counts those that share device code with others, and how many of them can.
required_objects() {
    local unit
    for unit in "${required[@]}"; do
        if is_ours "$1" "$unit"; then
            objects+=("$(our_object "$1" "$unit" "${how[$unit]}")")
        else
            own_object "$1" "$unit" || return
            objects+=("$OBJECT")
        fi
        if holds_device "$1" "$unit"; then
            shared=$((shared + 1))
            if [[ ${how[$unit]} == relocatable ]]; then relocatable=$((relocatable + 1)); fi
        fi
    done
}

# make_folder RUN INTO: the folder that the student's Makefile finds: what was handed in, and ours in the place of
# what this program is to be made of.
make_folder() {
    local into=$2/$lab file
    mkdir -p "$into" "$2/calls"
    cp -r common "$2/common"
    cp -r in/. "$into/"
    for file in Makefile makefile GNUmakefile; do
        if [[ " ${files[*]} " != *" $file "* ]]; then rm -f -- "$into/$file"; fi
    done
    copy_headers src "$into" # the contract among them
    cp -- "$GRADER/$lab/harness/$1"/* "$into/"
}

# call_make RUN PROGRAM: leaves run/RUN/box/calls/linked.
call_make() {
    local run=$1 program=$2 environment=() bind=() nvcc home=$CALLS SEEN
    if [[ ! ${grading[box]} ]]; then home=/calls bind=(--at "$home" --bind-ro "$CALLS"); fi
    seen "$KIT/labs/cpu/nvcc-cpu"
    environment=("CALLS_FOLDER=$here/run/$run/box/calls" "CALLS_HOME=$home" "CALLS_COMPILER=$SEEN" NVCC=nvcc
        "CUDA_HOME=$home" "CUDA_PATH=$home" "PATH=$home/bin:/usr/local/cuda/bin:/usr/local/bin:/usr/bin:/bin")
    # Whoever calls it by its path meets ours as well.
    if [[ ! ${grading[box]} ]] && nvcc=$(command -v nvcc); then
        while IFS= read -r nvcc; do
            if [[ $nvcc == /usr/* || $nvcc == "${grading[toolkit_folder]:-/usr}"/* ]]; then bind+=(--at "$nvcc" --bind-ro "$CALLS/calls"); fi
        done < <(printf '%s\n' "$(readlink -f "$nvcc")" "$(toolkit_folder "$nvcc")/bin/nvcc" | sort -u)
    fi
    boxed "run/$run/make.json" "${COMPILE_LIMITS[@]}" --work "run/$run/box" --stdout "run/$run/make.log" --stderr "run/$run/make.log" \
        --bind-ro "$GRADER/calls" "${bind[@]}" "${environment[@]/#/--env=}" -- \
        "$home/calls" "$lab/$program" make -C "$lab" --no-print-directory "DEVICE=$device"
}

# unbuilt RUN DIAGNOSIS SENTENCE: why there is no program to judge.
unbuilt() {
    printf '%s\n%s\n' "$2" "${3//$'\n'/ }" | tr -cd '\12\40-\176\200-\377' >"run/$1/unbuilt"
    return 1
}

# required_units RUN: the files that its program is made of: ours that define something, and the student's.
required_units() {
    { (cd -- "$GRADER/$lab/harness/$1" && grep -lE '\{$' -- *.cu) && printf '%s\n' "${files[@]}" | grep '\.cu$'; } | sed 's,.*/,,'
}

is_ours() { [[ -f $GRADER/$lab/harness/$1/$2 ]]; }

# holds_device RUN UNIT: has it, or may it have, a variable or a function of the device?
holds_device() {
    ! is_ours "$1" "$2" || asks grep -qE '__(constant|device|global|managed|shared)__' "$GRADER/$lab/harness/$1/$2"
}

# read_linked RUN PROGRAM: what calls/linked says, to how (relocatable or whole), times (how often it is linked) and given (its flags,
# one a line) of each unit. Anybody may have written it.
read_linked() {
    local run=$1 program=$2 said=run/$1/box/calls/linked words more unit=''
    if [[ ! -f $said || -L $said ]] || (($(stat -c %s "$said") > CALLS_BYTES)) || ! ended_of "run/$run/make.json" || [[ ${ended[status]} != @(ok|exit) ]]; then
        if [[ -f run/$run/make.json && ${ended[status]-} == @(ok|exit) ]]; then echo 'what make calls was not noted to the end' >>"run/$run/make.log"; fi
        return 1
    fi
    while IFS=' ' read -r words more; do
        case $words in
        program) stands_there "$run" "$program" "$more" || return ;;
        refused)
            unbuilt "$run" '' "What this Makefile does cannot be done again: ${more:0:300}."
            return
            ;;
        unit)
            unit=${more% *}
            if [[ ! $unit =~ ^[A-Za-z0-9_.+-]+$ ]]; then continue; fi
            times[$unit]=$((${times[$unit]-0} + 1))
            if [[ ${more##* } == relocatable ]]; then how[$unit]=relocatable; else how[$unit]=whole; fi
            units+=("$unit")
            given[$unit]=''
            ;;
        flag | folder | header)
            if words=$(flag_here "$run" "$words" "$more"); then given[$unit]+=$words$'\n'; fi
            ;;
        esac
    done <"$said"
}

# stands_there RUN PROGRAM WHAT: is it a program that a compiler was asked for?
stands_there() {
    case $3 in
    program) return ;;
    object) unbuilt "$1" '' "$2 is an object, no program: -c, -dc and -dlink make objects, which are linked into a program without these options (-rdc=true makes device code linkable across files)." ;;
    unmarked) unbuilt "$1" '' "make does not link $2 with nvcc: what a recipe writes there by itself counts for nothing. Call the compiler by \$(NVCC), or nvcc." ;;
    *)
        if [[ ${ended[status]} == ok ]]; then
            printf 'make ended well, but there is no %s\n' "$2" >>"run/$1/make.log"
        fi
        return 1
        ;;
    esac
}

# flag_here RUN KIND TEXT: the flag of the student's own unit, as it is given to the compiler here; fails for what
# counts for nothing: sizes, which are the grader's, and what lies where nothing of the submission does.
flag_here() {
    local top=$here/run/$1/box/$lab path
    if [[ $2 == flag ]]; then
        [[ $3 =~ ^-(std=(c|gnu)\+\+[0-9a-z]+|[DU][A-Za-z_][A-Za-z0-9_]*(=[A-Za-z0-9_.+-]*)?)$ ]] || return
        path=${3#-[DU]}
        if asks grep -qx "#ifndef ${path%%=*}" src/*.h; then return 1; fi
        printf '%s' "$3"
        return
    fi
    path=$(realpath -ms -- "$3")
    if [[ $path == "$top" || $path == "$top"/* ]]; then path=src${path#"$top"}; else return 1; fi
    if [[ $2 == folder && -d $path ]]; then
        printf -- '-I%s' "$here/$path"
    elif [[ $2 == header && -f $path ]]; then
        printf -- '-include\n%s' "$here/$path"
    else
        return 1
    fi
}

# look_at_linked RUN PROGRAM: each file that the program is to be made of is linked into it, once.
look_at_linked() {
    local unit other
    for unit in "${required[@]}"; do
        if [[ ! ${times[$unit]-} ]]; then
            other=''
            for other in "${units[@]}"; do
                if [[ ! -f in/$other && ! -f $KIT/labs/$lab/$other ]]; then break; fi
                other=''
            done
            unbuilt "$1" '' "$unit is not linked into $2${other:+ ($other is, which is no file of the submission: what a recipe writes counts for nothing)}."
            return
        elif ((times[$unit] > 1)); then
            unbuilt "$1" '' "$unit is linked into $2 ${times[$unit]} times."
            return
        fi
    done
}

# own_flags HOW: the flags of all objects of this program.
own_flags() {
    FLAGS=(-O2 "-rdc=$([[ $1 == relocatable ]] && echo true || echo false)")
    if [[ $device == gpu ]]; then FLAGS+=("-arch=${grading[arch]}"); fi
}

# our_object RUN UNIT HOW: ours, compiled once and kept beside the reference; prints ref/VARIANT/NAME.o.
our_object() {
    local variant object
    read -r variant <"needs/of-$1"
    object=ref/$variant/own-$1-${2%.cu}-$3.o
    own_flags "$3"
    (
        flock 9
        if [[ -f $object ]]; then exit 0; fi
        compile_ours "grader/$lab/harness/$1/$2" "${object%.o}" || {
            { printf 'grader: the harness does not compile: %s\n' "$2" && cat "${object%.o}.log"; } >>errors
            exit 1
        }
    ) 9>"$object.lock"
    printf '%s' "$object"
}

# own_object RUN UNIT: the student's, compiled as the Makefile says; OBJECT is where.
own_object() {
    local variant=own-$1-${how[$2]} more=()
    own_flags "${how[$2]}"
    if [[ $device == cpu ]]; then precompile "${FLAGS[@]}"; fi
    mapfile -t more < <(printf '%s' "${given[$2]}")
    FLAGS+=("${more[@]}")
    mkdir -p "obj/$variant"
    OBJECT=obj/$variant/${2%.cu}/${2%.cu}.o
    progress "$label: compiling $2 as its Makefile says"
    [[ -f src/$2 ]] && compile_once "obj/$variant/${2%.cu}" "${2%.cu}"
}

# link_own RUN: links the required units; when a name is missing then, another file of the student's that the Makefile
# links and that has it, too.
link_own() {
    local run=$1 unit missing taken=' '
    link_boxed "$run" "${objects[@]}"
    cp -- "bin/$run.log" "bin/$run.first.log"
    while [[ ! -f bin/$run/linked ]]; do
        missing=$(missing_name "bin/$run.log") || not_looked "$run"
        [[ $missing ]] || break
        unit=$(other_unit "$missing") || break
        taken+="$unit "
        if own_object "$run" "$unit"; then
            objects+=("$OBJECT")
            link_boxed "$run" "${objects[@]}"
        fi
    done
    if [[ ! -f bin/$run/linked ]]; then
        cp -- "bin/$run.first.log" "bin/$run.log"
        differently "$run"
        return 1
    fi
    admit_program "$run" "${objects[@]}"
}

# other_unit NAME: one that was not taken and says NAME; fails when there is none.
other_unit() {
    local unit
    for unit in "${units[@]}"; do
        if [[ " ${required[*]} $taken " != *" $unit "* && $unit == *.cu && -f src/$unit ]] && asks trusted grep -qawF -- "$1" "src/$unit"; then
            printf '%s' "$unit"
            return
        fi
    done
    return 1
}

# differently RUN: says so when some of the units are relocatable and some are not, which is why they do not link.
differently() {
    local unit with=() without=()
    for unit in "${required[@]}"; do
        if ! holds_device "$1" "$unit"; then continue; fi
        if [[ ${how[$unit]} == relocatable ]]; then with+=("$unit"); else without+=("$unit"); fi
    done
    if ((${#with[@]} == 0 || ${#without[@]} == 0)); then return; fi
    unbuilt "$1" no-rdc "It does not link: this Makefile compiles ${with[*]} to relocatable device code, and ${without[*]} without. Both need -rdc=true (or -dc): add it to NVCCFLAGS." || true
}
