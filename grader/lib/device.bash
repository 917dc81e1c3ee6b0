# Which device grades, and what compiles for it.
# shellcheck shell=bash
# shellcheck disable=SC2034 # what choose_device sets is for grade and the stages

# gpu_name: the name of the first GPU that answers; fails when none does.
gpu_name() {
    local name
    name=$(timeout 20 nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1) && [[ $name ]] &&
        printf '%s' "$name"
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

# choose_device: settles DEVICE (gpu or cpu) and sets DEVICE_NAME, NVCC, ARCH, NVCC_TRIAL (not empty:
# each file is also tried with nvcc), TOOLKIT. Fails, with a message, when the device is not there.
choose_device() {
    local nvcc='' why='' build_log
    DEVICE_NAME='' ARCH='' NVCC_TRIAL='' TOOLKIT=''
    PATH=$PATH:/usr/local/cuda/bin
    if nvcc=$(command -v nvcc); then
        TOOLKIT=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/nvcc \1/p')
    fi
    if [[ $DEVICE != cpu ]]; then
        if ! DEVICE_NAME=$(gpu_name); then
            why='no GPU answers (nvidia-smi)'
        elif [[ ! $nvcc ]]; then
            why="$DEVICE_NAME is here, nvcc is not: install the CUDA toolkit or put nvcc on PATH"
        else
            ARCH=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
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
    if ! build_log=$(make -C "$KIT/labs/cpu" --no-print-directory 2>&1); then
        complain "the CPU device does not build: $(tail -n 1 <<<"$build_log"). Try: make -C labs/cpu"
        return 1
    fi
}
