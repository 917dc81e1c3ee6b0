#!/usr/bin/env bats
# grader/setup names exactly what is missing; grader/doctor tells what this machine can do. Other
# machines are played by stand-ins for nvidia-smi, nvcc and the driver's files.

# shellcheck disable=SC2016 # the stand-ins' text stands in single quotes
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load machine

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    bin=$BATS_TEST_TMPDIR/bin
    other_machine
}

# A PATH without nvidia-smi, nvcc and lspci: what doctor needs, and nothing else.
bare_path() {
    only bash sed make g++ cc jq bats bwrap timeout cat basename dirname head tail mktemp rm date stat mkdir env \
        grep awk sort find sha256sum readlink cp mv ln tr cut flock ls true nproc uname touch chmod ar ld as
    PATH=$bin
}

@test "make setup, make test and make grade begin with grader/setup for their purpose" {
    local goal purpose
    for goal in setup:test test:test class:class grade:grade; do
        purpose=${goal#*:}
        run make -n --no-print-directory "${goal%:*}"
        assert_success
        assert_line --index 0 "grader/setup --for $purpose"
    done
}

@test "setup says nothing when all is there" {
    local purpose missing
    missing=$(grader/setup --list | paste -sd' ') || skip "something is missing: $missing; make setup"
    for purpose in student grade class handouts test; do
        run grader/setup --for "$purpose"
        assert_success
        assert_output ''
    done
}

@test "setup without root prints one line to type, naming what this purpose misses" {
    only bash sed make g++ jq bats
    printf '#!/bin/sh\nexit 1\n' | stand_in apt-get
    local as_user=(env "PATH=$bin")
    if ((EUID == 0)); then
        command -v setpriv
        as_user=("$(command -v setpriv)" --reuid 4321 --regid 4321 --clear-groups env "PATH=$bin")
    fi
    # a copy that any user may read
    cp grader/setup "$BATS_TEST_TMPDIR/setup"
    chmod 755 "$BATS_TEST_TMPDIR/setup" "$BATS_TEST_TMPDIR" "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR/test" || true
    run "${as_user[@]}" bash "$BATS_TEST_TMPDIR/setup" --for grade
    assert_failure 1
    assert_output "setup: something is missing that only root can install. Type:
sudo apt-get update && sudo apt-get install -y bubblewrap"
    run "${as_user[@]}" bash "$BATS_TEST_TMPDIR/setup" --for student
    assert_success
    assert_output ''
}

@test "setup as root installs, and gets the package lists first where there are none" {
    ((EUID == 0)) || skip 'needs root'
    only bash sed make g++ mktemp rm tail bats jq
    stand_in apt-get <<END
#!/bin/bash
echo "\$1 \${*: -1}" >>$BATS_TEST_TMPDIR/calls
[[ \$1 != install || -e $BATS_TEST_TMPDIR/lists ]] || { echo 'E: Unable to locate package' >&2; exit 100; }
echo x >$BATS_TEST_TMPDIR/lists
END
    PATH=$bin run "$BASH" grader/setup --for grade
    assert_success
    assert_output 'setup: installing bubblewrap'
    run cat "$BATS_TEST_TMPDIR/calls"
    assert_output $'install bubblewrap\nupdate -qq\ninstall bubblewrap'
}

@test "setup that cannot install shows apt's last words" {
    ((EUID == 0)) || skip 'needs root'
    only bash sed make g++ mktemp rm tail bats jq
    printf '#!/bin/bash\necho "E: no network" >&2\nexit 100\n' | stand_in apt-get
    PATH=$bin run "$BASH" grader/setup --for grade
    assert_failure 1
    assert_line --partial 'could not install bubblewrap'
    assert_line 'E: no network'
}

@test "setup and doctor: wrong usage exits 2, --help exits 0" {
    run grader/setup --for nothing
    assert_failure 2
    assert_output --partial 'Usage: grader/setup'
    run grader/doctor --frob
    assert_failure 2
    assert_output --partial 'Usage: grader/doctor'
    run grader/setup --help
    assert_success
    run grader/doctor --help
    assert_success
}

@test "doctor without a GPU: the CPU device grades, and there is nothing to install for one" {
    pci 0000:00:02.0 0x8086 0x030000      # a graphics chip of another maker
    pci 0000:01:00.1 0x10de 0x040300      # NVIDIA's, and no GPU
    bare_path
    run grader/doctor
    assert_success
    assert_line --regexp '^-- +GPU +none: the CPU device grades'
    refute_output --regexp 'nvidia-driver|install.*cupti|Windows'
    assert_line --regexp '^ok +box +bubblewrap'
    assert_line --partial 'grades on the CPU device; points that need a GPU are pending'
    refute_output --partial $'\e'
}

@test "doctor: a GPU that has no driver, and how this system installs one" {
    pci 0000:01:00.0 0x10de 0x030200
    bare_path
    told etc/os-release $'NAME="Debian GNU/Linux"\nID=debian'
    run grader/doctor
    assert_success
    assert_line --regexp '^!! +GPU +an NVIDIA GPU without a driver \(PCI device 0000:01:00.0\)'
    assert_line --partial 'non-free to apt'
    assert_line --partial 'sudo apt-get install nvidia-driver; reboot'
    told etc/os-release ID=ubuntu
    printf '#!/bin/sh\necho "$2 3D controller: NVIDIA GA107M"\n' | stand_in lspci
    run grader/doctor
    assert_line --partial 'without a driver (0000:01:00.0 3D controller: NVIDIA GA107M)'
    assert_line --regexp '-> sudo ubuntu-drivers install; reboot$'
    told etc/os-release ID=arch
    run grader/doctor
    assert_line --partial "-> install NVIDIA's driver, as this system's manual says"
}

@test "doctor: a driver without nvidia-smi" {
    told proc/driver/nvidia/version 'NVRM version: 580.10'
    bare_path
    run grader/doctor
    assert_line --regexp '^!! +GPU +the driver is loaded, nvidia-smi is not on the PATH'
    assert_line --partial 'docker run --gpus all'
}

@test "doctor on WSL: the driver is that of Windows" {
    told dev/dxg ''
    bare_path
    run grader/doctor
    assert_success
    assert_line --regexp "^-- +GPU +none \\(WSL without NVIDIA's driver\\)"
    assert_line --partial 'install its driver in Windows, none in here'
    refute_output --partial apt-get
    told usr/lib/wsl/lib/nvidia-smi '#!/bin/sh'
    chmod 755 "$DOCTOR_MACHINE/usr/lib/wsl/lib/nvidia-smi"
    run grader/doctor
    assert_line --regexp '^!! +GPU +WSL brings nvidia-smi, and it is not on the PATH'
    assert_line --partial "-> export PATH=\$PATH:/usr/lib/wsl/lib"
    gpus 13.0 'NVIDIA GeForce RTX 4060 Laptop GPU'
    run grader/doctor
    assert_line --regexp '^ok +GPU +NVIDIA GeForce RTX 4060 Laptop GPU'
    assert_line --regexp '^-- +counters +Windows decides'
    printf '#!/bin/sh\necho "NVIDIA-SMI has failed"\nexit 9\n' | stand_in nvidia-smi
    run grader/doctor
    assert_line --partial "WSL uses the driver of Windows: install NVIDIA's there"
}

@test "doctor names each missing package under the first purpose that needs it" {
    bare_path
    rm "$bin/bats"
    run grader/doctor
    assert_failure 1
    assert_line --regexp '^!! +tools +missing for grading: bats; for testing the kit: .*clang-format'
    assert_line --partial '-> grader/setup --for grade'
    assert_line --partial 'cannot grade yet'
    refute_output --regexp 'for testing the kit:.*(bats |jq|g[+][+]([^-]|$))'
    rm "$bin/g++"
    run grader/doctor
    assert_failure 1
    assert_line --regexp '^!! +compiler +no g[+][+]'
    refute_output --partial 'Error 1'
    assert_line --regexp '^!! +tools +missing for building the labs: g[+][+]; for grading: bats; for testing'
    ln -s /bin/true "$bin/g++"
    ln -s /bin/true "$bin/bats"
    run grader/doctor
    assert_line --regexp '^-- +tools +all there for grading; missing for testing the kit: .*shellcheck'
    assert_line --regexp '-> make setup$'
}

@test "setup asks for nothing that the kit does not use" {
    local package sign count=0 uses=(Makefile grader labs solutions tests handouts)
    while read -r package sign; do
        case $package in
        '' | make) continue ;;
        bubblewrap) sign=bwrap ;;
        libclang-rt-dev) sign=-fsanitize=fuzzer ;;
        libseccomp-dev) sign=seccomp.h ;;
        bats-*) sign=$package/load.bash ;;
        libarchive-tools) sign=bsdtar ;;
        slurmctld | slurmd) sign=$package ;;
        libelf-dev) sign=gelf.h ;;
        nodejs) sign=node ;;
        fonts-liberation) sign='Liberation Serif' ;;
        poppler-utils) sign=pdftotext ;;
        python3-jsonschema) sign=jsonschema ;;
        esac
        run grep -rqwF --exclude-dir=build --exclude=setup --exclude=setup.bats -- "$sign" "${uses[@]}"
        assert_success || fail "$package"
        count=$((count + 1))
    done < <(sed -n "/^student='/,/^purpose=/{/^[a-z][^=]* [^=]*$/p}" grader/setup)
    ((count > 10))
}

@test "doctor with a GPU: names it, its driver and toolkit" {
    gpus 13.0 'NVIDIA H200'
    nvcc 13.0
    PATH=$bin:$PATH run grader/doctor
    assert_success
    assert_line --regexp '^ok +GPU +NVIDIA H200, compute capability 9.0'
    assert_line --regexp '^ok +driver +580.10, for CUDA up to 13.0'
    assert_line --regexp '^ok +toolkit +nvcc 13.0'
    assert_line --partial 'grades on the GPU (NVIDIA H200) and on the CPU device'
}

@test "doctor with several GPUs: says which one is used" {
    gpus 13.0 'NVIDIA H200' 'NVIDIA A100' 'NVIDIA T4'
    nvcc 13.0
    PATH=$bin:$PATH run grader/doctor
    assert_line --regexp '^ok +GPU +NVIDIA H200, number 0 of 3'
    CUDA_VISIBLE_DEVICES=1,2 PATH=$bin:$PATH run grader/doctor
    assert_line --regexp '^ok +GPU +NVIDIA A100, number 1 of 3'
}

@test "doctor: a toolkit newer than the driver" {
    gpus 12.8 'NVIDIA H200'
    nvcc 13.0
    PATH=$bin:$PATH run grader/doctor
    assert_success # on the CPU device
    assert_line --regexp '^!! +toolkit +nvcc 13.0 is newer than the driver, which runs CUDA up to 12.8'
    assert_line --partial 'grades on the CPU device'
    nvcc 12.9
    PATH=$bin:$PATH run grader/doctor
    assert_line --regexp '^-- +toolkit .*machine code runs, PTX does not'
    assert_line --partial 'grades on the GPU'
}

@test "doctor: a driver that does not answer" {
    pci 0000:01:00.0 0x10de 0x030200
    printf '#!/bin/sh\necho "Failed to initialize NVML: Driver/library version mismatch"\nexit 18\n' | stand_in nvidia-smi
    PATH=$bin:$PATH run grader/doctor
    assert_success
    assert_line --regexp '^!! +GPU +nvidia-smi fails: Failed to initialize NVML'
    assert_line --partial 'reboot after a driver update'
}

@test "doctor: no box, no grading" {
    BWRAP=/nowhere/bwrap run grader/doctor
    assert_failure 1
    assert_line --regexp '^!! +box +bubblewrap is not installed'
    assert_line --partial 'apt-get install bubblewrap'
    assert_line --partial 'cannot grade yet'
}
