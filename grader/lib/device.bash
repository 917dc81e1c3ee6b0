# Which device grades, and what compiles for it.
# shellcheck shell=bash
# shellcheck disable=SC2034 # what choose_device sets is for grade and the stages

# gpu_name: the name of the first GPU that answers; fails when none does.
gpu_name() {
    local name
    name=$(timeout 20 nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1) && [[ $name ]] &&
        printf '%s' "$name"
}

# choose_device: settles DEVICE (gpu or cpu) and sets DEVICE_NAME, NVCC, ARCH, NVCC_TRIAL (not empty:
# each file is also tried with nvcc), TOOLKIT. Fails, with a message, when the device is not there.
choose_device() {
    local nvcc=''
    DEVICE_NAME='' ARCH='' NVCC_TRIAL='' TOOLKIT=''
    PATH=$PATH:/usr/local/cuda/bin
    if nvcc=$(command -v nvcc); then
        TOOLKIT=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/nvcc \1/p')
    fi
    if [[ $DEVICE != cpu ]] && DEVICE_NAME=$(gpu_name) && [[ $nvcc ]]; then
        DEVICE=gpu NVCC=$nvcc
        ARCH=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
        return
    fi
    if [[ $DEVICE == gpu ]]; then
        if [[ $DEVICE_NAME ]]; then
            complain "--device gpu: a GPU is here ($DEVICE_NAME), nvcc is not: install the CUDA toolkit or put nvcc on PATH."
        else
            complain "--device gpu: no GPU answers (nvidia-smi); grade with --device cpu, or see \`make doctor\`."
        fi
        return 1
    fi
    DEVICE=cpu DEVICE_NAME='CPU device' NVCC=$KIT/labs/cpu/nvcc-cpu
    if [[ $nvcc && $TRY_NVCC ]]; then NVCC_TRIAL=1; fi
    if ! build_log=$(make -C "$KIT/labs/cpu" --no-print-directory 2>&1); then
        complain "the CPU device does not build: $(tail -n 1 <<<"$build_log"). Try: make -C labs/cpu"
        return 1
    fi
}
