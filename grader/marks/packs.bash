# What a platform unpacks to grade by itself: the kit, and the few lines that start it there.
# shellcheck shell=bash
# shellcheck disable=SC2154 # grader/export sets them

# lab_here: the lab of the records.
lab_here() { jq -r '.class.lab // ([.records[].lab][0])' "$scratch/input"; }

# copy_kit_to FOLDER: what grading needs, nothing built.
copy_kit_to() {
    mkdir -p -- "$1"
    tar -c -C "$KIT" --exclude=build --exclude='.git*' --exclude='handouts/figures' Makefile labs solutions grader |
        tar -x -C "$1" --no-same-owner
}

pack_feedback() {
    local path name
    mkdir -p -- "$scratch/feedback"
    while IFS=$'\t' read -r path name; do
        if [[ ! -f $records/$name/page.html ]]; then continue; fi
        mkdir -p -- "$scratch/feedback/${path%/*}"
        cp -- "$records/$name/page.html" "$scratch/feedback/$path"
    done < <(make feedback | jq -r '[.path, .name] | @tsv')
    if [[ ! $(ls -A "$scratch/feedback") ]]; then
        complain "no submission of $dir has a participant's number of Moodle: was it graded from Moodle's own download?"
        exit 1
    fi
    rm -f -- "$into/feedback.zip"
    (cd -- "$scratch/feedback" && bsdtar --format zip -s ',^\./,,' -cf - ./*) >"$into/feedback.zip"
    complain "$into/feedback.zip: upload it as \"multiple feedback files in a zip\"."
}

pack_gradescope() {
    local pack=$scratch/autograder lab
    lab=$(lab_here)
    copy_kit_to "$pack/kit"
    cat >"$pack/setup.sh" <<'END'
#!/usr/bin/env bash
# Gradescope runs this once, as root, when the autograder is uploaded.
set -euo pipefail
/autograder/source/kit/grader/setup --for grade
make -s -C /autograder/source/kit/labs/cpu
for part in box intake admit judge; do make -s -C "/autograder/source/kit/grader/$part"; done
chmod -R go-rwx /autograder/source/kit/solutions /autograder/source/kit/grader/judge
END
    printf '#!/usr/bin/env bash\nexec /autograder/source/kit/grader/marks/on_gradescope %q\n' "$lab" >"$pack/run_autograder"
    chmod 755 "$pack/setup.sh" "$pack/run_autograder"
    rm -f -- "$into/gradescope-autograder.zip"
    (cd -- "$pack" && bsdtar --format zip -cf - setup.sh run_autograder kit) >"$into/gradescope-autograder.zip"
}

pack_autolab() {
    local lab
    lab=$(lab_here)
    copy_kit_to "$scratch/kit"
    tar -c -C "$scratch" -f "$into/autograde.tar" kit
    {
        printf '# Autolab puts this beside autograde.tar and the handin, and types make. Name the handin handin.tar in its settings.\n'
        printf 'all:\n\t@tar xf autograde.tar\n\t@mkdir -p handin && tar xf handin.tar -C handin\n\t@bash kit/grader/marks/on_autolab %s handin\n' "$lab"
    } >"$into/autograde-Makefile"
}

pack_classroom50() {
    cat >"$into/autograder.py" <<END
#!/usr/bin/env python3
"""Classroom 50's runner starts this in the student's checkout. The kit is at \$GPU_LABS_KIT."""
import os
import sys

os.execv("/bin/bash", ["bash", os.environ["GPU_LABS_KIT"] + "/grader/marks/on_classroom50", "$(lab_here)", *sys.argv[1:]])
END
}

pack_github() {
    local lab
    lab=$(lab_here)
    cat >"$into/grade.yml" <<END
# .github/workflows/grade.yml of the students' template: grades on every push, and shows the marks in the run's summary.
# The kit is a private repository: its name in the variable KIT_REPOSITORY, a token that reads it in the secret KIT_TOKEN.
name: grade
on: [push, workflow_dispatch]
permissions:
  contents: read
jobs:
  grade:
    runs-on: ubuntu-24.04
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v4
        with:
          path: submission
          persist-credentials: false
      - uses: actions/checkout@v4
        with:
          repository: \${{ vars.KIT_REPOSITORY }}
          token: \${{ secrets.KIT_TOKEN }}
          path: kit
          persist-credentials: false
      - name: prepare
        run: |
          sudo apt-get update -qq
          sudo kit/grader/setup --for grade
          # The box is made of user namespaces, which this system keeps for root.
          sudo sysctl -q kernel.apparmor_restrict_unprivileged_userns=0
      - name: grade
        run: |
          status=0
          kit/grader/grade --lab $lab --device cpu --output records submission || status=\$?
          kit/grader/export github records --into summary
          cat summary/*.md >>"\$GITHUB_STEP_SUMMARY"
          exit "\$status"
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: record
          path: records/$lab/*/result.json
END
}
