#!/usr/bin/env bats
# The pages that the grader makes, opened in Debian's Chromium (tests/browser): nothing is fetched, nothing runs that is not
# ours, and axe-core and html-validate find nothing. What they say is asked where it matters.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup_file() {
    mkdir "$BATS_FILE_TMPDIR/pages"
}

# One browser for the pages of all tests: to start it costs twice what a page does.
teardown_file() {
    local pages=("$BATS_FILE_TMPDIR"/pages/*.html)
    [[ ! -f ${pages[0]} ]] || node "$BATS_TEST_DIRNAME/browser/check.js" "${pages[@]}"
}

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    out=$BATS_TEST_TMPDIR
    export HANDOUTS='' # whatever `make handouts` left here
}

# A browser and what drives it, or the test is skipped.
needs_browser() {
    [[ -x ${CHROMIUM:-/usr/bin/chromium} ]] || skip 'Chromium is not installed: make setup'
    tests/browser/install --check || skip 'the npm packages of tests/browser are not installed: make setup'
}

# in_browser PAGE...: nothing is wrong with them, as they are now; teardown_file opens them.
in_browser() {
    local page
    needs_browser
    for page; do cp -- "$page" "$(mktemp --suffix=".${page##*/}" "$BATS_FILE_TMPDIR/pages/test$BATS_TEST_NUMBER-XXXX")"; done
}

# record FILTER: a record, changed.
record() {
    jq -n '{schema: "gpu-memory-labs/result/1", lab: "lab6", submission: "ann", device: "cpu", device_name: "CPU device",
        toolkit: null, score: 12, pending: 5, possible: 29, seed: 4711, steps: null, notes: [], profile: null, tests: [
        {id: "step1-fill", name: "c_a is filled", step: 1, points: 12, score: 12, status: "pass", message: "", diagnosis: null, measured: {}},
        {id: "step4-uniform", name: "one word at a time", step: 4, points: 12, score: 0, status: "fail", diagnosis: "divergent-index",
         message: "30.3 words, in lab62.cu:7. Besides: it is slow", measured: {words_per_request: 30.33333}},
        {id: "step4-time", name: "fast enough", step: 4, points: 5, score: 0, status: "pending", message: "needs a GPU", diagnosis: null, measured: {}}]
        } | '"$1"
}

# Words that would leave their place if they were put into a page as they are, and what they would do there.
# shellcheck disable=SC2016 # it is JSON
hostile='"</p></style></script><script>alert(1)</script><img src=x onerror=alert(2)>\u2028\u202e\u0001<b>&amp;\n\u0003/tmp/x\n\u0001\u0002y\" onload=\"alert(3)`x` | *y*"'

@test "report: what was lost, why, the lines at fault, how to repeat it; the student's copy does not tell the seed" {
    mkdir "$out/bob"
    sed 's/^.*cudaMemcpyToSymbol.*$/    undeclared_thing(7);/' solutions/lab6/lab6.cu >"$out/bob/lab6.cu"
    run grader/grade --lab lab6 --device cpu --no-nvcc --only-step 1 --seed 4711 --output "$out" --brief "$out/bob"
    assert_success
    local folder=$out/lab6/bob
    tests/valid_record "$folder/result.json"
    grep -qF '<h1>lab6: bob</h1>' "$folder/report.html"
    grep -qE '<span data-line="[0-9]+" class="at"> +undeclared_thing<' "$folder/page.html"
    grep -qF -- '--lab lab6 --device cpu --seed 4711 --only-step 1' "$folder/report.html"
    run grep -c 4711 "$folder/page.html"
    assert_output 0
    run cmp "$folder/report.html" <(grader/report --html "$folder/result.json")
    assert_success
    run cmp "$folder/page.html" <(grader/report --html --student "$folder/result.json")
    assert_success
    in_browser "$folder/report.html" "$folder/page.html"
}

@test "report: what a name means is the handout's word; excerpts stand where their line is named; a ratio has its picture" {
    record '.excerpts = [{file: "lab62.cu", first: 6, at: [7], text: ["{", "    c_a[i];"]}, {file: "lab62.cu", first: 70, at: [71], text: ["a", "b"]}]
        | .tests[2] += {status: "fail", message: "lab62.cu:71 is slow", measured: {ratio: 1.9, interval: [1.8, 2], threshold: 1.25, pairs: 15}, found_on: "CPU device"}
        | .notes = ["one"]' >"$out/r.json"
    grader/report --html "$out/r.json" >"$out/r.html"
    run awk '/id="step4-uniform"/, /<\/article>/' "$out/r.html"
    assert_output --partial '<code>divergent-index</code>: '
    assert_output --partial 'Measured: words per request 30.33.'
    assert_output --partial 'data-line="7" class="at">    c_a'
    refute_output --partial 'line 71'
    run awk '/id="step4-time"/, /<\/article>/' "$out/r.html"
    assert_output --partial 'Ratio of times 1.9, interval 1.8 to 2; the threshold is 1.25'
    assert_output --partial 'line 71'
    refute_output --partial 'c_a'
    run grep -cF '<code>make explain NAME=divergent-index</code>' "$out/r.html"
    assert_output 1
    HANDOUTS=https://example.org/labs run grader/report --html --student "$out/r.json"
    assert_line --partial '<a href="https://example.org/labs/lab6.html#divergent-index">'
    in_browser "$out/r.html"
}

@test "report: a name leads to the handouts that were made here, in the full copy alone" {
    # shellcheck source=grader/lib/common.bash
    source grader/lib/common.bash
    # shellcheck source=grader/lib/pages.bash
    source grader/lib/pages.bash
    # shellcheck disable=SC2034 # read by report_copies
    KIT=$out/kit
    unset HANDOUTS
    mkdir -p "$out/kit/handouts/build" "$out/a class/lab6/ann"
    mkdir "$out/kit/handouts/lab6"
    cp handouts/lab6/README.md "$out/kit/handouts/lab6/"
    record . >"$out/a class/lab6/ann/result.json"
    write_reports lab6 '{}' "$out/a class/lab6/ann/result.json"
    run grep -c 'make explain NAME=divergent-index' "$out/a class/lab6/ann/"{report,page}.html
    assert_output --regexp 'report.html:1.*page.html:1'
    echo '<p id="divergent-index"></p>' >"$out/kit/handouts/build/lab6.html"
    (cd "$out/kit" && write_reports lab6 '{}' '../a class/./lab6/ann/result.json')
    grep -qF '<a href="../../../kit/handouts/build/lab6.html#divergent-index">' "$out/a class/lab6/ann/report.html"
    assert [ -f "$out/a class/lab6/ann/../../../kit/handouts/build/lab6.html" ]
    run grep -cE 'href="[^#]' "$out/a class/lab6/ann/page.html"
    assert_output 0
}

@test "report: the first wrong values beside the right ones, and a map; the student's copy shows only where" {
    record '.tests[1].measured.wrong_values = {elements: "texels", size: [5, 4, 3], count: 9, first: [{at: [1, 0, 1], got: 7.25, expected: "-inf"}, {at: [4, 2, 2], got: "never written"}],
            picture: {slice: 1, slices: 2, each: [1, 1], rows: [".#...", ".....", "###.#", "....."]}}
        | .tests[2] += {status: "fail", message: "no", measured: {wrong_values: {elements: "words", size: [100000], count: 1, first: [{at: [70], got: 1, expected: 2}],
            picture: {each: [25, 1], rows: ([range(62) | "." * 64] | .[0] = "..#" + "." * 61 | . + ["." * 32 + " " * 32])}}}}' >"$out/r.json"
    tests/valid_record "$out/r.json"
    grader/report --html "$out/r.json" >"$out/full.html"
    grader/report --html --student "$out/r.json" >"$out/own.html"
    run cat "$out/full.html"
    assert_output --partial '<caption>9 of 5 x 4 x 3 texels are wrong; the first 2</caption>'
    assert_output --partial '<tr><th scope="row">(1, 0, 1)</th><td class="number">7.25</td><td class="number">-inf</td></tr>'
    assert_output --partial '<tr><th scope="row">(4, 2, 2)</th><td class="number">never written</td><td class="number"></td></tr>'
    assert_output --partial 'slice z = 1, the one with most (there are some in 2 of 3); x to the right, y down'
    assert_output --partial 'Wrong cells lie in lines 0 to 2 of 4, in columns 0 to 4 of 5.'
    assert_output --partial '<path class="off" d="M1 0h1v1h-1zM0 2h3v1h-3zM4 2h1v1h-1z"/>'
    assert_output --partial '1600 in a line, 25 x 1 in a cell'
    run cat "$out/own.html"
    assert_output --partial 'the first at (1, 0, 1), (4, 2, 2).'
    assert_output --partial '<path class="off" d="M1 0h1v1h-1zM0 2h3v1h-3zM4 2h1v1h-1z"/>'
    refute_output --partial '7.25'
    refute_output --partial '-inf'
    in_browser "$out/full.html" "$out/own.html"
}

@test "report: words of the student's lines are marked by pandoc, and are the student's lines" {
    command -v pandoc >/dev/null || skip 'pandoc is not installed: make setup'
    record '.excerpts = [{file: "lab62.cu", first: 6, at: [7], text: ["__global__ void f(int *p) {", "    if (p[0] < 7 && p[1] > 2) return; // \"no\" & <b>", "", "~~~~~~~~~ {.sh}", "    /* </span></code></pre><script>alert(1)</script>"]},
        {file: "lab62.cu", first: 7, at: [7], text: ["const char *c = \"a\tb\", d = \u0027\\x41\u0027;   ", "*/ # &lt;span class=\"kw\">"]}]' >"$out/r.json"
    grader/report --html "$out/r.json" >"$out/r.html"
    run cat "$out/r.html"
    assert_output --partial '</span><span data-line="7" class="at">    <span class="cf">if</span> <span class="op">(</span>p<span class="op">[</span><span class="dv">0</span><span class="op">]</span> <span class="op">&lt;</span> <span class="dv">7</span> <span class="op">&amp;&amp;</span> p<span class="op">[</span><span class="dv">1</span><span class="op">]</span> <span class="op">&gt;</span> <span class="dv">2</span><span class="op">)</span> <span class="cf">return</span><span class="op">;</span> <span class="co">// &quot;no&quot; &amp; &lt;b&gt;</span></span><span data'
    # Letter by letter what was handed in, whatever it is.
    sed 's/<span data-line/\n&/g' "$out/r.html" | sed -n '/^<span data-line/{s/<[^<>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&#39;/'"'"'/g; s/&amp;/\&/g;p}' >"$out/shown"
    run diff <(jq -r '.excerpts[].text[] | gsub("\t"; " ")' "$out/r.json") "$out/shown"
    assert_output ''
    run grep -c '<script' "$out/r.html"
    assert_output 0
    in_browser "$out/r.html"
    # Without pandoc, the lines alone.
    mkdir "$out/bin"
    printf '#!/bin/sh\nexit 1\n' >"$out/bin/pandoc"
    chmod +x "$out/bin/pandoc"
    PATH=$out/bin:$PATH grader/report --html "$out/r.json" >"$out/plain.html"
    grep -qF '<span data-line="6">__global__ void f(int *p) {</span>' "$out/plain.html"
}

@test "report: hostile names, messages and sources are text; they end no line of one copy alone" {
    record ". as \$r | $hostile as \$h | .submission = \$h | .notes = [\$h] | .device_name = \$h | .toolkit = \$h
        | .tests[1] += {name: \$h, message: (\$h + \"lab62.cu:7\"), found_on: \"CPU device\", settled_on: \$h}
        | .excerpts = [{file: \"lab62.cu\", first: 7, at: [7], text: [\$h]}]" >"$out/r.json"
    grader/report --html "$out/r.json" >"$out/full.html"
    grader/report --html --student "$out/r.json" >"$out/own.html"
    run grep -cE '<script|<img|<b>&amp;[^a]' "$out/full.html"
    assert_output 0
    run grep -lE 'How to repeat|4711' "$out/own.html"
    assert_output ''
    run grep -lP '[\x01-\x08]' "$out/full.html" "$out/own.html"
    assert_output ''
    jq -n "{lab: \"lab6\", submission: $hostile, why: $hostile, inputs: \"\"}" >"$out/refused.json"
    in_browser "$out/full.html" "$out/own.html"
}

@test "report: 300 pages cost less than 5 s of processor" {
    local records=() number seconds
    for number in {1..300}; do
        mkdir "$out/$number"
        records+=("$out/$number/result.json")
    done
    record . | tee "${records[@]}" >/dev/null
    # shellcheck source=grader/lib/common.bash
    source grader/lib/common.bash
    # shellcheck source=grader/lib/pages.bash
    source grader/lib/pages.bash
    seconds=$(TIMEFORMAT='%U %S'; { time write_reports lab6 '{}' "${records[@]}"; } 2>&1)
    assert [ -s "$out/300/report.html" ]
    assert [ -s "$out/1/page.html" ]
    run awk '{ exit !($1 + $2 < 5) }' <<<"$seconds"
    assert_success
}

# class_of COUNT NAME: class.json, rows, similar pairs, of a class that COUNT people are in; NAME, in JSON: what they are called.
class_of() {
    jq -n --argjson n "$1" --argjson called "$2" '
        def drawn($i; $k): ($i * 7919 + $k * 104729 + $i * $i * 31) % 1000;
        ["divergent-index", "count-instead-of-bytes", "missing-bounds-guard", "no-rdc", "handout-words"] as $names
        | {class: {schema: "gpu-memory-labs/class/1", lab: "lab6", due: 1700000000, seed: 1, device: "gpu",
             submissions: [range($n) | {name: "\($called)\(.)", state: (if . % 53 == 52 then "refused" elif . % 97 == 96 then "ours" else "graded" end),
               why: (if . % 53 == 52 or . % 97 == 96 then "\($called): no" else null end), late: (. % 11 == 3),
               late_seconds: (if . % 11 == 3 then . * 977 + 60 else null end)}],
             people: ([range($n) | {name: "Number \(.) \($called)", roster: true, submissions: ["\($called)\(.)"]}]
               + [{name: "\($called) Gone", roster: true, submissions: []}, {name: $called, unknown: $called, roster: false, submissions: ["\($called)1"]}])},
           rows: ([range($n) | select(. % 53 != 52 and . % 97 != 96) | . as $i
             | [range(1; 6) | {step: ., points: 20, score: (if drawn($i; .) < 230 then 8 else 20 end), ahead: 0}] as $steps
             | {key: "\($called)\($i)", value: {score: ($steps | map(.score) | add), pending: (if $i % 17 == 5 then 5 else 0 end), possible: 100, $steps, ahead: 0,
                failed: [$steps[] | select(.score < 20) | {step, points: 12, diagnosis: $names[drawn($i; .step) % 5], message: "\($called) does not know"}],
                times: [{id: "step5-time", name: "fast enough", status: (if drawn($i; 7) > 900 then "fail" else "pass" end), ratio: (0.9 + drawn($i; 7) / 1000),
                  interval: [0.89 + drawn($i; 7) / 1000, 0.91 + drawn($i; 7) / 1000], threshold: 1.8}]}}] | from_entries),
           similar: [{one: "\($called)3", other: "\($called)5", percent: 91}]}' >"$out/all"
    local part
    for part in class rows similar; do jq ".$part" "$out/all" >"$out/$part.json"; done
}

# class_page: $out/index.html, of what class_of left.
class_page() {
    # shellcheck source=grader/lib/common.bash
    source grader/lib/common.bash
    # shellcheck source=grader/lib/pages.bash
    source grader/lib/pages.bash
    write_class_page "$out/class.json" "$out/similar.json" "$out/rows.json" "$out/index.html"
}

@test "class page: 300 submissions sort, filter, open quickly and are small; charts name their points" {
    class_of 300 '"student"'
    class_page
    (($(stat -c %s "$out/index.html") < 5000000))
    in_browser "$out/index.html"
    grader/pages/install --check || skip 'uPlot is not installed: make setup'
    run node tests/browser/class.js "$out/index.html"
    assert_output ''
    assert_success
}

@test "class page: losses, mistakes and their example, who is missing, who is alike" {
    class_of 60 '"student"'
    class_page
    assert_equal "$(grep -c '<tr.* data-flags=' "$out/index.html")" 60
    run grep -A1 -F '<li>student Gone</li>' "$out/index.html"
    assert_success
    grep -qF '<li>91 %: <a href="student3/report.html">student3</a>, <a href="student5/report.html">student5</a></li>' "$out/index.html"
    local lost
    lost=$(jq '[.[].steps[] | select(.step == 3) | .points - .score] | add' "$out/rows.json")
    run grep -F "Step&nbsp;3</th><td class=\"number\">$lost</td>" "$out/index.html"
    assert_success
    assert_equal "$(grep -c '<blockquote>student does not know</blockquote>' "$out/index.html")" 5
    run bash -c 'sed -n "s/.*<svg class=.histogram.*aria-label=.\([^\"]*\)\".*/\1/p" "$1" | grep -o ": [0-9]*" | cut -c3- | paste -sd+ | bc' - "$out/index.html"
    assert_output "$(jq length "$out/rows.json")"
}

@test "class page: a class where nothing is lost, and one where nothing is graded" {
    class_of 3 '"student"'
    jq 'map_values(.score = 100 | .failed = [] | .times = [] | .steps |= map(.score = .points))' "$out/rows.json" >"$out/r" && mv "$out/r" "$out/rows.json"
    class_page
    assert_equal "$(grep -c 'class="lost" style="width:0%"' "$out/index.html")" 5
    in_browser "$out/index.html"
    jq '.submissions |= map(.state = "refused")' "$out/class.json" >"$out/c" && mv "$out/c" "$out/class.json"
    echo '{}' >"$out/rows.json"
    class_page
    in_browser "$out/index.html"
}

@test "class page: what is not begun is neither a mistake nor lost" {
    class_of 3 '"student"'
    jq 'map_values(.score = 80 | .ahead = 20 | .failed = [] | .times = [] | .steps |= map(.score = .points) | .steps[1] += {score: 0, ahead: 20})' \
        "$out/rows.json" >"$out/r" && mv "$out/r" "$out/rows.json"
    class_page
    assert_equal "$(grep -c 'class="lost" style="width:0%"' "$out/index.html")" 5
    assert_equal "$(grep -c 'data-flags="[^"]*ahead[^"]*" data-steps=""' "$out/index.html")" 3
    assert_equal "$(grep -c '<td><span class="soft">20 not begun</span></td>' "$out/index.html")" 3
    grep -qF '<li class="soft"><b>3</b> with parts not begun</li>' "$out/index.html"
    run grep -F 'The commonest mistakes' "$out/index.html"
    assert_failure
    in_browser "$out/index.html"
}

@test "class page: hostile names are text, in the data of its script too" {
    class_of 60 "$hostile"
    class_page
    in_browser "$out/index.html"
    # Nothing of the data looks like an element's end to a browser, and it is the data.
    assert_equal "$(grep -c '^<script' "$out/index.html")" 2
    run bash -c 'sed -n "s,^<script type=\"application/json\" id=\"data\">\(.*\)</script>,\1,p" "$1" | jq -r ".times[\"step5-time\"].rows | length"' - "$out/index.html"
    assert_output "$(jq length "$out/rows.json")"
}

# profile_of TRACE: the page of a recorded trace, $out/profile.html, as labprof --html makes it.
profile_of() {
    make -s -C grader/profiler
    grader/profiler/build/print --chrome "$1" >"$out/chrome.json"
    grader/profiler/build/print --json "$1" >"$out/profile.json"
    # shellcheck source=grader/lib/common.bash
    source grader/lib/common.bash
    # shellcheck source=grader/lib/pages.bash
    source grader/lib/pages.bash
    profile_page "$out/chrome.json" "$out/profile.json" >"$out/profile.html"
}

@test "labprof --chrome-trace: trace-event JSON of every call, kernel and copy that has a time, each in a track with a name" {
    local trace
    make -s -C grader/profiler
    for trace in tests/records/profiler/*.trace; do
        grader/profiler/build/print --chrome "$trace" >"$out/chrome.json"
        grader/profiler/build/print --json --trace "$trace" >"$out/profile.json"
        run jq -r --slurpfile profile "$out/profile.json" '
            .traceEvents as $all
            | ([$all[] | select(.ph == "M" and .name == "thread_name") | [.pid, .tid]]) as $tracks
            | ($tracks | length == (unique | length)),
              all($all[]; .ph == "M" or (.ph == "X" and (.name | type == "string") and (.ts | type == "number") and .ts >= 0 and .dur >= 0
                and (.pid | type == "number") and (.tid | type == "number") and .tid < 2147483648 and ([.pid, .tid] as $t | $tracks | index([$t]) != null))),
              (([$all[] | select(.ph == "X") | .ts] | min) == 0),
              (([$all[] | select(.cat == "kernel" or .cat == "copy")] | length) <= ($profile[0].trace | length)),
              (([$all[] | select(.cat == "api")] | length) == ([$profile[0].api[].calls] | add // 0)),
              ([$all[] | select(.cat == "kernel") | .dur] | add // 0) as $time
              | ($time * 1000 - ([$profile[0].kernels[].time_ns | values] | add // 0) | fabs) < 2' "$out/chrome.json"
        assert_equal "$trace $(sort -u <<<"$output")" "$trace true"
    done
}

@test "labprof --html: tables and a timeline that zooms, by mouse and keyboard; without times it says so" {
    profile_of tests/records/profiler/plain.trace
    in_browser "$out/profile.html"
    if grader/pages/install --check; then
        run node tests/browser/timeline.js "$out/profile.html"
        assert_output ''
        assert_success
    fi
    cat >"$out/lab.cu" <<'END'
__global__ void twice(float *p) { p[threadIdx.x] *= 2; }
int main() { float *p; cudaMalloc(&p, 128); cudaMemset(p, 0, 128); twice<<<1, 32>>>(p); cudaDeviceSynchronize(); return cudaFree(p); }
END
    labs/cpu/nvcc-cpu --check "$out/lab.cu" -o "$out/lab"
    run --separate-stderr grader/labprof --html "$out/counts.html" --chrome-trace "$out/counts.json" "$out/lab"
    assert_success
    # shellcheck disable=SC2154 # by run
    [[ $stderr == *'the CPU device has no times'* ]] || fail "$stderr"
    grep -qF 'There are no times' "$out/counts.html"
    grep -qF '<th scope="row">global loads: sectors per request</th><td class="number">4</td>' "$out/counts.html"
    in_browser "$out/counts.html"
}

@test "compare --html: what differs first, with a sentence each; three profiles and their timelines; hostile names are text" {
    local one
    for one in a b; do
        record ".submission = (\"$one\" + $hostile) | .tests[1].score = (if \"$one\" == \"a\" then 0 else 12 end) | .profile = {schema: \"gpu-memory-labs/cpu-profile/1\",
            launches: [{launch: 1, kernel: $hostile, grid: [4, 1, 1], block: [128, 1, 1], static_shared: 0, dynamic_shared: 0,
              constant: {requests: 64, words: (if \"$one\" == \"a\" then 256 else 64 end)}}], copies: []}" >"$out/$one.json"
    done
    run grader/compare --html "$out/two.html" "$out/a.json" "$out/b.json"
    assert_success
    run awk '/What differs<\/h2>/, /<\/table>/' "$out/two.html"
    assert_output --partial '>constant: words per request</th><td class="value">4<'
    assert_output --partial '4 words per constant request in A: each warp reads about 4 times.'
    refute_output --partial 'class="same"'
    in_browser "$out/two.html"

    make -s -C grader/profiler
    for one in plain streams long; do grader/profiler/build/print --json --trace "tests/records/profiler/$one.trace" >"$out/$one.json"; done
    run grader/compare --html "$out/three.html" "$out/plain.json" "$out/streams.json" "$out/long.json"
    assert_success
    grep -qF 'C copies more often' "$out/three.html"
    # Of three, nobody is told to be the only one for being compared with another.
    grep -qF '>B runs this kernel, A does not.<br>C runs this kernel, A does not.<' "$out/three.html"
    run grep -cE '>only [A-C] ' "$out/three.html"
    assert_output 0
    run bash -c 'sed -n "s,^<script type=\"application/json\" id=\"data\">\(.*\)</script>,\1,p" "$1" | jq -c "[.lanes[0], .lanes[-1], (.events | length > 5)]"' - "$out/three.html"
    assert_output '["A stream 7","C stream 7",true]'
    in_browser "$out/three.html"
    run grader/compare --html "$out/x.html" "$out/plain.json"
    assert_failure 2
}
