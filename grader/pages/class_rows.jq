# Of each record what the class page needs, by its name.
[inputs | {key: .submission, value: {
    score, pending, possible, waiting: ([.tests[] | select(.waits_for)] | length),
    steps: [.tests | group_by(.step)[] | {step: .[0].step, score: (map(.score) | add), points: (map(.points) | add)}],
    failed: [.tests[] | select(.status == "fail") | {step, points, diagnosis, message: (.message | .[:600])}],
    times: [.tests[] | select(.measured.ratio) | {id, name, status, ratio: .measured.ratio, interval: .measured.interval, threshold: .measured.threshold}]}}]
| from_entries
