# What this machine has for the labs: GPU, driver, toolkit, compilers. For `doctor` here and the grader's own.
# Before it is sourced: without_gpu, what becomes of the labs where no GPU answers.
# shellcheck shell=bash

: "${without_gpu:?}"

# Where the machine tells about itself: /proc, /sys, /dev, /etc. The tests put their own here.
machine=${DOCTOR_MACHINE-}
driver_proc=$machine/proc/driver/nvidia

green='' yellow='' red='' plain=''
if [[ -t 1 && -z ${NO_COLOR-} ]]; then green=$'\e[32m' yellow=$'\e[33m' red=$'\e[31m' plain=$'\e[0m'; fi

# line SIGN SUBJECT TEXT [WHAT TO DO]
line() {
    local colour=$green
    case $1 in
    --) colour=$yellow ;;
    '!!') colour=$red ;;
    esac
    printf '%s%s%s  %-9s %s\n' "$colour" "$1" "$plain" "$2" "$3"
    [[ -z ${4-} ]] || printf '                -> %s\n' "$4"
}

# first_line COMMAND...: the first line it prints, empty when it fails.
first_line() {
    local text
    text=$(timeout 20 "$@" 2>/dev/null) || return 0
    printf '%s' "${text%%$'\n'*}"
}

# nvidia_hardware: prints the PCI addresses of NVIDIA's display controllers, driver or not.
nvidia_hardware() {
    local device
    for device in "$machine"/sys/bus/pci/devices/*; do
        [[ $(cat "$device/vendor" 2>/dev/null) == 0x10de ]] || continue
        # class 03: a display controller; the same card's sound is a device of its own
        [[ $(cat "$device/class" 2>/dev/null) != 0x03* ]] || basename "$device"
    done
}

# driver_remedy: how this system gets NVIDIA's driver.
driver_remedy() {
    case $(sed -n 's/^ID=//p' "$machine/etc/os-release" 2>/dev/null) in
    debian) echo "add contrib and non-free to apt's sources, then: sudo apt-get install nvidia-driver; reboot" ;;
    ubuntu) echo 'sudo ubuntu-drivers install; reboot' ;;
    *) echo "install NVIDIA's driver, as this system's manual says; reboot" ;;
    esac
}

# Without nvidia-smi: is there a GPU to bring to life, and how?
explain_no_driver() {
    local hardware name=''
    if [[ -x $machine/usr/lib/wsl/lib/nvidia-smi ]]; then
        line '!!' GPU 'WSL brings nvidia-smi, and it is not on the PATH' "export PATH=\$PATH:/usr/lib/wsl/lib"
    elif [[ -e $machine/dev/dxg ]]; then
        line -- GPU "none (WSL without NVIDIA's driver): $without_gpu" \
            "with an NVIDIA GPU: install its driver in Windows, none in here; then in Windows: wsl --update; wsl --shutdown"
    elif [[ -e $driver_proc/version ]]; then
        line '!!' GPU 'the driver is loaded, nvidia-smi is not on the PATH' \
            'in a container: docker run --gpus all; else install the driver package that brings nvidia-smi'
    elif hardware=$(nvidia_hardware) && [[ -n $hardware ]]; then
        if command -v lspci >/dev/null; then name=$(first_line lspci -s "${hardware%%$'\n'*}"); fi
        line '!!' GPU "an NVIDIA GPU without a driver (${name:-PCI device ${hardware%%$'\n'*}}): the CPU device is used" \
            "$(driver_remedy)"
    else
        line -- GPU "none: $without_gpu"
    fi
}

check_gpu() {
    local index name driver capability all='' count=0 used
    gpu='' arch='' driver_cuda=''
    if ! command -v nvidia-smi >/dev/null; then
        explain_no_driver
        return
    fi
    if ! all=$(timeout 20 nvidia-smi --query-gpu=index,name,driver_version,compute_cap --format=csv,noheader 2>&1); then
        line '!!' GPU "nvidia-smi fails: ${all%%$'\n'*}" "$(smi_remedy)"
        return
    fi
    [[ -n $all ]] || {
        line '!!' GPU 'the driver answers, and sees no GPU' 'in a container: docker run --gpus all; in Slurm: ask for --gres=gpu:1'
        return
    }
    used=${CUDA_VISIBLE_DEVICES-}
    used=${used%%,*}
    while IFS=, read -r index name driver capability; do
        count=$((count + 1))
        [[ -n $gpu && $used != "${index// /}" ]] && continue
        gpu=${name# } arch=${capability// /} driver_version=${driver// /} gpu_index=$index
    done <<<"$all"
    if ((count > 1)); then
        line ok GPU "$gpu, number $gpu_index of $count (0 to $((count - 1)))" "another one: CUDA_VISIBLE_DEVICES=N make ..."
    else
        line ok GPU "$gpu, compute capability $arch"
    fi
    driver_cuda=$(timeout 20 nvidia-smi -q -x 2>/dev/null | sed -n 's/.*<cuda_version>\([0-9.]*\)<.*/\1/p') || driver_cuda=''
    line ok driver "$driver_version${driver_cuda:+, for CUDA up to $driver_cuda}"
}

# smi_remedy: what helps when nvidia-smi is there and does not work.
smi_remedy() {
    if [[ -e $machine/dev/dxg ]]; then
        echo "WSL uses the driver of Windows: install NVIDIA's there, then in Windows: wsl --update; wsl --shutdown"
    elif [[ -z $(nvidia_hardware) ]]; then
        echo 'no NVIDIA GPU is on the PCI bus; in a container that should have one: docker run --gpus all'
    else
        echo 'reboot after a driver update; in a container: docker run --gpus all'
    fi
}

check_toolkit() {
    nvcc=$(command -v nvcc || true)
    [[ -n $nvcc || ! -x /usr/local/cuda/bin/nvcc ]] || nvcc=/usr/local/cuda/bin/nvcc
    if [[ -z $nvcc ]]; then
        if [[ -n $gpu ]]; then
            line '!!' toolkit 'a GPU is here and nvcc is not: the CPU device is used' \
                'install the CUDA toolkit, or put its bin folder on the PATH'
        else
            line -- toolkit 'no nvcc: sources are not tried with it'
        fi
        return
    fi
    toolkit=$("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p') || toolkit=''
    if [[ -z $toolkit ]]; then
        line '!!' toolkit "$nvcc does not run" 'reinstall the CUDA toolkit'
        nvcc=''
    elif [[ -n $driver_cuda && ${toolkit%%.*} -gt ${driver_cuda%%.*} ]]; then
        line '!!' toolkit "nvcc $toolkit is newer than the driver, which runs CUDA up to $driver_cuda" \
            "update the driver, or install a toolkit up to $driver_cuda"
        nvcc=''
    elif [[ -n $driver_cuda && ${toolkit%%.*} -eq ${driver_cuda%%.*} && ${toolkit#*.} -gt ${driver_cuda#*.} ]]; then
        line -- toolkit "nvcc $toolkit, the driver knows CUDA $driver_cuda: machine code runs, PTX does not" \
            'update the driver if a program reports an unsupported PTX version'
    else
        line ok toolkit "nvcc $toolkit ($nvcc)"
    fi
}

# ---- Packages -----------------------------------------------------------------------------------

# A program, and who brings it: Debian and Ubuntu; Fedora; Arch.
packages='
clangd  clangd  clang-tools-extra  clang
entr    entr    entr               entr
flock   util-linux  util-linux-core  util-linux
g++     g++     gcc-c++            gcc
gdb     gdb     gdb                gdb
git     git     git                git
make    make    make               make
'

# os_release FIELD: of this system.
os_release() {
    local file=$machine/etc/os-release
    [[ -e $file ]] || return 0
    sed -n "s/^$1=//p" "$file" | tr -d '"'
}

# install_line PROGRAM...: what to type for them here.
install_line() {
    local column manager program names='' root=sudo
    if ((EUID == 0)); then root=''; fi
    case " $(os_release ID) $(os_release ID_LIKE) " in
    *' debian '* | *' ubuntu '*) column=2 manager="$root apt-get update && $root apt-get install" ;;
    *' fedora '* | *' rhel '*) column=3 manager="$root dnf install" ;;
    *' arch '*) column=4 manager="$root pacman -S --needed" ;;
    *) column=1 manager="with this system's package manager: install" ;;
    esac
    for program; do
        names+=" $(awk -v program="$program" -v column="$column" '$1 == program { print $column }' <<<"$packages")"
    done
    sed 's/^ *//; s/&&  */\&\& /' <<<"$manager$names"
}

# ---- Compilers ----------------------------------------------------------------------------------

oldest_compiler=11

# tried_with COMPILER MAJOR: how the labs' solutions were tried with it on the CPU device.
tried_with() {
    case $1-$2 in
    g++-11 | g++-12 | g++-13) echo 'known to work' ;;
    clang++-14 | clang++-16) echo 'works, no --check' ;;
    *) echo 'not tried with the labs' ;;
    esac
}

# other_compilers: what else is here for -ccbin, as words.
other_compilers() {
    local program version words=''
    for program in g++-{11..15} clang++; do
        version=$(first_line "$program" -dumpversion)
        [[ -n $version && $program != "g++-${1%%.*}" ]] || continue
        words+="; $program $version: $(tried_with "${program%%-*}" "${version%%.*}")"
    done
    printf '%s' "$words"
}


# Sets compiler to the version of the g++ that the CPU device compiles with, empty where it is of no use.
check_compiler() {
    local program=${NVCC_CPU_CXX:-g++} other
    local remedy='a newer system has one: Debian 12 or Ubuntu 22.04 and later; or open the container of .devcontainer/'
    compiler=$(first_line "$program" -dumpfullversion)
    if [[ -z $compiler ]]; then
        line '!!' compiler "no $program: neither device can compile" "$(install_line g++)"
    elif ((${compiler%%.*} >= oldest_compiler)); then
        line ok compiler "$program $compiler: $(tried_with g++ "${compiler%%.*}")$(other_compilers "$compiler")"
    else
        for other in g++-{11..15}; do
            if [[ $(first_line "$other" -dumpversion) ]]; then remedy="export NVCC_CPU_CXX=$other"; fi
        done
        line '!!' compiler "$program $compiler is too old: the CPU device needs g++ $oldest_compiler or later" "$remedy"
        compiler=''
    fi
}
