#!/usr/bin/env bats
# grader/class on a cluster: a Slurm of one node on loopback, started by the test and without root, whose node dies in the middle.

# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    PATH=$PATH:/usr/sbin
    command -v slurmctld slurmd sbatch >/dev/null || skip 'slurmctld, slurmd or sbatch is not installed: make setup'
    slurm=$BATS_TEST_TMPDIR/slurm down=$BATS_TEST_TMPDIR/down
    mkdir "$slurm" "$down"
    node=$(hostname -s)
    export SLURM_CONF=$slurm/slurm.conf
    cat >"$SLURM_CONF" <<END
ClusterName=lab
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
SlurmctldPort=$((20000 + $$ % 10000))
SlurmdPort=$((30000 + $$ % 10000))
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$slurm
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=500 State=UNKNOWN
PartitionName=lab Nodes=$node Default=YES MaxTime=01:00:00 State=UP
END
    slurmctld -f "$SLURM_CONF" 3>&-
    start_node
    for _ in {1..60}; do
        if [[ $(sinfo -h -o %t 2>/dev/null) == idle ]]; then return; fi
        sleep 0.5
    done
    skip "this Slurm does not start here: $(tail -qn 1 "$slurm"/*.log | paste -sd' ')"
}

start_node() { slurmd -f "$SLURM_CONF" -N "$node" 3>&-; }

teardown() {
    if [[ -d ${slurm-} ]]; then
        scancel --user="$(id -un)" 2>/dev/null || true
        for pid in "$slurm"/*.pid; do kill "$(<"$pid")" 2>/dev/null || true; done
        # They write until they are gone.
        for _ in {1..100}; do
            if ! compgen -G "$slurm/*.pid" >/dev/null; then break; fi
            sleep 0.1
        done
    fi
}

@test "a class as a job array; the node dies in the middle; all are graded, once and the same" {
    local pid
    for name in ann bob cy; do
        mkdir "$down/$name"
        cp solutions/lab6/lab6.cu "$down/$name/"
    done
    grader/class --slurm --lab lab6 --only-step 1 --device cpu --no-nvcc --seed 5 --output "$BATS_TEST_TMPDIR/out" --color never "$down" -- --time=10 \
        >"$BATS_TEST_TMPDIR/said" 2>&1 3>&- &
    pid=$!
    for _ in {1..200}; do
        if compgen -G "$BATS_TEST_TMPDIR/out/lab6/*/work" >/dev/null; then break; fi
        sleep 0.1
    done
    # What a power cut ends: the daemon, its steps, and what they run. Nobody else's.
    kill -KILL "$(<"$slurm/slurmd.pid")"
    for step in $(pgrep -x slurmstepd); do
        if grep -qaF "$slurm" "/proc/$step/environ"; then kill -KILL "$step" || true; fi
    done
    pkill -KILL -f "$BATS_TEST_TMPDIR/out/lab6/[.]class" || true
    sleep 1
    start_node
    for _ in {1..120}; do
        if ! kill -0 "$pid" 2>/dev/null; then break; fi
        # Slurm lets requeued tasks wait two minutes.
        while read -r job; do scontrol update jobid="$job" starttime=now 2>/dev/null || true; done < <(squeue -h -r -t PENDING -o %i)
        sleep 1
    done
    wait "$pid" || true
    run grader/class --slurm --lab lab6 --only-step 1 --device cpu --no-nvcc --output "$BATS_TEST_TMPDIR/out" --color never "$down"
    assert_success
    assert_line '3 of 3 submissions are graded.'
    for name in ann bob cy; do assert_line --regexp "^lab6 +$name +12 +0 +12$"; done
    run jq -r '.submissions | map(.state) | unique[]' "$BATS_TEST_TMPDIR/out/lab6/class.json"
    assert_output graded
    run grader/class --slurm --lab lab6 --only-step 1 --device cpu --no-nvcc --output "$BATS_TEST_TMPDIR/out" "$down" -- --partition=nowhere
    assert_failure 1
    assert_output --partial 'sbatch does not take the tasks'
}
