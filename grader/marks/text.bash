# shellcheck shell=bash

# text_of FILE: as UTF-8, whatever a spreadsheet wrote.
text_of() {
    local start
    start=$(head -c 3 -- "$1" | od -An -tx1 | tr -d ' \n')
    case $start in
    fffe* | feff*) iconv -f UTF-16 -t UTF-8 -- "$1" ;;
    *) if iconv -f UTF-8 -t UTF-8 -- "$1" >/dev/null 2>&1; then cat -- "$1"; else iconv -f WINDOWS-1252 -t UTF-8//TRANSLIT -c -- "$1"; fi ;;
    esac
}
