# copy_kit FOLDER: the kit as it is, CPU device and judges built, without what other tests may be
# writing to at the moment. For the tests that grade with a kit of their own.
# shellcheck shell=bash

copy_kit() {
    mkdir -p "$1"
    tar -c -C "$BATS_TEST_DIRNAME/.." --exclude='labs/lab*/build' --exclude='solutions/*/build' \
        --exclude=grader/build --exclude=labs/cpu/build/precompiled labs solutions grader | tar -x -C "$1"
}
