/* Lab 6, step 2: what is behind products a[i] * c[i % CM_SIZE] that are wrong. */
#include "lab6.h"

#include <math.h>

static int constant(const struct products *p, int i) {
    return hidden_constant(p->run->seed, i);
}
static int element(const struct products *p, int i) {
    return hidden_element(p->run->seed, p->from + i);
}

static int word_of(struct choice *c, const struct products *p, int i) {
    const int words = p->words, a = element(p, i);
    INSTEAD(
        constant(p, i & (words - 1)), "mask-for-remainder",
        "The index into the table is i & (CM_SIZE - 1), which is i % CM_SIZE for powers of two alone, "
        "and CM_SIZE is none here: i % CM_SIZE.");
    INSTEAD(constant(p, i % 4 % words), "four-for-size",
            "The index into the table is i % 4: it has CM_SIZE words, i % CM_SIZE.");
    INSTEAD(constant(p, i % p->threads % words), "wrong-thread-index",
            "The index into the table is counted from the block's start: it is i % CM_SIZE "
            "with i = blockIdx.x * blockDim.x + threadIdx.x.");
    INSTEAD(constant(p, i / p->threads % words), "wrong-thread-index",
            "The index into the table is that of the block, blockIdx.x % CM_SIZE: "
            "it is i % CM_SIZE with i = blockIdx.x * blockDim.x + threadIdx.x.");
    INSTEAD(constant(p, 0), "one-word-for-all",
            "Every element is multiplied by word 0 of the table: it is c[i % "
            "CM_SIZE].");
    INSTEAD(constant(p, (i + 1) % words), "counted-from-one",
            "The index into the table is one too far: it is i % CM_SIZE.");
    INSTEAD(constant(p, (i + words - 1) % words), "counted-from-one",
            "The index into the table is one too low: it is i % CM_SIZE.");
    INSTEAD(constant(p, i / words % words), "mask-for-remainder",
            "The index into the table is i / CM_SIZE: it is the remainder, i % "
            "CM_SIZE.");
    INSTEAD(constant(p, words > 1 ? i % (words - 1) : 0), NULL,
            "The index into the table is i % (CM_SIZE - 1), which leaves out the last word: it has "
            "CM_SIZE words, i % CM_SIZE.");
    INSTEAD(constant(p, i % (words + 1) % words), NULL,
            "The index into the table is i % (CM_SIZE + 1), one word too many: it has CM_SIZE "
            "words, i % CM_SIZE.");
    INSTEAD(constant(p, words - 1 - i % words), NULL,
            "The table is taken backwards: word i % CM_SIZE goes with element i.");
    INSTEAD(constant(p, i < words ? i : words - 1), NULL,
            "Elements beyond CM_SIZE are all multiplied by the table's last word: it goes round, i "
            "% CM_SIZE.");
    INSTEAD(constant(p, a < 0 ? 0 : a % words), NULL,
            "The index into the table is the remainder of a[i], not of i: it is i % CM_SIZE.");
    INSTEAD(constant(p, 2 * i % words), NULL,
            "The index into the table is 2 * i % CM_SIZE: it is i % CM_SIZE.");
    INSTEAD(
        element(p, i % words), NULL,
        "Words of a stand where those of the table belong: the table is c_a in gTestCM, and the "
        "argument c in gTestGM, a[i] * c[i % CM_SIZE].");
    INSTEAD(a, NULL,
            "a[i] is multiplied by itself: the second factor is the table's word, c[i % CM_SIZE].");
    INSTEAD(
        i % words, NULL,
        "The index itself, i % CM_SIZE, stands where the table's word belongs: c[i % CM_SIZE].");
    INSTEAD(i, NULL, "The number i stands where the table's word belongs: c[i % CM_SIZE].");
    INSTEAD(-2 * (i % words), "constants-printed",
            "a[i] is multiplied by -2 * (i % CM_SIZE), computed on the spot, and the "
            "table holds other words here: read them, c[i % CM_SIZE].");
    INSTEAD(constant(p, p->n % words), "one-word-for-all",
            "Every element is multiplied by the same word, number n % CM_SIZE: it is "
            "c[i % CM_SIZE].");
    INSTEAD(constant(p, words - 1), "one-word-for-all",
            "Every element is multiplied by the table's last word: it is c[i % "
            "CM_SIZE].");
    ASKED(constant(p, i % words));
}

static int element_of(struct choice *c, const struct products *p, int i) {
    INSTEAD(element(p, i % p->words), NULL,
            "a is read at i % CM_SIZE, too: only the table goes round, a[i] * c[i % CM_SIZE].");
    INSTEAD(element(p, i % p->threads), "wrong-thread-index",
            "a is read at threadIdx.x: element i is that of the whole grid, i = "
            "blockIdx.x * blockDim.x + threadIdx.x.");
    INSTEAD(element(p, i + (i < p->n - 1)), NULL,
            "a is read one element too far: b[i] comes from a[i].");
    INSTEAD(element(p, i - (i > 0)), NULL, "a is read one element too low: b[i] comes from a[i].");
    INSTEAD(element(p, p->n - 1 - i), NULL, "a is read backwards: b[i] comes from a[i].");
    INSTEAD(element(p, 0), NULL, "Every product has a[0]: b[i] comes from a[i].");
    INSTEAD(i, NULL, "The number i stands where a[i] belongs.");
    ASKED(element(p, i));
}

/* In 32 bits, as the kernel computes. */
static double operation(struct choice *c, int element, int word, int before) {
    const uint32_t a = (uint32_t)element, w = (uint32_t)word, b = (uint32_t)before;
    const float rounded = (float)element * (float)word;
    INSTEAD((int32_t)(a + w), NULL,
            "a[i] and the word of the table are added: it is a product, a[i] * c[i % CM_SIZE].");
    INSTEAD((int32_t)(a - w), NULL,
            "The word of the table is subtracted from a[i]: it is a product, a[i] * c[i % "
            "CM_SIZE].");
    INSTEAD(word ? element / word : 0, NULL,
            "a[i] is divided by the word of the table: it is a product, a[i] * c[i % CM_SIZE].");
    INSTEAD(element, NULL,
            "b is a copy of a: the word of the table is missing, a[i] * c[i % CM_SIZE].");
    INSTEAD(word, NULL,
            "b holds the words of the table: the factor a[i] is missing, a[i] * c[i % CM_SIZE].");
    INSTEAD((int32_t)(b * w), NULL,
            "What b held before is multiplied: the factor is a[i], b[i] = a[i] * c[i % CM_SIZE].");
    INSTEAD((int32_t)(b + a * w), NULL,
            "The product is added to what b held before: b[i] = a[i] * c[i % CM_SIZE].");
    INSTEAD((int32_t)(0u - a * w), "wrong-sign", "Every product has the wrong sign.");
    INSTEAD((int32_t)(a * w * w), NULL,
            "The word of the table is multiplied twice: a[i] * c[i % CM_SIZE].");
    INSTEAD((int32_t)(a * a * w), NULL, "a[i] is multiplied twice: a[i] * c[i % CM_SIZE].");
    INSTEAD(fabsf(rounded) < 0x1p31f ? (double)(int32_t)rounded : INT32_MIN, "wrong-type",
            "The products are rounded to 24 bits, as float has: compute in int.");
    INSTEAD((int16_t)(a * w), "wrong-type",
            "Only the lowest 16 bits are left, as in a short: compute in int.");
    INSTEAD(0, NULL,
            "b is all 0: the product is missing, or the table is, or zeros are "
            "stored there behind the kernel (a memset belongs before the launch).");
    ASKED((int32_t)(a * w));
}

/* What may be done otherwise, in the order in which it is tried. */
struct product_choices {
    struct choice word, element, operation;
};

static double product_value(const void *context, struct choice *choices, size_t i) {
    const struct products *p = context;
    struct product_choices *const c = (struct product_choices *)choices;
    /* Where hTestCM allocates, b is fresh memory, which the CPU device fills with ones. */
    const int before = p->whole ? -1 : hidden_canary(p->run->seed);
    return operation(&c->operation, element_of(&c->element, p, (int)i),
                     word_of(&c->word, p, (int)i), before);
}

static struct value_family products_family(const struct products *p) {
    return (struct value_family){.count = sizeof(struct product_choices) / sizeof(struct choice),
                                 .most = 2,
                                 .got = p->b,
                                 .got_count = (size_t)p->n,
                                 .with = product_value,
                                 .context = (void *)p};
}

double owed_product(const struct products *p, int i) {
    struct product_choices asked = {0};
    return product_value(p, (struct choice *)&asked, (size_t)i);
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
    const struct value_family products = products_family(&tried);
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
