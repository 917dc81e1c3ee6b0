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

struct filling {
    const struct run *run;
    const double *c;              /* c_a */
    int words, filled, untouched; /* filled: how many are right, from the first one on */
    char what[120];
};

static void judge_filled_again(const struct filling *f) {
    const double *again = judge_numbers(f->run, "again", (size_t)f->words);
    for (int i = 0; again && i < f->words; i++)
        if (again[i] != -2 * i)
            fail("never-written",
                 "A second call of hInitCM leaves c_a[%d] at %.0f, after something else "
                 "was stored there: c_a is filled in every call, not in the first alone.",
                 i, again[i]);
}

static void explain_bytes(const struct filling *f) {
    int bytes = 0;
    for (int i = 0; i < f->words; i++)
        bytes += f->c[i] == (int8_t)(-2 * i);
    if (bytes == f->words && f->filled > 8)
        fail(NULL,
             "c_a[%d] is %.0f, expected %d: the words are kept in a signed char, which ends "
             "at -128. Compute them in int.",
             f->filled, f->c[f->filled], -2 * f->filled);
}

static void explain_handout(const struct filling *f) {
    bool handout = true;
    for (int i = 0; i < f->words; i++)
        handout &= f->c[i] == (i < 4 ? -2 * i : 0);
    if (handout || (f->filled == 4 && f->untouched == f->words - 4))
        fail("constants-printed",
             "c_a holds 0 -2 -4 -6, as in the handout, and nothing after them. CM_SIZE is "
             "%d here: compute the words.",
             f->words);
}

/* Nothing arrived. */
static void explain_untouched(const struct filling *f) {
    bool as_pointer = f->run->gpu;
    for (size_t i = 0; i < f->run->refused_count; i++)
        as_pointer |= strstr(f->run->refused[i].text, "host's address of the variable") != NULL;
    if (f->untouched == f->words && as_pointer)
        fail("symbol-as-pointer",
             "hInitCM reports success and c_a is what it was. &c_a on the host is no "
             "address on the device: cudaMemcpyToSymbol(c_a, ...) takes the symbol itself.");
    if (f->untouched == f->words && f->run->refused_count)
        fail("never-written",
             "hInitCM reports success and c_a is what it was: return what cudaMemcpyToSymbol "
             "returns, which is no success here.");
    if (f->untouched == f->words)
        fail("never-written",
             "hInitCM reports success and c_a is what it was: nothing was copied to it. "
             "cudaMemcpyToSymbol(c_a, host array, bytes) copies to the symbol, "
             "cudaMemcpyFromSymbol from it.");
}

static void explain_overlaid(const struct filling *f) {
    if (is_overlaid(f->c, f->words))
        fail("offset-in-elements",
             "%s The words are copied one by one, each one byte behind the one before: the "
             "offset of cudaMemcpyToSymbol is in bytes, i * sizeof(int).",
             f->what);
    if (f->words > 2 && f->untouched == f->words - 1 && f->c[0] < 0 && fmod(f->c[0], 2) == 0)
        fail("offset-in-elements",
             "%s Only c_a[0] is written, and it holds the word of c_a[%.0f]: copied one by "
             "one, all words go to the start of c_a. One copy of a whole host array does; "
             "else give cudaMemcpyToSymbol the offset i * sizeof(int), in bytes.",
             f->what, -f->c[0] / 2);
}

static void explain_moved(const struct filling *f) {
    int shift = 0;
    while (shift < f->words && f->c[shift] == UNTOUCHED)
        shift++;
    int moved = shift;
    while (moved < f->words && f->c[moved] == -2 * (moved - shift))
        moved++;
    if (shift && moved == f->words && f->words - shift > 1)
        fail("offset-in-elements",
             "%s The words are there, %d too far on, and the first %d of c_a are what they "
             "were: leave out the offset of cudaMemcpyToSymbol, its fourth argument, which "
             "counts bytes from the start of c_a.",
             f->what, shift, shift);
}

/* A quarter of the bytes arrived, and what arrived is wrong, too. */
static void explain_quarter(const struct filling *f) {
    if (f->words / 4 <= 1 || !(fabs(f->c[0]) <= 4 && fabs(f->c[1]) <= 4) ||
        f->untouched < f->words - f->words / 4 - 1 || f->c[f->words - 1] != UNTOUCHED)
        return;
    judge_note(" And: only the first %d of %d words arrived, for cudaMemcpyToSymbol counts "
               "bytes: CM_SIZE * sizeof(int).",
               f->words / 4, f->words);
    explain_line(f->c, f->words / 4, f->what);
    judge_note_ends();
}

static void explain_models(const struct filling *f) {
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        if (follows(f->c, f->words, models[m].word))
            fail(models[m].diagnosis, "%s %s", f->what, models[m].why);
    /* What is copied may be longer or shorter than the array it comes from. */
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        if (follows(f->c, f->words / 2, models[m].word) && f->words >= 6)
            fail(models[m].diagnosis, "%s %s", f->what, models[m].why);
    if (f->words >= 8 && follows(f->c, f->words / 4, as_char))
        fail("wrong-type",
             "%s Each word that arrived holds four numbers, as chars do. c_a holds ints: the "
             "host array that is copied must be one of int.",
             f->what);
}

static void tell_filling(const struct filling *f) {
    if (f->filled > 1 && f->filled == f->words - 1)
        fail(NULL,
             "%s Only the last word is wrong: the loop ends one turn early. It runs while i "
             "< CM_SIZE.",
             f->what);
    if (f->filled > 1)
        fail(NULL, "%s The first %d words are right, those behind them are not.", f->what,
             f->filled);
    fail(NULL, "%s The first words are %.0f %.0f %.0f.", f->what, f->c[0],
         f->words > 1 ? f->c[1] : 0, f->words > 2 ? f->c[2] : 0);
}

static void explain_filling(const struct filling *f) {
    const int rest = f->words - f->filled;
    explain_bytes(f);
    explain_handout(f);
    explain_untouched(f);
    if (f->filled &&
        (f->untouched == rest || (f->filled == f->words / 4 && f->untouched == rest - 1)))
        explain_short(f->filled, f->words);
    explain_overlaid(f);
    explain_moved(f);
    if (f->words > 2)
        explain_line(f->c, f->words, f->what);
    explain_quarter(f);
    explain_step(f->c, f->words, f->what);
    explain_models(f);
    tell_filling(f);
}

void check_fill(const struct run *run) {
    struct filling f = {.run = run, .words = (int)judge_argument(run, "CM_SIZE")};
    judge_succeeded(run, "hInitCM");
    f.c = judge_numbers(run, "c_a", (size_t)f.words);
    if (!f.c)
        fail(NULL, "hInitCM returned cudaSuccess, but c_a cannot be read any more: a kernel after "
                   "it fails.");
    while (f.filled < f.words && f.c[f.filled] == -2 * f.filled)
        f.filled++;
    judge_field("words", (size_t)f.words, 1, 1);
    for (int i = 0; i < f.words; i++) {
        if (f.c[i] != -2 * i)
            judge_wrong((size_t)i, f.c[i], -2 * i);
        f.untouched += f.c[i] == UNTOUCHED;
    }
    measured("words_right", f.filled);
    if (f.filled == f.words) {
        judge_filled_again(&f);
        pass("All %d words are there.", f.words);
    }
    snprintf(f.what, sizeof f.what, "c_a[%d] is %.0f, expected %d (-2 * i; CM_SIZE is %d).",
             f.filled, f.c[f.filled], -2 * f.filled, f.words);
    explain_filling(&f);
}
