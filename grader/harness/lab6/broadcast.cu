// Step 4: gUniform and gDivergent, and what hWordsPerRequest says. Raw: NAME.error, NAME (n +
// LAB6_PAST_END), words (for sizes 1, 2, 4 .. 4096), odd (for others, inputs.h).
#include "harness.h"
#include "lab6.h"
#include "lab6/inputs.h"

extern __constant__ unsigned c_t[TABLE_SIZE];

void harness_main() {
    uint64_t seed = hidden_seed();
    const char *part = argument_text("part");
    int n = argument("n"), threads = argument("threads"), blocks = (n + threads - 1) / threads + 1;
    std::vector<unsigned> table(TABLE_SIZE), elements(n),
        canary(n + LAB6_PAST_END, hidden_canary(seed));
    for (int i = 0; i < TABLE_SIZE; i++)
        table[i] = hidden_table(seed, i);
    for (int i = 0; i < n; i++)
        elements[i] = (unsigned)hidden_element(seed, i);
    MUST(cudaMemcpyToSymbol(c_t, table.data(), TABLE_SIZE * sizeof(unsigned)));

    unsigned *a = to_device(elements), *b = to_device(canary);
    if (strcmp(part, "gUniform") == 0)
        gUniform<<<blocks, threads>>>(a, b, n);
    if (strcmp(part, "gDivergent") == 0)
        gDivergent<<<blocks, threads>>>(a, b, n);
    if (launched(part))
        write_raw(part, to_host(b, canary.size()));
    MUST(cudaFree(a));
    MUST(cudaFree(b));

    std::vector<int> words;
    for (int size = 1; size <= 4096; size *= 2)
        words.push_back(hWordsPerRequest(size));
    write_raw("words", words);
    words.clear();
    for (int size : lab6_odd_sizes)
        words.push_back(hWordsPerRequest(size));
    write_raw("odd", words);
}
