# Which device grades, and what compiles for it.
# shellcheck shell=bash
# shellcheck disable=SC2034 # what choose_device sets is for grade and the stages

# ask_gpu: sets DEVICE_NAME and ARCH by the first GPU that answers; fails when none does. nvidia-smi is
# asked once: each time takes up to a second.
ask_gpu() {
    local answer
    answer=$(timeout 20 nvidia-smi --query-gpu=compute_cap,name --format=csv,noheader 2>/dev/null | head -n 1) || return 1
    [[ $answer == *,* ]] || return 1
    DEVICE_NAME=${answer#*, } ARCH=sm_${answer%%,*}
    ARCH=${ARCH/./}
}

# probe_gpu NVCC ARCH: a kernel compiled here runs; else prints why not and fails.
probe_gpu() {
    local probe=$GRADER/build/probe-$2 log
    mkdir -p "$GRADER/build"
    if [[ ! $probe -nt $GRADER/harness/probe.cu ]]; then
        if ! log=$("$1" "-arch=$2" -o "$probe.$$" "$GRADER/harness/probe.cu" 2>&1); then
            printf 'nvcc cannot compile for it: %s' "$(tail -n 1 <<<"$log")"
            return 1
        fi
        mv -- "$probe.$$" "$probe"
    fi
    timeout 60 "$probe"
}

# The CPU device grades, or on a GPU runs the checker. Fails, with a message, when it does not build.
build_cpu_device() {
    local log
    if ! log=$(make -C "$KIT/labs/cpu" --no-print-directory 2>&1); then
        complain "the CPU device does not build: $(tail -n 1 <<<"$log"). Try: make -C labs/cpu"
        return 1
    fi
}

# toolkit_of NVCC: the folder a box needs besides /usr to run it; nothing when /usr has it all. Its
# compiler's nvvm folder tells a toolkit from, say, somebody's home with a bin/nvcc in it.
toolkit_of() {
    local folder
    folder=$(dirname "$(dirname "$(readlink -f "$1")")")
    if [[ $folder != /usr && $folder != /usr/* && -d $folder/nvvm ]]; then printf '%s' "$folder"; fi
}

# choose_device: settles DEVICE (gpu or cpu) and sets DEVICE_NAME, NVCC, ARCH, NVCC_TRIAL (not empty:
# each file is also tried with nvcc), TOOLKIT, TOOLKIT_FOLDER. Fails, with a message, when the device is
# not there.
choose_device() {
    local nvcc='' why=''
    DEVICE_NAME='' ARCH='' NVCC_TRIAL='' TOOLKIT='' TOOLKIT_FOLDER=''
    PATH=$PATH:/usr/local/cuda/bin
    if nvcc=$(command -v nvcc); then
        TOOLKIT=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/nvcc \1/p')
        TOOLKIT_FOLDER=$(toolkit_of "$nvcc")
        # By its own path: the box has this folder, and none with links to it.
        if [[ $TOOLKIT_FOLDER ]]; then nvcc=$TOOLKIT_FOLDER/bin/nvcc; fi
    fi
    build_cpu_device || return 1
    if [[ $DEVICE != cpu ]]; then
        if ! ask_gpu; then
            why='no GPU answers (nvidia-smi)'
        elif [[ ! $nvcc ]]; then
            why="$DEVICE_NAME is here, nvcc is not: install the CUDA toolkit or put nvcc on PATH"
        else
            if why=$(probe_gpu "$nvcc" "$ARCH"); then
                DEVICE=gpu NVCC=$nvcc
                return
            fi
            why="$DEVICE_NAME runs nothing: $why"
        fi
        if [[ $DEVICE == gpu ]]; then
            complain "--device gpu: $why. Grade with --device cpu, or see \`make doctor\`."
            return 1
        elif [[ $DEVICE_NAME ]]; then
            complain "grading on the CPU device: $why. See \`make doctor\`."
        fi
    fi
    DEVICE=cpu DEVICE_NAME='CPU device' ARCH='' NVCC=$KIT/labs/cpu/nvcc-cpu
    if [[ $nvcc && $TRY_NVCC ]]; then NVCC_TRIAL=1; fi
}
