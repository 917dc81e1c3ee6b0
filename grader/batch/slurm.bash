# A class on a cluster: the same items as Slurm job arrays on a folder that all nodes share. The queue is never asked what is done:
# each task's own file says it (batch/one), and what has none after all is ours, and tried again by the next call.
# shellcheck shell=bash
# shellcheck disable=SC2154 # grader/class sets them

SLURM_TASKS=1000 # MaxArraySize is 1001 where nobody changed it

# grade_by_slurm: waits until every task has ended, one way or another.
grade_by_slurm() {
    local count first last job all=''
    count=$(wc -l <"$class/items/all")
    # Tasks of a call before this one, which was killed while they went on.
    if [[ -s $class/slurm.jobs ]]; then xargs -r scancel <"$class/slurm.jobs" 2>/dev/null || true; fi
    : >"$class/slurm.jobs"
    for ((first = 0; first < count; first += SLURM_TASKS)); do
        last=$((count - first - 1 < SLURM_TASKS - 1 ? count - first - 1 : SLURM_TASKS - 1))
        if ! job=$(sbatch --parsable --job-name="class-$lab" --requeue --open-mode=append --output="$class/log/slurm-%A_%a" \
            --array="0-$last" "${slurm_options[@]}" "$GRADER/batch/task" "$GRADER/batch/one" "$class" "$first"); then
            complain 'sbatch does not take the tasks: see what it says above. Options for it go behind --.'
            return 1
        fi
        printf '%s\n' "${job%%;*}" >>"$class/slurm.jobs"
        all+=:${job%%;*}
    done
    # afterany: failed tasks do not keep the summary from being written.
    sbatch --parsable --wait --job-name="class-$lab-end" --output=/dev/null --dependency="afterany$all" \
        "${slurm_options[@]}" --wrap=true >/dev/null || return
    rm -f -- "$class/slurm.jobs"
}
