// Step 1. Raw, by part: int, int2, int4: checksum.error, checksum, few.error, few (the checksum of
// LAB8_FEW words, fewer than there are threads); outside: fetch_words.error, fetch_words
// (LAB8_FETCHES); arguments: refused (what checksum returns for LAB8_REFUSED wrong arguments);
// failing: of make_words_texture, checksum and fetch_words what failing.h says.
#include "harness.h"
#include "lab8.h"
#include "lab8/inputs.h"
#include "past_end.h"
#include "failing.h"

static void test_failing(const int *words_d, size_t words) {
    const std::vector<int> index(LAB8_FETCHES, 3);
    std::vector<int> out(LAB8_FETCHES);
    unsigned total;
    failing("make_words_texture", [&] {
        cudaTextureObject_t texture = 0;
        const cudaError_t error = make_words_texture(words_d, words, 4, &texture);
        if (error == cudaSuccess)
            cudaDestroyTextureObject(texture);
        return error;
    });
    failing("checksum", &total, 1, [&] { return checksum(words_d, words, 2, &total); });
    failing("fetch_words", out,
            [&] { return fetch_words(words_d, words, index.data(), LAB8_FETCHES, out.data()); });
}

void harness_main() {
    size_t words = 4 * (size_t)argument("quads");
    const char *part = argument_text("part");
    // Behind the words lie others where the indices go beyond them.
    const size_t there = strcmp(part, "outside") == 0 ? 2 * words : words;
    std::vector<int> memory;
    for (size_t i = 0; i < there; i++)
        memory.push_back(hidden_word(hidden_seed(), i));
    int *words_d = to_device(memory);
    unsigned total = 0;
    if (strcmp(part, "failing") == 0) {
        test_failing(words_d, words);
    } else if (strncmp(part, "int", 3) == 0) {
        int components = part[3] == '\0' ? 1 : part[3] - '0';
        total = LAB8_TOTAL; // whatever lay there is not part of the sum
        if (write_error("checksum", checksum(words_d, words, components, &total)))
            write_number("checksum", total);
        int *few_d = to_device(std::vector<int>(memory.begin(), memory.begin() + LAB8_FEW));
        if (write_error("few", checksum(few_d, LAB8_FEW, components, &total)))
            write_number("few", total);
        MUST(cudaFree(few_d));
    } else if (strcmp(part, "outside") == 0) {
        bounded_vector<int> index, out(LAB8_FETCHES, 77);
        index.reserve(LAB8_FETCHES);
        for (int i = 0; i < LAB8_FETCHES; i++)
            index.push_back(hidden_index(hidden_seed(), i, (int)words));
        if (write_error("fetch_words",
                        fetch_words(words_d, words, index.data(), LAB8_FETCHES, out.data())))
            write_raw("fetch_words", out);
    } else {
        int refused[LAB8_REFUSED] = {
            checksum(words_d, words, 3, &total), checksum(words_d, words, 8, &total),
            checksum(words_d, words, 0, &total), checksum(words_d, words - 2, 1, &total),
            checksum(words_d, words - 1, 1, &total)};
        write_raw("refused", refused, LAB8_REFUSED);
    }
    MUST(cudaFree(words_d));
}
