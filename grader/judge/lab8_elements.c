/* Lab 8, step 1: a checksum over elements of several words that takes the elements, their words or
 * the words' numbers for others. */
#include "lab8.h"

#include <stdio.h>

/* How the sum is made: what is asked for is the first of each. */
struct model {
    int pace;     /* words that the texture has in an element */
    bool by_word; /* the index is multiplied by the number of components */
    int numbers;  /* which number share_of gets for component j of element i */
};
enum { COUNTED_ON, ELEMENT_AND_COMPONENT, ELEMENT, COMPONENT, FIRST_WORD, NUMBERS };

static size_t number_of(int numbers, size_t i, size_t j, size_t components) {
    switch (numbers) {
    case ELEMENT_AND_COMPONENT:
        return i + j;
    case ELEMENT:
        return i;
    case COMPONENT:
        return j;
    case FIRST_WORD:
        return components * i;
    default:
        return components * i + j;
    }
}

static uint32_t sum_by(uint64_t seed, size_t words, size_t components, const struct model *m) {
    const size_t pace = (size_t)m->pace;
    uint32_t sum = 0;
    for (size_t i = 0; i < words / components; i++) {
        const size_t first = (m->by_word ? components * i : i) * pace;
        for (size_t j = 0; j < components && j < pace && first + pace <= words; j++)
            sum += (uint32_t)hidden_word(seed, first + j) *
                   (uint32_t)(2 * (number_of(m->numbers, i, j, components) % 4) + 1);
    }
    return sum;
}

#define BY_WORD                                                                                    \
    "The index of the fetch counts words, and a texture's counts elements: fetch element i, not "  \
    "components * i."

static enum outcome describe(struct verdict *v, int components, const struct model *m) {
    char format[200] = "";
    const char *index = "", *numbers = "";
    if (m->pace != components)
        snprintf(format, sizeof format,
                 "The texture's elements have %d component%s, and %d %s fetched: the channel "
                 "format is not that of what tex1Dfetch asks for.%s",
                 m->pace, m->pace > 1 ? "s" : "", components, components > 1 ? "are" : "is",
                 m->by_word || m->numbers != COUNTED_ON ? " " : "");
    if (m->by_word)
        index = m->numbers == COUNTED_ON ? BY_WORD : BY_WORD " ";
    if (m->numbers != COUNTED_ON)
        numbers = "share_of gets another number than the word's own, which is components * i + j "
                  "for component j of element i.";
    return fail(v, NULL, "%s%s%s", format, index, numbers);
}

enum outcome explain_elements(const struct run *run, struct verdict *v, double got, size_t words,
                              int components) {
    static const int paces[] = {1, 2, 4};
    for (int most = 1; most <= 2; most++)
        for (int p = 0; p < 3; p++)
            for (int step = 0; step < 2; step++)
                for (int numbers = 0; numbers < NUMBERS; numbers++) {
                    const struct model m = {paces[p], step && components > 1, numbers};
                    int wrong = (m.pace != components) + m.by_word + (numbers != COUNTED_ON);
                    if (wrong == most && got == sum_by(run->seed, words, (size_t)components, &m) &&
                        describe(v, components, &m) == OUTCOME_FAIL)
                        return OUTCOME_FAIL;
                }
    return OUTCOME_NONE;
}
