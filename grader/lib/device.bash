# Which device grades, and what compiles for it: into the fields of the context.
# shellcheck shell=bash

# shellcheck source=grader/lib/toolkit.bash
source "${BASH_SOURCE[0]%/*}/toolkit.bash"

# So many seconds a GPU may take to answer. Where many programs start on it at once each start takes long.
GPU_SECONDS=${GPU_SECONDS:-60}

# ask_gpu: sets device_name and arch by the first GPU that answers. Status 1: there is none; 124: there may be one, and
# nvidia-smi did not end in time. It is asked once: each time takes up to a second.
ask_gpu() {
    local answer
    answer=$(timeout "$GPU_SECONDS" nvidia-smi --query-gpu=compute_cap,name --format=csv,noheader 2>/dev/null) || return
    answer=${answer%%$'\n'*}
    [[ $answer == *,* ]] || return 1
    device_name=${answer#*, } arch=sm_${answer%%,*}
    arch=${arch/./}
}

# probe_gpu NVCC ARCH: a kernel compiled here runs; else prints why not and fails. Status 124: it did not end in time.
probe_gpu() {
    local probe log kept=${CACHE:-$GRADER/build}
    mkdir -p "$kept"
    probe=$({ "$1" --version && cat "$GRADER/harness/probe.cu"; } | sha256sum)
    probe=$kept/probe-$2-${probe:0:12}
    if [[ ! -x $probe ]]; then
        if ! log=$("$1" "-arch=$2" -o "$probe.$$" "$GRADER/harness/probe.cu" 2>&1); then
            printf 'nvcc cannot compile for it: %s' "$(tail -n 1 <<<"$log")"
            return 1
        fi
        mv -- "$probe.$$" "$probe"
    fi
    timeout "$GPU_SECONDS" "$probe"
}

# The CPU device grades, or on a GPU runs the checker. Fails, with a message, when it does not build.
build_cpu_device() {
    local log
    if ! log=$(umask 022 && make -C "$KIT/labs/cpu" --no-print-directory 2>&1); then
        complain "the CPU device does not build: $(tail -n 1 <<<"$log"). Try: make -C labs/cpu"
        return 1
    fi
}

# toolkit_of NVCC: the folder a box needs besides /usr to run it; nothing when /usr has it all. Its
# compiler's nvvm folder tells a toolkit from, say, somebody's home with a bin/nvcc in it.
toolkit_of() {
    local folder
    folder=$(toolkit_folder "$1")
    if [[ $folder != /usr && $folder != /usr/* && -d $folder/nvvm ]]; then printf '%s' "$folder"; fi
}

gpu_is_late() { # WHAT
    complain "the GPU does not answer: $1 did not end in $GPU_SECONDS s. If it is busy, grade again when less runs on it" \
        "(--jobs N), or give it more time: GPU_SECONDS=300 in the environment. --device cpu grades without it; see \`make doctor\`."
}

# choose_device WANTED TRIAL: settles device, device_name, nvcc, arch, toolkit, toolkit_folder and trial (not
# empty: each file is also tried with nvcc, where TRIAL says so) in grading. WANTED is auto, gpu or cpu. Fails,
# with a message, when that device is not there, or when it may be and does not answer: the load of a machine does not
# choose what is graded.
choose_device() {
    local nvcc='' why='' status=0 device_name='' arch='' folder='' toolkit=''
    PATH=$PATH:/usr/local/cuda/bin
    if nvcc=$(command -v nvcc); then
        toolkit=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/nvcc \1/p')
        folder=$(toolkit_of "$nvcc")
        # By its own path: the box has this folder, and none with links to it.
        if [[ $folder ]]; then nvcc=$folder/bin/nvcc; fi
    fi
    grading+=([toolkit]=$toolkit [toolkit_folder]=$folder [trial]='')
    build_cpu_device || return 1
    if [[ $1 != cpu ]]; then
        ask_gpu || status=$?
        if ((status == 124)); then
            gpu_is_late nvidia-smi
            return 1
        elif ((status)); then
            why='no GPU answers (nvidia-smi)'
        elif [[ ! $nvcc ]]; then
            why="$device_name is here, nvcc is not: install the CUDA toolkit or put nvcc on PATH"
        else
            why=$(probe_gpu "$nvcc" "$arch") || status=$?
            if ((status == 124)); then
                gpu_is_late "a kernel on $device_name"
                return 1
            elif ((!status)); then
                grading+=([device]=gpu [device_name]=$device_name [arch]=$arch [nvcc]=$nvcc)
                return
            fi
            why="$device_name runs nothing: $why"
        fi
        if [[ $1 == gpu ]]; then
            complain "--device gpu: $why. Grade with --device cpu, or see \`make doctor\`."
            return 1
        elif [[ $device_name ]]; then
            complain "grading on the CPU device: $why. See \`make doctor\`."
        fi
    fi
    grading+=([device]=cpu [device_name]='CPU device' [arch]='' [nvcc]=$KIT/labs/cpu/nvcc-cpu)
    if [[ $nvcc && $2 ]]; then grading[trial]=1; fi
}

# closed_to_box: the first file of ours that the box needs and root's box may not read: of a kit that was
# unpacked with a closed umask, say. A compiler that misses one would call it the student's fault.
closed_to_box() {
    if ((EUID)); then return; fi
    find "$KIT/labs/cpu" "$KIT/labs/common" "$GRADER/admit" "$GRADER/calls" "$GRADER/profiler" "$GRADER/common" "$GRADER/labprof" \
        \( -type d ! -perm -005 -o -type f ! -perm -004 \) -print -quit
}

# try_box: student code can be boxed here. Else sets box_trouble and box_remedy and fails.
try_box() {
    local scratch text status=0 closed
    closed=$(closed_to_box)
    if [[ $closed ]]; then
        # shellcheck disable=SC2034 # for doctor and grade
        box_trouble="as root the box runs as another user, who cannot read $closed" box_remedy="type: chmod -R a+rX '$KIT/labs' '$GRADER'/{admit,calls,common,labprof,profiler}"
        return 1
    fi
    scratch=$(mktemp -d)
    text=$("$GRADER/run_student" --work "$scratch" --report "$scratch.json" --bind-ro "$KIT/labs/cpu" -- true 2>&1) || status=$?
    rm -rf -- "$scratch" "$scratch".json{,.words}
    if ((status == 0)); then
        if "$GRADER/run_student" --holds | grep -q '^filter none'; then
            complain 'the box has no filter of system calls here, its namespaces and limits alone: install libseccomp-dev.'
        fi
        return
    fi
    text=$(grep -m1 '^run_student: ' <<<"$text") || true
    text=${text#run_student: }
    text=${text#no student code was run, }
    text=${text%; or use --no-sandbox*}
    # shellcheck disable=SC2034 # for doctor and grade
    box_trouble=${text%%; *} box_remedy=${text#*; }
    return 1
}
