// Step 6. part=sumWords: sumWords of n words by `blocks` of `threads`. Raw: sumWords.error,
// sumWords. part=histogram: the same of bytes: histogram.error, histogram (BINS). part=host:
// hHistogram.error, hHistogram (BINS). part=failing: of hHistogram what failing.h says.
#include "matrix.h"

void harness_main() {
    const int n = argument("n");
    const char *part = argument_text("part");
    bounded_vector<unsigned char> bytes(n);
    for (int i = 0; i < n; i++)
        bytes[i] = (unsigned char)hidden_byte(hidden_seed(), i);
    std::vector<unsigned> bins(BINS), words(n);
    for (int v = 0; v < BINS; v++)
        bins[v] = hidden_start(hidden_seed(), v);
    for (int i = 0; i < n; i++)
        words[i] = hidden_word(hidden_seed(), i);
    if (strcmp(part, "host") == 0) {
        if (write_error("hHistogram", hHistogram(bytes.data(), n, bins.data())))
            write_raw("hHistogram", bins);
    } else if (strcmp(part, "failing") == 0)
        failing("hHistogram", bins, [&] { return hHistogram(bytes.data(), n, bins.data()); });
    else {
        const bool sum = strcmp(part, "sumWords") == 0;
        const int blocks = argument("blocks"), threads = argument("threads");
        unsigned *to =
            to_device(std::vector<unsigned>(bins.begin(), bins.begin() + (sum ? 1 : BINS)));
        unsigned *word = to_device(words);
        unsigned char *byte = to_device(bytes);
        if (sum)
            sumWords<<<blocks, threads>>>(word, n, to);
        else
            histogram<<<blocks, threads>>>(byte, n, to);
        if (launched(sum ? "sumWords" : "histogram"))
            write_raw(sum ? "sumWords" : "histogram", to_host(to, sum ? 1 : BINS));
        MUST(cudaFree(to));
        MUST(cudaFree(word));
        MUST(cudaFree(byte));
    }
}
