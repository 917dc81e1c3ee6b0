// Step 5: hLookup. Raw, for each table t (hidden_table_words): tableT.error, tableT (its indices);
// again.error, again (n): a table of PART_SIZE - 1 words, in memory that held other words in the
// call before; with part=wrong: wrong (what it returns for words = 0, words = -3, n = -1, n = 0),
// out (n, after these); with part=failing: of hLookup what failing.h says.
#include "harness.h"
#include "lab6.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

struct Lookup {
    Bounded<int> table, index, out;
};

static Lookup hidden_lookup(int t, int words, int n) {
    Lookup l = {Bounded<int>(words), Bounded<int>(n), Bounded<int>(n)};
    for (int i = 0; i < words; i++)
        l.table[i] = hidden_word(hidden_seed(), i + t);
    for (int i = 0; i < n; i++) {
        l.index[i] = hidden_index(hidden_seed(), i, words);
        l.out[i] = hidden_unanswered(hidden_seed());
    }
    return l;
}

static void test_table(int t, int words, int n) {
    Lookup l = hidden_lookup(t, words, n);
    char name[20];
    snprintf(name, sizeof name, "table%d", t);
    if (write_error(name, hLookup(l.table.data, words, l.index.data, l.out.data, n)))
        write_raw(name, l.out.data, n);
}

// The same memory as in a call before, and other words.
static void test_again(int words, int n) {
    Lookup l = hidden_lookup(0, words, n);
    if (hLookup(l.table.data, words, l.index.data, l.out.data, n) != cudaSuccess)
        return;
    for (int i = 0; i < words; i++)
        l.table[i] = hidden_again(hidden_seed(), i);
    if (write_error("again", hLookup(l.table.data, words, l.index.data, l.out.data, n)))
        write_raw("again", l.out.data, n);
}

void harness_main() {
    int words = argument("words"), n = argument("n");
    if (strcmp(argument_text("part"), "table") == 0) {
        for (int t = 0; t < LAB6_TABLES; t++)
            test_table(t, hidden_table_words(t, words, PART_SIZE), hidden_table_indices(t, n));
        if (harness_goes_on()) {
            harness_uncounted uncounted;
            test_again(PART_SIZE - 1, n); // one part: the table may be in c_part still
        }
        return;
    }
    Lookup l = hidden_lookup(0, words, n);
    int *table = l.table.data, *index = l.index.data, *out = l.out.data;
    if (strcmp(argument_text("part"), "failing") == 0) {
        failing("hLookup", out, n, [&] { return hLookup(table, words, index, out, n); });
        return;
    }
    int wrong[4] = {hLookup(table, 0, index, out, n), hLookup(table, -3, index, out, n),
                    hLookup(table, words, index, out, -1), hLookup(table, words, index, out, 0)};
    write_raw("wrong", wrong, 4);
    write_raw("out", out, n);
}
