/* Lab 6, step 2: what is behind products a[i] * c[i % CM_SIZE] that are wrong. */
#include "lab6.h"

#include <math.h>

enum { WORD, ELEMENT, OPERATION, PRODUCT_DIMENSIONS };
enum { WORD_OF_A = 15, WORD_SQUARE, WORD_INDEX, WORD_NUMBER, WORD_HANDOUT, WORD_OF_N, WORD_LAST };

static const struct deviation word_mistakes[] = {
    {"mask-for-remainder",
     "The index into the table is i & (CM_SIZE - 1), which is i % CM_SIZE for powers of two alone, "
     "and CM_SIZE is none here: i % CM_SIZE."},
    {"four-for-size", "The index into the table is i % 4: it has CM_SIZE words, i % CM_SIZE."},
    {"wrong-thread-index",
     "The index into the table is counted from the block's start: it is i % CM_SIZE "
     "with i = blockIdx.x * blockDim.x + threadIdx.x."},
    {"wrong-thread-index", "The index into the table is that of the block, blockIdx.x % CM_SIZE: "
                           "it is i % CM_SIZE with i = blockIdx.x * blockDim.x + threadIdx.x."},
    {"one-word-for-all", "Every element is multiplied by word 0 of the table: it is c[i % "
                         "CM_SIZE]."},
    {"counted-from-one", "The index into the table is one too far: it is i % CM_SIZE."},
    {"counted-from-one", "The index into the table is one too low: it is i % CM_SIZE."},
    {"mask-for-remainder", "The index into the table is i / CM_SIZE: it is the remainder, i % "
                           "CM_SIZE."},
    {NULL, "The index into the table is i % (CM_SIZE - 1), which leaves out the last word: it has "
           "CM_SIZE words, i % CM_SIZE."},
    {NULL, "The index into the table is i % (CM_SIZE + 1), one word too many: it has CM_SIZE "
           "words, i % CM_SIZE."},
    {NULL, "The table is taken backwards: word i % CM_SIZE goes with element i."},
    {NULL, "Elements beyond CM_SIZE are all multiplied by the table's last word: it goes round, i "
           "% CM_SIZE."},
    {NULL, "The index into the table is the remainder of a[i], not of i: it is i % CM_SIZE."},
    {NULL, "The index into the table is 2 * i % CM_SIZE: it is i % CM_SIZE."},
    {NULL, "Words of a stand where those of the table belong: the table is c_a in gTestCM, and the "
           "argument c in gTestGM, a[i] * c[i % CM_SIZE]."},
    {NULL, "a[i] is multiplied by itself: the second factor is the table's word, c[i % CM_SIZE]."},
    {NULL, "The index itself, i % CM_SIZE, stands where the table's word belongs: c[i % CM_SIZE]."},
    {NULL, "The number i stands where the table's word belongs: c[i % CM_SIZE]."},
    {"constants-printed", "a[i] is multiplied by -2 * (i % CM_SIZE), computed on the spot, and the "
                          "table holds other words here: read them, c[i % CM_SIZE]."},
    {"one-word-for-all", "Every element is multiplied by the same word, number n % CM_SIZE: it is "
                         "c[i % CM_SIZE]."},
    {"one-word-for-all", "Every element is multiplied by the table's last word: it is c[i % "
                         "CM_SIZE]."}};
static const struct deviation element_mistakes[] = {
    {NULL, "a is read at i % CM_SIZE, too: only the table goes round, a[i] * c[i % CM_SIZE]."},
    {"wrong-thread-index", "a is read at threadIdx.x: element i is that of the whole grid, i = "
                           "blockIdx.x * blockDim.x + threadIdx.x."},
    {NULL, "a is read one element too far: b[i] comes from a[i]."},
    {NULL, "a is read one element too low: b[i] comes from a[i]."},
    {NULL, "a is read backwards: b[i] comes from a[i]."},
    {NULL, "Every product has a[0]: b[i] comes from a[i]."},
    {NULL, "The number i stands where a[i] belongs."}};
static const struct deviation operation_mistakes[] = {
    {NULL, "a[i] and the word of the table are added: it is a product, a[i] * c[i % CM_SIZE]."},
    {NULL, "The word of the table is subtracted from a[i]: it is a product, a[i] * c[i % "
           "CM_SIZE]."},
    {NULL, "a[i] is divided by the word of the table: it is a product, a[i] * c[i % CM_SIZE]."},
    {NULL, "b is a copy of a: the word of the table is missing, a[i] * c[i % CM_SIZE]."},
    {NULL, "b holds the words of the table: the factor a[i] is missing, a[i] * c[i % CM_SIZE]."},
    {NULL, "What b held before is multiplied: the factor is a[i], b[i] = a[i] * c[i % CM_SIZE]."},
    {NULL, "The product is added to what b held before: b[i] = a[i] * c[i % CM_SIZE]."},
    {"wrong-sign", "Every product has the wrong sign."},
    {NULL, "The word of the table is multiplied twice: a[i] * c[i % CM_SIZE]."},
    {NULL, "a[i] is multiplied twice: a[i] * c[i % CM_SIZE]."},
    {"wrong-type", "The products are rounded to 24 bits, as float has: compute in int."},
    {"wrong-type", "Only the lowest 16 bits are left, as in a short: compute in int."},
    {NULL, "b is all 0: the product is missing, or the table is, or zeros are "
           "stored there behind the kernel (a memset belongs before the launch)."}};
static const struct dimension product_dimensions[PRODUCT_DIMENSIONS] = {
    DIMENSION(word_mistakes), DIMENSION(element_mistakes), DIMENSION(operation_mistakes)};

static int word_of(const struct products *p, int wrong, int i) {
    int words = p->words, a;
    switch (wrong) {
    case 1:
        return i & (words - 1);
    case 2:
        return i % 4 % words;
    case 3:
        return i % p->threads % words;
    case 4:
        return i / p->threads % words;
    case 5:
        return 0;
    case 6:
        return (i + 1) % words;
    case 7:
        return (i + words - 1) % words;
    case 8:
        return i / words % words;
    case 9:
        return words > 1 ? i % (words - 1) : 0;
    case 10:
        return i % (words + 1) % words;
    case 11:
        return words - 1 - i % words;
    case 12:
        return i < words ? i : words - 1;
    case 13:
        a = hidden_element(p->run->seed, p->from + i);
        return a < 0 ? 0 : a % words;
    case WORD_OF_A: /* what stands for the word: an index of a, or of nothing */
    case WORD_INDEX:
    case WORD_HANDOUT:
        return i % words;
    case WORD_SQUARE:
    case WORD_NUMBER:
        return i;
    case 14:
        return 2 * i % words;
    case WORD_OF_N:
        return p->n % words;
    case WORD_LAST:
        return words - 1;
    default:
        return i % words;
    }
}

static int element_of(const struct products *p, int wrong, int i) {
    switch (wrong) {
    case 1:
        i %= p->words;
        break;
    case 2:
        i %= p->threads;
        break;
    case 3:
        i += i < p->n - 1;
        break;
    case 4:
        i -= i > 0;
        break;
    case 5:
        i = p->n - 1 - i;
        break;
    case 6:
        i = 0;
        break;
    case 7:
        return i;
    }
    return hidden_element(p->run->seed, p->from + i);
}

/* In 32 bits, as the kernel computes. */
static double operation(int wrong, int element, int word, int before) {
    uint32_t a = (uint32_t)element, c = (uint32_t)word, b = (uint32_t)before;
    float rounded;
    switch (wrong) {
    case 1:
        return (int32_t)(a + c);
    case 2:
        return (int32_t)(a - c);
    case 3:
        return word ? element / word : 0;
    case 4:
        return element;
    case 5:
        return word;
    case 6:
        return (int32_t)(b * c);
    case 7:
        return (int32_t)(b + a * c);
    case 8:
        return (int32_t)(0u - a * c);
    case 9:
        return (int32_t)(a * c * c);
    case 10:
        return (int32_t)(a * a * c);
    case 11:
        rounded = (float)element * (float)word;
        return fabsf(rounded) < 0x1p31f ? (double)(int32_t)rounded : INT32_MIN;
    case 12:
        return (int16_t)(a * c);
    case 13:
        return 0;
    default:
        return (int32_t)(a * c);
    }
}

static double product_value(const void *context, const int *choice, size_t i) {
    const struct products *p = context;
    /* Where hTestCM allocates, b is fresh memory, which the CPU device fills with ones. */
    int before = p->whole ? -1 : hidden_canary(p->run->seed);
    int at = word_of(p, choice[WORD], (int)i), word;
    switch (choice[WORD]) {
    case WORD_OF_A:
    case WORD_SQUARE:
        word = hidden_element(p->run->seed, p->from + at);
        break;
    case WORD_INDEX:
    case WORD_NUMBER:
        word = at;
        break;
    case WORD_HANDOUT:
        word = -2 * at;
        break;
    default:
        word = hidden_constant(p->run->seed, at);
    }
    return operation(choice[OPERATION], element_of(p, choice[ELEMENT], (int)i), word, before);
}

double owed_product(const struct products *p, int i) {
    static const int as_asked[PRODUCT_DIMENSIONS];
    return product_value(p, as_asked, (size_t)i);
}

/* Fails when what is multiplied is memory of hTestCM's own that nobody filled. */
static void judge_not_brought(const struct products *p) {
    for (int i = 0; i < p->n; i++)
        if (p->b[i] != -(double)hidden_constant(p->run->seed, i % p->words))
            return;
    fail(NULL,
         "%s: the table is multiplied by memory that nobody filled: a never came to the "
         "device, cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice), or the kernel reads b "
         "where a belongs.",
         p->name);
}

void explain_products(const struct products *p) {
    static const int usual[] = {128, 256, 32, 64, 96, 192, 512, 1024};
    struct products tried = *p;
    struct value_family products = {.dimensions = product_dimensions,
                                    .count = PRODUCT_DIMENSIONS,
                                    .most = 2,
                                    .got = p->b,
                                    .got_count = (size_t)p->n,
                                    .value = product_value,
                                    .context = &tried};
    if (p->n < 2)
        return;
    if (!p->whole)
        judge_explain_values(p->name, &products);
    else
        judge_not_brought(p);
    for (size_t t = 0; p->whole && t < sizeof usual / sizeof *usual; t++) {
        tried.threads = usual[t];
        judge_explain_values(p->name, &products);
    }
    judge_constant(p->name, &products);
}
