/* Lab 6, step 1: the words -2 * i that hInitCM stores in c_a. */
#include "lab6.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { UNTOUCHED = 77 }; /* every word before hInitCM */

/* Words that people store instead. */
static double as_float(int i) {
    float word = -2.0f * (float)i;
    int32_t bits;
    memcpy(&bits, &word, sizeof bits);
    return bits;
}
static double as_float_from_zero(int i) {
    return i ? as_float(i) : 0;
}
static double as_double(int i) { /* the halves of doubles, the lower one first */
    double word = -2.0 * (i / 2);
    int32_t halves[2];
    memcpy(halves, &word, sizeof halves);
    return halves[i % 2];
}
static double as_long(int i) {
    return i % 2 == 0 ? -2 * (i / 2) : i > 1 ? -1 : 0;
}
static double as_short(int i) { /* two shorts in each word */
    return (int32_t)((uint32_t)(-4 * i) & 0xffff) | (int32_t)((uint32_t)(-4 * i - 2) << 16);
}
static double as_char(int i) { /* four in each word */
    uint32_t word = 0;
    for (int byte = 0; byte < 4; byte++)
        word |= ((uint32_t)(-2 * (4 * i + byte)) & 0xff) << 8 * byte;
    return (int32_t)word;
}
static double as_unsigned_char(int i) {
    return (uint8_t)(-2 * i);
}
static double as_unsigned_short(int i) {
    return (uint16_t)(-2 * i);
}
static double power(int i) {
    return i < 32 ? (double)(int32_t)((i % 2 ? -1.0 : 1.0) * ldexp(1, i < 31 ? i : 31)) : INT32_MIN;
}
static double caret(int i) {
    return -2 ^ i;
}
static double caret_negated(int i) {
    return -(2 ^ i);
}
static double square(int i) {
    return -i * i;
}
static double twice_square(int i) {
    return -2 * i * i;
}
static double shifted(int i) { /* -(1 << i), for powers */
    return i < 31 ? -(double)(1u << i) : INT32_MIN;
}
static double quotient(int i) {
    return i ? -2 / i : 0;
}

static const struct {
    double (*word)(int);
    const char *diagnosis, *why;
} models[] = {
    {as_float, "wrong-type",
     "These are the bits of floats. c_a holds ints: the host array that is copied must be one of "
     "int, for cudaMemcpyToSymbol copies bytes and converts nothing."},
    {as_float_from_zero, "wrong-type",
     "These are the bits of floats. c_a holds ints: the host array that is copied must be one of "
     "int, for cudaMemcpyToSymbol copies bytes and converts nothing."},
    {as_double, "wrong-type",
     "These are the bits of doubles. c_a holds ints: the host array that is copied must be one of "
     "int, for cudaMemcpyToSymbol copies bytes and converts nothing."},
    {as_long, "wrong-type",
     "Each number fills two words, as a long does. c_a holds ints: the host array that is copied "
     "must be one of int."},
    {as_short, "wrong-type",
     "Each word holds two numbers, as shorts do. c_a holds ints: the host array that is copied "
     "must be one of int."},
    {as_char, "wrong-type",
     "Each word holds four numbers, as chars do. c_a holds ints: the host array that is copied "
     "must be one of int."},
    {as_unsigned_char, "wrong-type",
     "They are -2 * i cut to 8 bits without a sign, as an unsigned char holds it: an int."},
    {as_unsigned_short, "wrong-type",
     "They are -2 * i cut to 16 bits without a sign, as an unsigned short holds it: an int."},
    {power, "wrong-factor", "They are powers of -2: it is a product, -2 * i."},
    {shifted, "wrong-factor", "They are -(2 to the power of i): it is a product, -2 * i."},
    {caret, "wrong-factor",
     "They are -2 ^ i, and ^ is exclusive or in C: it is a product, -2 * i."},
    {caret_negated, "wrong-factor",
     "They are -(2 ^ i), and ^ is exclusive or in C: it is a product, -2 * i."},
    {square, "wrong-factor", "They are -i * i: it is -2 * i."},
    {twice_square, "wrong-factor", "They are -2 * i * i: it is -2 * i."},
    {quotient, "wrong-factor", "They are -2 / i: it is a product, -2 * i."}};

/* Do the first `count` words follow the model, and is there one that is not 0? */
static bool follows(const double *c, int count, double (*word)(int)) {
    for (int i = 0; i < count; i++)
        if (c[i] != word(i))
            return false;
    return count > 1;
}

/* Are these bytes what word by word left behind whose places were counted in elements: word i at
 * byte i, over what the one before it left there? */
static bool is_overlaid(const double *c, int words) {
    int32_t left[1024];
    if (words < 2 || words > 1023)
        return false;
    for (int i = 0; i < words + 1; i++)
        left[i] = UNTOUCHED;
    for (int i = 0; i < words; i++) {
        int32_t word = -2 * i;
        memcpy((char *)left + i, &word, sizeof word);
    }
    for (int i = 0; i < words; i++)
        if (c[i] != left[i])
            return false;
    return true;
}

/* The words are factor * i + first. */
static void explain_line(const double *c, int words, const char *what) {
    double factor = c[1] - c[0];
    for (int i = 0; i < words; i++)
        if (c[i] != factor * i + c[0])
            return;
    if (factor == 0)
        fail(c[0] == 0 ? "never-written" : NULL, "%s They are all %.0f: %s.", what, c[0],
             c[0] == 0 ? "nothing was stored in what is copied" : "word i is -2 * i");
    if (factor == -2 && fmod(c[0], 2) != 0)
        fail(NULL, "%s They are -2 * i %c %.0f: each word is -2 * i alone.", what,
             c[0] < 0 ? '-' : '+', fabs(c[0]));
    if (factor == -2)
        fail("counted-from-one", "%s They are -2 * (i %c %.0f): i counts from 0.", what,
             c[0] < 0 ? '+' : '-', fabs(c[0]) / 2);
    if (factor == 2 && c[0] == 0)
        fail("wrong-sign", "%s They are 2 * i: the sign is missing.", what);
    if (factor == 2 && c[0] == -2 * (words - 1))
        fail(NULL, "%s They are the right ones, in reverse order.", what);
    if (c[0] == 0)
        fail("wrong-factor", "%s They are %.0f * i: the factor is -2.", what, factor);
    fail("wrong-factor", "%s They are %.0f * i %c %.0f: it is -2 * i.", what, factor,
         c[0] < 0 ? '-' : '+', fabs(c[0]));
}

/* Just every so many words are right. */
static void explain_step(const double *c, int words, const char *what) {
    int step = 1;
    while (step < words && c[step] != -2 * step)
        step++;
    for (int i = 0; i < words; i++)
        if ((c[i] == -2 * i) != (i % step == 0))
            return;
    if (step == 1 || 2 * step >= words)
        return;
    fail(NULL,
         "%s Words 0, %d, %d and so on are right, those between were never filled: the loop "
         "goes on by %d, and is to go on by 1.",
         what, step, 2 * step, step);
}

/* The first words are right, and the others are what they were. */
static void explain_short(int arrived, int words) {
    /* Copied bytes end inside a word: CM_SIZE bytes are CM_SIZE / 4 words and a bit. */
    if (arrived == words / 4 && arrived != 2)
        fail("count-instead-of-bytes",
             "Only the first %d of %d words of c_a arrived. cudaMemcpyToSymbol counts "
             "bytes, not elements: give it CM_SIZE * sizeof(int), or sizeof of the host "
             "array.",
             arrived, words);
    if (arrived == 1 || arrived == 2)
        fail("count-instead-of-bytes",
             "Only the first %d bytes of c_a arrived: %s. cudaMemcpyToSymbol is given "
             "CM_SIZE * sizeof(int).",
             arrived * 4,
             arrived == 1 ? "the size of one int"
                          : "the size of a pointer (sizeof of a pointer is not the size of "
                            "what it points to), of two ints, or a number of elements");
    fail("never-written",
         "c_a[%d] is what it was, expected %d (-2 * i; CM_SIZE is %d). From there on the "
         "words are never written: fill and copy all CM_SIZE.",
         arrived, -2 * arrived, words);
}

void check_fill(const struct run *run) {
    int words = (int)judge_argument(run, "CM_SIZE"), filled = 0, untouched = 0, handout = 1;
    char what[120];
    judge_succeeded(run, "hInitCM");
    const double *c = judge_numbers(run, "c_a", (size_t)words);
    if (!c)
        fail(NULL, "hInitCM returned cudaSuccess, but c_a cannot be read any more: a kernel after "
                   "it fails.");
    while (filled < words && c[filled] == -2 * filled)
        filled++;
    judge_field("words", (size_t)words, 1, 1);
    for (int i = 0; i < words; i++) {
        if (c[i] != -2 * i)
            judge_wrong((size_t)i, c[i], -2 * i);
        untouched += c[i] == UNTOUCHED;
        handout &= c[i] == (i < 4 ? -2 * i : 0);
    }
    measured("words_right", filled);
    const double *again = judge_numbers(run, "again", (size_t)words);
    for (int i = 0; again && filled == words && i < words; i++)
        if (again[i] != -2 * i)
            fail("never-written",
                 "A second call of hInitCM leaves c_a[%d] at %.0f, after something else "
                 "was stored there: c_a is filled in every call, not in the first alone.",
                 i, again[i]);
    if (filled == words)
        pass("All %d words are there.", words);
    int bytes = 0;
    for (int i = 0; i < words; i++)
        bytes += c[i] == (int8_t)(-2 * i);
    if (bytes == words && filled > 8)
        fail(NULL,
             "c_a[%d] is %.0f, expected %d: the words are kept in a signed char, which ends "
             "at -128. Compute them in int.",
             filled, c[filled], -2 * filled);
    if (handout || (filled == 4 && untouched == words - 4))
        fail("constants-printed",
             "c_a holds 0 -2 -4 -6, as in the handout, and nothing after them. CM_SIZE is "
             "%d here: compute the words.",
             words);
    bool as_pointer = run->gpu;
    for (size_t i = 0; i < run->refused_count; i++)
        as_pointer |= strstr(run->refused[i].text, "host's address of the variable") != NULL;
    if (untouched == words && as_pointer)
        fail("symbol-as-pointer",
             "hInitCM reports success and c_a is what it was. &c_a on the host is no "
             "address on the device: cudaMemcpyToSymbol(c_a, ...) takes the symbol itself.");
    if (untouched == words && run->refused_count)
        fail("never-written",
             "hInitCM reports success and c_a is what it was: return what cudaMemcpyToSymbol "
             "returns, which is no success here.");
    if (untouched == words)
        fail("never-written",
             "hInitCM reports success and c_a is what it was: nothing was copied to it. "
             "cudaMemcpyToSymbol(c_a, host array, bytes) copies to the symbol, "
             "cudaMemcpyFromSymbol from it.");
    if (filled &&
        (untouched == words - filled || (filled == words / 4 && untouched == words - filled - 1))) {
        explain_short(filled, words);
        return;
    }
    snprintf(what, sizeof what, "c_a[%d] is %.0f, expected %d (-2 * i; CM_SIZE is %d).", filled,
             c[filled], -2 * filled, words);
    if (is_overlaid(c, words))
        fail("offset-in-elements",
             "%s The words are copied one by one, each one byte behind the one before: the "
             "offset of cudaMemcpyToSymbol is in bytes, i * sizeof(int).",
             what);
    if (words > 2 && untouched == words - 1 && c[0] < 0 && fmod(c[0], 2) == 0)
        fail("offset-in-elements",
             "%s Only c_a[0] is written, and it holds the word of c_a[%.0f]: copied one by "
             "one, all words go to the start of c_a. One copy of a whole host array does; "
             "else give cudaMemcpyToSymbol the offset i * sizeof(int), in bytes.",
             what, -c[0] / 2);
    int shift = 0;
    while (shift < words && c[shift] == UNTOUCHED)
        shift++;
    int moved = shift;
    while (moved < words && c[moved] == -2 * (moved - shift))
        moved++;
    if (shift && moved == words && words - shift > 1)
        fail("offset-in-elements",
             "%s The words are there, %d too far on, and the first %d of c_a are what they "
             "were: leave out the offset of cudaMemcpyToSymbol, its fourth argument, which "
             "counts bytes from the start of c_a.",
             what, shift, shift);
    if (words > 2)
        explain_line(c, words, what);
    /* A quarter of the bytes arrived, and what arrived is wrong, too. */
    if (words / 4 > 1 && fabs(c[0]) <= 4 && fabs(c[1]) <= 4 && untouched >= words - words / 4 - 1 &&
        c[words - 1] == UNTOUCHED) {
        judge_note(" And: only the first %d of %d words arrived, for cudaMemcpyToSymbol counts "
                   "bytes: CM_SIZE * sizeof(int).",
                   words / 4, words);
        explain_line(c, words / 4, what);
        judge_note_ends();
    }
    explain_step(c, words, what);
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        if (follows(c, words, models[m].word))
            fail(models[m].diagnosis, "%s %s", what, models[m].why);
    /* What is copied may be longer or shorter than the array it comes from. */
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        if (follows(c, words / 2, models[m].word) && words >= 6)
            fail(models[m].diagnosis, "%s %s", what, models[m].why);
    if (words >= 8 && follows(c, words / 4, as_char))
        fail("wrong-type",
             "%s Each word that arrived holds four numbers, as chars do. c_a holds ints: the "
             "host array that is copied must be one of int.",
             what);
    if (filled > 1 && filled == words - 1)
        fail(NULL,
             "%s Only the last word is wrong: the loop ends one turn early. It runs while i "
             "< CM_SIZE.",
             what);
    if (filled > 1)
        fail(NULL, "%s The first %d words are right, those behind them are not.", what, filled);
    fail(NULL, "%s The first words are %.0f %.0f %.0f.", what, c[0], words > 1 ? c[1] : 0,
         words > 2 ? c[2] : 0);
}
