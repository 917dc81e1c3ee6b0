# What every .cu file begins with, compiled once for all gradings of this user (labs/cpu/driver/precompile.c): made in
# the box, for there the kit has another place, and lent to every box. It saves half of each compilation, and nothing
# else: without it all comes out as with it. With boxed.bash and cache.bash.
# shellcheck shell=bash

# precompiled_key: all that it depends on but the options: the CPU device's headers and the compiler.
precompiled_key() {
    local sum
    sum=$({ (cd -- "$KIT/labs/cpu/include" && find . -type f -printf '%p %s %T@\n' | sort) && host_compiler; } | sha256sum)
    printf '%s' "${sum:0:20}"
}

# precompiled_folder: prints where that of this grading is.
precompiled_folder() { printf '%s' "$CACHE/precompiled/${grading[precompiled]-}"; }

# precompile FLAG...: makes it for these options of nvcc-cpu, where it can be made.
precompile() {
    local folder mark
    if [[ ${grading[box]} ]]; then
        "$KIT/labs/cpu/nvcc-cpu" --precompile "$@" || true
        return 0
    fi
    folder=$(precompiled_folder)
    mark=$(printf '%s\n' "$@" | sha256sum)
    mark=$folder/made-${mark:0:16}
    if own_folder "$CACHE/precompiled" && own_folder "$folder"; then
        touch -- "$folder"
        if [[ ! -e $mark ]]; then precompile_boxed "$folder" "$mark" "$@" || true; fi
    fi
}

# precompile_boxed FOLDER MARK FLAG...
precompile_boxed() {
    local folder=$1 mark=$2 part
    shift 2
    (
        flock 9
        if [[ -e $mark ]]; then exit; fi
        part=$(mktemp -d "$folder.XXXXXX")
        "$GRADER/run_student" --wall 300 --cpu 120 --memory 3072 --at /kit/labs/cpu --bind-ro "$KIT/labs/cpu" \
            --at /kit/labs/cpu/build/precompiled --work "$part" --report "$part.json" -- \
            /kit/labs/cpu/nvcc-cpu --precompile "$@" >/dev/null 2>&1 || true
        find "$part" -mindepth 1 -maxdepth 1 -type d ! -name '*.part*' -print0 | xargs -0 -r mv -n -t "$folder" --
        rm -rf -- "$part" "$part.json" "$part.json.words"
        if compgen -G "$folder/*/nvcc.h.gch" >/dev/null; then : >"$mark"; fi
    ) 9>"$folder.lock"
}
