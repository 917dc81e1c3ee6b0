# Grading one submission: its work folder, the stages, the spec, the record.
# shellcheck shell=bash

# shellcheck source=grader/lib/plan.bash
source "$GRADER/lib/plan.bash"
# shellcheck source=grader/lib/cache.bash
source "$GRADER/lib/cache.bash"

# submission_name FOLDER: the name its record gets: that of the folder.
submission_name() {
    local name
    name=$(basename -- "$(realpath -m -- "$1")")
    printf '%s' "${name//[[:cntrl:]]/_}"
}

# grade_submission FOLDER: grades it and sets RECORD. Fails, with a message, when it cannot be graded.
grade_submission() {
    local given=$1 folder name
    if [[ ! -e $given ]]; then
        complain "$given: there is no such folder."
        return 1
    elif [[ ! -d $given ]]; then
        complain "$given: not a folder. A submission is the folder that holds the lab's files."
        return 1
    elif [[ ! -r $given || ! -x $given ]]; then
        complain "$given: the folder cannot be read (permissions)."
        return 1
    fi
    name=$(submission_name "$given")
    folder=$(submission_folder "$given")
    LAB=$LAB_OPTION
    if [[ -z $LAB ]]; then LAB=$(guess_lab "$folder") || return 1; fi
    LABEL="$LAB $name"
    progress "$LABEL: taking it in"
    build_judge || return 1
    prepare_work "$OUTPUT/$LAB/$name" "$folder" || return 1
    make_plan || return 1
    if [[ $DEVICE == gpu ]]; then plan_checker; fi
    run_stages
    judge_by_spec
    write_record "$name"
}

# The trusted judge of the lab, built when its sources are newer.
build_judge() {
    local log
    if ! log=$(make -s -C "$GRADER/judge" "build/judge-$LAB" 2>&1); then
        complain "the judge of $LAB does not build: $(tail -n 1 <<<"$log")"
        return 1
    fi
}

# prepare_work DIR FOLDER: an empty work folder for the submission, private to it, with its sources.
prepare_work() {
    local dir=$1 folder=$2
    if ! mkdir -p -- "$dir"; then
        complain "$dir cannot be made; choose another place with --output."
        return 1
    fi
    RECORD=$dir/result.json
    WORK=$dir/work
    rm -rf -- "$WORK"
    # The folder above is closed: no other submission's process can reach in by its path.
    (umask 077 && mkdir -- "$WORK")
    take_in "$folder" "$WORK/in" "$WORK/notes" || return 1
}

# On a GPU the checker's part of the grading is done on the CPU device: the same plan, with the same
# hidden inputs, once more in a work folder of its own. The stages of both run side by side.
plan_checker() {
    local DEVICE=cpu ARCH='' NVCC_TRIAL=''
    printf 'all: checker\n' >>"$WORK/plan.mk"
    local WORK=$WORK/checker
    mkdir "$WORK"
    cp -r "$WORK/../in" "$WORK/../notes" "$WORK/"
    make_plan checker
}

# make_plan [checker]: writes plan.mk, and the folders and files that its stages need.
make_plan() {
    local unit
    PLAN_FOR=${1:-device}
    mkdir "$WORK"/{src,common,obj,bin,ref,run,refuse,refused,nvcc,verdict}
    cp "$KIT"/labs/common/* "$WORK/common/"
    : >"$WORK/plan.mk"
    PLAN_UNITS=() PLAN_CONTRACT=() PLAN_PROGRAMS=() PLAN_RUNS=() PLAN_PROFILE=''
    # What the student's units are compiled among: the student's own headers, and the contract.
    (cd "$WORK/in" && find . -type f ! -name '*.mk' ! -iname makefile ! -name GNUmakefile \
        -exec cp --parents -t "$WORK/src" {} +)
    # shellcheck source=/dev/null
    source "$GRADER/harness/$LAB/plan.bash"
    for unit in "${PLAN_CONTRACT[@]}"; do cp -- "$KIT/solutions/$LAB/$unit" "$WORK/src/"; done
}

# link_reference VARIANT: ref/VARIANT is where this lab's objects with these flags are kept, whoever is
# graded: its name is a hash of all that goes into them.
link_reference() {
    local variant=$1 cache
    if [[ -z ${FINGERPRINT[$LAB $DEVICE]-} ]]; then
        FINGERPRINT[$LAB $DEVICE]=$({
            printf '%s %s %s\n' "$DEVICE" "$ARCH" "$TOOLKIT"
            find "$KIT/solutions/$LAB" "$GRADER/harness/$LAB" "$GRADER"/harness/*.h "$KIT/labs/common" \
                "$KIT/labs/cpu" "$GRADER/lib/stage" -name build -prune -o -type f -print0 | sort -z | xargs -0 sha256sum
        } | sha256sum)
    fi
    cache=$(cat "$WORK/variant/$variant" - <<<"${FINGERPRINT[$LAB $DEVICE]}" | sha256sum)
    ln -s "$(use_reference "$LAB-$DEVICE-${cache:0:20}")" "$WORK/ref/$variant"
}
declare -A FINGERPRINT

run_stages() {
    make_stages -j "$JOBS" all
    if [[ $DEVICE == gpu ]]; then make_stages -j 1 times; fi
}

# This make's flags are its own, even when grade was started by `make -n -j8 grade`.
make_stages() {
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL LABEL="$LABEL" STAGE="$GRADER/lib/stage" \
        make -s -k -C "$WORK" -f "$GRADER/lib/stages.mk" "$@" >>"$WORK/make.log" 2>&1 || true
}

# The stages are over: what is left is reading their results. The TAP comes from our spec alone.
judge_by_spec() {
    local filter=() step
    progress "$LABEL: judging"
    for step in ${ONLY_STEP//,/ }; do filter+=(--filter-tags "step:$step"); done
    WORK=$WORK JUDGE=$GRADER/judge/build/judge-$LAB \
        bats --formatter tap "${filter[@]}" "$GRADER/$LAB.bats" >"$WORK/tap" 2>"$WORK/tap.log" </dev/null || true
}

# spec_tests SPEC: its tests as JSON lines {id, name, points, step, needs}.
spec_tests() {
    local line tags=''
    while IFS= read -r line; do
        case $line in
        '# bats test_tags='*) tags=${line#*=} ;;
        '@test "'*)
            line=${line#'@test "'}
            printf '%s\t%s\n' "${line%'" {'*}" "$tags"
            tags=''
            ;;
        esac
    done <"$1" | jq -R --arg step "$ONLY_STEP" -c '
        split("\t") as [$title, $tags]
        | ($tags | split(",") | map(gsub("^ +| +$"; "") | split(":")) | map({(.[0]): .[1]}) | add // {}) as $tag
        | ($title | index(": ")) as $colon
        | {id: $title[:$colon], name: $title[$colon + 2:], title: $title,
           step: ($tag.step // "0" | tonumber), points: ($tag.points // "0" | tonumber), needs: $tag.needs}
        | select($step == "" or (.step | IN($step | split(",")[] | tonumber)))'
}

# profile_of WORK: the file with the profile that the CPU device wrote there of the plan's run;
# /dev/null when there is none that can be used.
profile_of() {
    local profile=$1/run/$PLAN_PROFILE/box/profile
    if [[ ! -f $profile ]] || (($(stat -c %s "$profile") > 2000000)) || ! jq -e . "$profile" >/dev/null 2>&1; then
        profile=/dev/null
    fi
    printf '%s' "$profile"
}

# How the GPU's profile ends up in the record: traced apart (stage trace), else the reason; and the
# checker's counts of the same run.
gpu_profile() {
    checked=$(profile_of "$WORK/checker")
    if [[ -f $WORK/trace/profile ]]; then
        profile=$WORK/trace/profile
    elif [[ -f $WORK/trace/missing ]]; then
        missing=$(<"$WORK/trace/missing")
    else
        missing='its step was not graded'
    fi
}

write_record() {
    local name=$1 profile checked=/dev/null missing=''
    profile=$(profile_of "$WORK")
    if [[ $DEVICE == gpu ]]; then gpu_profile; fi
    if [[ -f $WORK/unchecked ]]; then sort -u "$WORK/unchecked" >>"$WORK/notes"; fi
    find "$WORK/verdict" -name '*.json' -exec cat {} + >"$WORK/verdicts"
    spec_tests "$GRADER/$LAB.bats" >"$WORK/tests"
    jq -n -f "$GRADER/lib/record.jq" --arg lab "$LAB" --arg submission "$name" --arg device "$DEVICE" \
        --arg device_name "$DEVICE_NAME" --arg toolkit "$TOOLKIT" --argjson seed "$SEED" \
        --slurpfile tests "$WORK/tests" --slurpfile verdicts "$WORK/verdicts" --slurpfile profile "$profile" \
        --slurpfile checked "$checked" --arg missing "$missing" \
        --rawfile tap "$WORK/tap" --rawfile notes "$WORK/notes" >"$RECORD.part" || {
        complain "$RECORD was not written; what it is made of lies in $WORK."
        rm -f -- "$RECORD.part"
        return 1
    }
    mv -- "$RECORD.part" "$RECORD"
    # The logs stay; the programs and objects of a class of 300 would fill a disk.
    find "$WORK" -type f \( -path "*/bin/*/program" -o -path "*/box/program" -o -name '*.o' -o -name '*.cubin' \) -delete
}
