/* The distance of two words is the number of letters to change, insert, leave out or swap with a
 * neighbour until one is the other. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

enum { LONGEST = 63 };

static size_t smallest(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t rows[3][LONGEST + 1];
    if (a_length > LONGEST || b_length > LONGEST)
        return LONGEST;
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        last[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const bool same = a[i - 1] == b[j - 1];
            now[j] = smallest(last[j - 1] + !same, smallest(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = smallest(now[j], before[j - 2] + 1);
        }
        size_t *const free_row = before;
        before = last;
        last = now;
        now = free_row;
    }
    return last[b_length];
}

const char *spelling_nearest(const char *name, size_t length) {
    const char *nearest = NULL;
    size_t best = 1 + length / 3; /* of three letters one may be wrong, of six two */
    for (size_t i = 0; i < option_count; i++) {
        const char *known = option_table[i].names;
        for (size_t whole; *known; known += whole + (known[whole] == ' ')) {
            whole = strcspn(known, " ");
            const size_t dashes = strspn(known, "-"), rest = whole - dashes;
            size_t d = distance(name, length, known + dashes, rest);
            /* a long name that was not written to its end */
            if (length >= 4 && rest > length && strncmp(name, known + dashes, length) == 0)
                d = smallest(d, 1);
            if (d < best && rest > 1 && option_table[i].group != GROUP_REFUSED) {
                best = d;
                nearest = text("%.*s", (int)whole, known);
            }
        }
    }
    return nearest;
}
