# Of each record what the class page needs, by its name. ahead: points of what is not begun, which is no mistake.
[inputs | {key: .submission, value: {
    score, pending, possible, judged, waiting: ([.tests[] | select(.waits_for)] | length),
    ahead: ([.tests[] | select(.status == "not-begun").points] | add // 0),
    steps: [.tests | group_by(.step)[] | {step: .[0].step, score: (map(.score) | add), points: (map(.points) | add),
                                          ahead: (map(select(.status == "not-begun").points) | add // 0)}],
    failed: [.tests[] | select(.status == "fail") | {step, points, diagnosis, message: (.message | .[:600])}],
    times: [.tests[] | select(.measured.ratio) | {id, name, status, ratio: .measured.ratio, interval: .measured.interval, threshold: .measured.threshold}]}}]
| from_entries
