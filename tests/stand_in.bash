# A stand-in for a GPU and its toolkit, where there is none: programs for it are compiled by nvcc-cpu
# without its checker, so they run, and like a GPU see no leak, no harmless overrun and no race. Device
# code that would be timed is an empty file; its checks stay pending, for no calibration fits.
# shellcheck shell=bash

# make_stand_in FOLDER KIT [FLAG]: FOLDER/bin holds nvidia-smi and nvcc; nvcc also gives FLAG and defines
# STAND_IN. The toolkit is in a folder of its own outside /usr, which a box must be told of.
make_stand_in() {
    local folder=$1 kit=$2 flag=${3-} capability=0.1
    if [[ $flag ]]; then capability=0.2; fi # the grader keeps objects of the reference for each
    mkdir -p "$folder"/bin "$folder"/toolkit/{bin,nvvm}
    cat >"$folder/bin/nvidia-smi" <<TEXT
#!/bin/sh
case "\$*" in
*compute_cap,name*) echo '$capability, Stand-in' ;;
*compute_cap*) echo $capability ;;
*) echo Stand-in ;;
esac
TEXT
    cat >"$folder/toolkit/bin/nvcc" <<TEXT
#!/bin/sh
# Device code for timings is linked to a -cubin, in a box that has no CPU device.
case "\$*" in *-cubin*) ;; *)
    for kit in /kit '$kit'; do # in a grading's box, and outside
        [ -x "\$kit/labs/cpu/nvcc-cpu" ] && exec "\$kit/labs/cpu/nvcc-cpu" -DSTAND_IN $flag "\$@"
    done ;;
esac
while [ "\$1" != -o ]; do shift; done
: >"\$2"
TEXT
    chmod -R a+rX "$folder"
    chmod a+x "$folder/bin/nvidia-smi" "$folder/toolkit/bin/nvcc"
    ln -sfn ../toolkit/bin/nvcc "$folder/bin/nvcc"
}
