// Step 1's checksum and fetch_words by themselves: what they call of the step is the reference's
// (grader_parts.h). Raw, by part:
//   checksum   checksum1.error, checksum1, checksum2 ..., checksum4 ...: of so many components
//   outside    fetch_words.error, fetch_words (LAB8_FETCHES)
//   arguments  refused (what checksum returns for LAB8_REFUSED wrong arguments)
//   failing    of checksum and fetch_words what failing.h says
#include "harness.h"
#include "lab8.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

#define checksum reference_checksum
#define fetch_words reference_fetch_words
static cudaError_t checksum(const int *words_d, size_t words, int components, unsigned *total);
static cudaError_t fetch_words(const int *words_d, size_t words, const int *index, int n, int *out);
__global__ static void fetch_kernel(cudaTextureObject_t texture, const int *index, int n, int *out);
#include "step1_checksum.cu"
#undef checksum
#undef fetch_words

static size_t words;

static void test_checksum(const int *words_d) {
    for (int components = 1; components <= 4; components *= 2) {
        char name[20];
        snprintf(name, sizeof name, "checksum%d", components);
        unsigned total = LAB8_TOTAL; // whatever lay there is not part of the sum
        if (write_error(name, checksum(words_d, words, components, &total)))
            write_number(name, total);
    }
}

static void test_outside(const int *words_d) {
    bounded_vector<int> index, out(LAB8_FETCHES, 77);
    index.reserve(LAB8_FETCHES);
    for (int i = 0; i < LAB8_FETCHES; i++)
        index.push_back(hidden_index(hidden_seed(), i, (int)words));
    if (write_error("fetch_words",
                    fetch_words(words_d, words, index.data(), LAB8_FETCHES, out.data())))
        write_raw("fetch_words", out);
}

static void test_failing(const int *words_d) {
    const std::vector<int> index(LAB8_FETCHES, 3);
    std::vector<int> out(LAB8_FETCHES);
    unsigned total;
    failing("checksum", &total, 1, [&] { return checksum(words_d, words, 2, &total); });
    failing("fetch_words", out,
            [&] { return fetch_words(words_d, words, index.data(), LAB8_FETCHES, out.data()); });
}

void harness_main() {
    const char *part = argument_text("part");
    words = 4 * (size_t)argument("quads");
    // Behind the words lie others where the indices go beyond them.
    const size_t there = strcmp(part, "outside") == 0 ? 2 * words : words;
    std::vector<int> memory;
    for (size_t i = 0; i < there; i++)
        memory.push_back(hidden_word(hidden_seed(), i));
    int *words_d = to_device(memory);
    if (strcmp(part, "failing") == 0)
        test_failing(words_d);
    else if (strcmp(part, "checksum") == 0)
        test_checksum(words_d);
    else if (strcmp(part, "outside") == 0)
        test_outside(words_d);
    else {
        unsigned total = 0;
        int refused[LAB8_REFUSED] = {
            checksum(words_d, words, 3, &total), checksum(words_d, words, 8, &total),
            checksum(words_d, words, 0, &total), checksum(words_d, words - 2, 1, &total),
            checksum(words_d, words - 1, 1, &total)};
        write_raw("refused", refused, LAB8_REFUSED);
    }
    MUST(cudaFree(words_d));
}
