#!/usr/bin/env bats
# Whatever bytes a student's program leaves, what our C makes of them is JSON: the writer of the checker
# (labs/cpu/check/json.h), which is the grader's too (grader/common/json.c).

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
}

# Every pair of bytes, and longer characters at and beyond the edges of UTF-8.
@test "every pair of bytes is written as JSON" {
    cat >"$BATS_TEST_TMPDIR/pairs.c" <<'END'
#include "json.h"

static void show(const char *text) {
    json_string(stdout, text);
    putchar('\n');
}

int main(void) {
    static const char *const texts[] = {
        "", "\xe2\x82\xac", "\xe2\x82", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
        "\xed\xa0\x80", "\xef\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "a\xf0\x9f\x98\x80z\xf0\x9f\x98", "\x1b[31m\"\\\n\t"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        show(texts[i]);
    for (int first = 1; first < 256; first++)
        for (int second = 1; second < 256; second++)
            show((char[]){(char)first, (char)second, 0});
    return fclose(stdout);
}
END
    cd "$BATS_TEST_TMPDIR"
    repo=$BATS_TEST_DIRNAME/..
    gcc -std=gnu11 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
        -I "$repo/grader/common" pairs.c "$repo/grader/common/json.c" -o pairs
    ./pairs >ours
    run iconv -f UTF-8 -t UTF-8 ours -o /dev/null
    assert_success
    # One of the texts is a pair, too; all others stay apart.
    run jq -n 'reduce inputs as $text ([]; . + [$text]) | length, (unique | length), (map(select(test("[\u007f\u0000-\u001f]"))) | length > 0)' ours
    assert_output "65041
65040
true"
    run jq -s -r '.[:16] | map(explode | map(tostring) | join(" ")) | .[]' ours
    assert_line --index 1 "226 130"
}
