// Step 1, each function by itself, beside the reference's others. Raw, by part:
//   texture         words1.error, words1, words2 ..., words4 ...: through make_words_texture's
//                   textures of so many components the words of all elements, then those of element
//                   -1 and of the one behind the last
//   int, int2, int4 sum_int.error, sum_int (what the sums that are written add up to), unwritten
//                   (how many are not); few.error, few, few_unwritten: of LAB8_FEW words, fewer
//                   than there are threads
//   add             add_sums.error, add_sums (of SUMS hidden sums)
//   failing         of make_words_texture and add_sums what failing.h says
#include "harness.h"
#include "lab8.h"
#include "inputs.h"
#include "failing.h"

#define make_words_texture reference_make_words_texture
#define sum_int reference_sum_int
#define sum_int2 reference_sum_int2
#define sum_int4 reference_sum_int4
#define add_sums reference_add_sums
#define checksum reference_checksum
#define fetch_words reference_fetch_words
namespace {
#include "step1_checksum.cu"
}
#undef make_words_texture
#undef sum_int
#undef sum_int2
#undef sum_int4
#undef add_sums
#undef checksum
#undef fetch_words

static size_t words;

// The words of `count` elements from number `first` on.
template <class T>
__global__ static void read_elements(cudaTextureObject_t texture, int first, int count, T *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = tex1Dfetch<T>(texture, first + i);
}

template <class T> static void test_texture(const int *words_d) {
    const int components = sizeof(T) / sizeof(int), elements = (int)words / components;
    char name[20];
    snprintf(name, sizeof name, "words%d", components);
    cudaTextureObject_t texture = 0;
    if (!write_error("make_words_texture",
                     make_words_texture(words_d, words, components, &texture)))
        return;
    T *out_d = to_device(std::vector<T>(elements + 2));
    read_elements<<<(elements + 127) / 128, 128>>>(texture, 0, elements, out_d);
    read_elements<<<1, 1>>>(texture, -1, 1, out_d + elements);
    read_elements<<<1, 1>>>(texture, elements, 1, out_d + elements + 1);
    if (launched(name))
        write_raw(name, to_host((const int *)out_d, words + 2 * components));
    MUST(cudaFree(out_d));
    MUST(cudaDestroyTextureObject(texture));
}

// What lies in a sum that no thread has written.
static const unsigned unwritten_sum = 0xfff0f0ff;

// One kernel's sums of the first `count` words.
static void test_sum(const char *kernel, const char *key, const char *unwritten_key,
                     const int *words_d, size_t count) {
    const int components = kernel[7] == '\0' ? 1 : kernel[7] - '0';
    cudaTextureObject_t texture = 0;
    MUST(reference_make_words_texture(words_d, count, components, &texture));
    unsigned *sums_d = to_device(std::vector<unsigned>(SUMS, unwritten_sum));
    if (components == 1)
        sum_int<<<SUM_BLOCKS, SUM_THREADS>>>(texture, count, sums_d);
    else if (components == 2)
        sum_int2<<<SUM_BLOCKS, SUM_THREADS>>>(texture, count, sums_d);
    else
        sum_int4<<<SUM_BLOCKS, SUM_THREADS>>>(texture, count, sums_d);
    if (launched(key)) {
        unsigned total = 0, unwritten = 0;
        for (unsigned sum : to_host(sums_d, SUMS)) {
            unwritten += sum == unwritten_sum;
            total += sum == unwritten_sum ? 0 : sum;
        }
        write_number(key, total);
        write_number(unwritten_key, unwritten);
    }
    MUST(cudaFree(sums_d));
    MUST(cudaDestroyTextureObject(texture));
}

static void test_add() {
    std::vector<unsigned> sums;
    for (int i = 0; i < SUMS; i++)
        sums.push_back(hidden_sum(hidden_seed(), i));
    unsigned *sums_d = to_device(sums), total = LAB8_TOTAL; // what lay there is not part of it
    if (write_error("add_sums", add_sums(sums_d, &total)))
        write_number("add_sums", total);
    MUST(cudaFree(sums_d));
}

static void test_failing(const int *words_d) {
    failing("make_words_texture", [&] {
        cudaTextureObject_t texture = 0;
        const cudaError_t error = make_words_texture(words_d, words, 4, &texture);
        if (error == cudaSuccess)
            cudaDestroyTextureObject(texture);
        return error;
    });
    unsigned *sums_d = to_device(std::vector<unsigned>(SUMS, 3)), total;
    failing("add_sums", &total, 1, [&] { return add_sums(sums_d, &total); });
    MUST(cudaFree(sums_d));
}

void harness_main() {
    const char *part = argument_text("part");
    words = 4 * (size_t)argument("quads");
    std::vector<int> memory;
    // Behind the words lie others, which a texture that is too long reads.
    for (size_t i = 0; i < 2 * words; i++)
        memory.push_back(hidden_word(hidden_seed(), i));
    int *words_d = to_device(memory);
    if (strcmp(part, "failing") == 0)
        test_failing(words_d);
    else if (strcmp(part, "add") == 0)
        test_add();
    else if (strcmp(part, "texture") == 0) {
        test_texture<int>(words_d);
        test_texture<int2>(words_d);
        test_texture<int4>(words_d);
    } else {
        char kernel[20];
        snprintf(kernel, sizeof kernel, "sum_%s", part);
        test_sum(kernel, kernel, "unwritten", words_d, words);
        test_sum(kernel, "few", "few_unwritten", words_d, LAB8_FEW);
    }
    MUST(cudaFree(words_d));
}
