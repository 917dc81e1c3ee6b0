// Step 5: hLookup. Raw: hLookup.error, hLookup (n); wrong (what it returns for words = 0, words =
// -3, n = -1, n = 0).
#include "harness.h"
#include "lab6.h"
#include "lab6/inputs.h"

int main(int argc, char **argv) {
    harness_start(argc, argv);
    uint64_t seed = hidden_seed();
    int words = argument("words"), n = argument("n");
    std::vector<int> table(words), index(n), out(n, -1);
    for (int i = 0; i < words; i++)
        table[i] = hidden_word(seed, i);
    for (int i = 0; i < n; i++)
        index[i] = hidden_index(seed, i, words);
    if (strcmp(argument_text("part"), "table") == 0) {
        if (write_error("hLookup", hLookup(table.data(), words, index.data(), out.data(), n)))
            write_raw("hLookup", out);
        return 0;
    }
    int wrong[4] = {hLookup(table.data(), 0, index.data(), out.data(), n),
                    hLookup(table.data(), -3, index.data(), out.data(), n),
                    hLookup(table.data(), words, index.data(), out.data(), -1),
                    hLookup(table.data(), words, index.data(), out.data(), 0)};
    write_raw("wrong", wrong, 4);
}
