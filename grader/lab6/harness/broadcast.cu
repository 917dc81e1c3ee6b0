// Step 4: gUniform and gDivergent, and what hWordsPerRequest says. part=sums kernel=NAME: as many
// threads as elements; part=guard: threads to spare. Raw: NAME.error, NAME (n + LAB6_PAST_END); of
// sums also shares (TABLE_SIZE * LAB6_SHARES: what the threads give for a table with one word 1 and
// the others 0, word after word). part=words: words (for sizes 1, 2, 4 .. 4096), odd (for others,
// inputs.h).
#include "harness.h"
#include "lab6.h"
#include "inputs.h"

extern __constant__ unsigned c_t[TABLE_SIZE];

static void launch(const char *kernel, int blocks, int threads, const unsigned *a, unsigned *b,
                   int n) {
    if (strcmp(kernel, "gUniform") == 0)
        gUniform<<<blocks, threads>>>(a, b, n);
    if (strcmp(kernel, "gDivergent") == 0)
        gDivergent<<<blocks, threads>>>(a, b, n);
}

static void write_shares(const char *kernel) {
    if (!harness_goes_on())
        return;
    harness_uncounted uncounted;
    const int n = LAB6_SHARES;
    unsigned *a = to_device(std::vector<unsigned>(n, LAB6_SHARE)),
             *b = to_device(std::vector<unsigned>(n));
    std::vector<unsigned> shares;
    for (int k = 0; k < TABLE_SIZE; k++) {
        std::vector<unsigned> table(TABLE_SIZE);
        table[k] = 1;
        MUST(cudaMemcpyToSymbol(c_t, table.data(), TABLE_SIZE * sizeof(unsigned)));
        MUST(cudaMemset(b, 0, n * sizeof *b));
        launch(kernel, 1, n, a, b, n);
        const std::vector<unsigned> sums = to_host(b, n);
        shares.insert(shares.end(), sums.begin(), sums.end());
    }
    write_raw("shares", shares);
    MUST(cudaFree(a));
    MUST(cudaFree(b));
}

static void test_sums(const char *kernel, int n, int blocks, int threads) {
    uint64_t seed = hidden_seed();
    std::vector<unsigned> table(TABLE_SIZE), elements(n),
        canary(n + LAB6_PAST_END, hidden_canary(seed));
    for (int i = 0; i < TABLE_SIZE; i++)
        table[i] = hidden_table(seed, i, TABLE_SIZE);
    for (int i = 0; i < n; i++)
        elements[i] = (unsigned)hidden_element(seed, i);
    MUST(cudaMemcpyToSymbol(c_t, table.data(), TABLE_SIZE * sizeof(unsigned)));

    unsigned *a = to_device(elements), *b = to_device(canary);
    launch(kernel, blocks, threads, a, b, n);
    if (launched(kernel))
        write_raw(kernel, to_host(b, canary.size()));
    MUST(cudaFree(a));
    MUST(cudaFree(b));
}

static void write_words() {
    std::vector<int> words;
    for (int size = 1; size <= 4096; size *= 2)
        words.push_back(hWordsPerRequest(size));
    write_raw("words", words);
    words.clear();
    for (int size : lab6_odd_sizes)
        words.push_back(hWordsPerRequest(size));
    write_raw("odd", words);
}

void harness_main() {
    const char *part = argument_text("part");
    if (strcmp(part, "words") == 0) {
        write_words();
        return;
    }
    const char *kernel = argument_text("kernel");
    const int n = argument("n"), threads = argument("threads");
    test_sums(kernel, n, (n + threads - 1) / threads, threads);
    if (strcmp(part, "sums") == 0)
        write_shares(kernel);
}
