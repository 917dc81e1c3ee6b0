# Where a CUDA toolkit keeps its files. nvcc itself is asked: what PATH finds may be a link, or a script in
# another folder (of a distribution, of a module system). Sourced.
# shellcheck shell=bash

# toolkit_folder NVCC: the folder with bin/nvcc in it, by its own path.
toolkit_folder() {
    local top
    top=$(nvcc_plan "$1" | sed -n 's/^#\$ TOP=//p' | head -n 1)
    if [[ ! $top || ! -x $top/bin/nvcc ]]; then top=$(dirname -- "$(readlink -f -- "$1")")/..; fi
    (cd -- "$top" 2>/dev/null && pwd -P)
}

# toolkit_library NVCC NAME: the path of the first such file in the folders that nvcc links from; nothing where
# none has it.
toolkit_library() {
    local folder
    while IFS= read -r folder; do
        if [[ -f $folder/$2 ]]; then realpath -- "$folder/$2" && return; fi
    done < <(nvcc_plan "$1" | sed -n 's/^#\$ LIBRARIES=//p' | grep -oE '"-L[^"]*"' | sed 's/^"-L//; s/"$//'
        for folder in lib64 lib targets/x86_64-linux/lib; do echo "$(toolkit_folder "$1")/$folder"; done)
}

# nvcc_plan NVCC: what it would do, and with which settings. It reads and writes nothing.
nvcc_plan() {
    "$1" --dryrun -c plan.cu 2>&1 || true
}
