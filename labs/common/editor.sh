#!/bin/sh
# editor.sh LABS: what `make editor` does: writes compile_commands.json and .clangd into the folder of the
# labs, by which clangd understands them, and .vscode/ beside that folder, for VS Code. What a student has
# changed in .vscode/ stays.
set -eu
unset CDPATH
labs=$(cd "$1" && pwd -P)
here=$labs/common/editor

quoted() { # TEXT: as a string of JSON
    printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"
}

# The options, one a line.
options() {
    printf '%s\n' -xcuda --cuda-host-only -nocudainc -nocudalib --cuda-gpu-arch=sm_70 -std=c++17 \
        -Xclang -fcuda-allow-variadic-functions -Wno-unknown-cuda-version \
        "-I$labs/cpu/include" -include "$here/cuda.h" -DLAB_CHECK
}

commands() {
    separator=''
    echo '['
    for file in "$labs"/lab*/*.cu; do
        printf '%s{"directory": %s, "file": %s, "arguments": ["clang++"' "$separator" \
            "$(quoted "${file%/*}")" "$(quoted "${file##*/}")"
        options | while IFS= read -r option; do printf ', %s' "$(quoted "$option")"; done
        printf ', "-c", %s]}' "$(quoted "${file##*/}")"
        separator=',
'
    done
    printf '\n]\n'
}

commands >"$labs/compile_commands.json"
# Headers, too, and files that were not there yet.
{
    printf 'CompileFlags:\n  Compiler: clang++\n  Add:\n'
    options | while IFS= read -r option; do printf '    - %s\n' "$(quoted "$option")"; done
    printf 'Diagnostics:\n  UnusedIncludes: None\n'
} >"$labs/.clangd"

top=${labs%/*}
mkdir -p "$top/.vscode"
for file in "$here"/vscode/*.json; do
    copy=$top/.vscode/${file##*/}
    if [ ! -e "$copy" ]; then
        cp "$file" "$copy"
    elif ! cmp -s "$file" "$copy"; then
        echo "kept: $copy, which you changed; ours is $file"
    fi
done
echo "clangd knows the labs now (compile_commands.json, .clangd): completion, jumps, mistakes as you type."
echo "VS Code: open the folder $top and take the extensions it proposes; Ctrl+Shift+B checks the lab of the open file."
command -v clangd >/dev/null 2>&1 || echo "clangd is not here: make doctor says what to type, or your editor's extension brings it."
