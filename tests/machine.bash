# Other machines for doctor and setup: files of the system, and stand-ins for programs in $bin.
# shellcheck shell=bash disable=SC2016 # the stand-ins' text stands in single quotes

# To be called first.
other_machine() {
    bin=$BATS_TEST_TMPDIR/bin
    mkdir "$bin"
    unset CUDA_VISIBLE_DEVICES
    export DOCTOR_MACHINE=$BATS_TEST_TMPDIR/machine
    mkdir "$DOCTOR_MACHINE"
}

# told PATH TEXT: a file of the machine that doctor looks at.
told() {
    mkdir -p "$DOCTOR_MACHINE/${1%/*}"
    echo "$2" >"$DOCTOR_MACHINE/$1"
}

# pci ADDRESS VENDOR CLASS
pci() {
    told "sys/bus/pci/devices/$1/vendor" "$2"
    told "sys/bus/pci/devices/$1/class" "$3"
}

stand_in() {
    cat >"$bin/$1"
    chmod 755 "$bin/$1"
}

# A PATH with these commands alone.
only() {
    local command
    for command in "$@"; do ln -s "$(command -v "$command")" "$bin/$command"; done
}

gpus() { # DRIVER_CUDA NAME...
    local cuda=$1 name index=0
    shift
    {
        echo '#!/bin/sh'
        echo 'if [ "$1" = -q ]; then echo "<cuda_version>'"$cuda"'</cuda_version>"; exit; fi'
        for name in "$@"; do
            echo "echo '$index, $name, 580.10, 9.0'"
            index=$((index + 1))
        done
    } | stand_in nvidia-smi
}

nvcc() {
    printf '#!/bin/sh\necho "Cuda compilation tools, release %s, V%s.88"\n' "$1" "$1" | stand_in nvcc
}
