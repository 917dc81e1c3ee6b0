// Lab 6, given: checks every step and times what steps 2 and 4 compare.
//   lab6           time on 2^20 elements
//   lab6 N T       time on N elements, in blocks of T threads
// `make check` builds it with sizes that are no powers of two (CHECK_SIZES in the Makefile).
#include "lab6.h"
#include "../common/selftest.h"

static int blocks(int n, int threads) {
    return (n + threads - 1) / threads;
}

// A copy of c_a as step 1 fills it, in global memory. The caller frees it.
static int *make_table(void) {
    int words[CM_SIZE], *c = NULL;
    for (int i = 0; i < CM_SIZE; i++)
        words[i] = -2 * i;
    CUDA_CHECK(cudaMalloc(&c, sizeof words));
    CUDA_CHECK(cudaMemcpy(c, words, sizeof words, cudaMemcpyHostToDevice));
    return c;
}

#ifdef LAB_CHECK

enum { UNTOUCHED = 0x5a5a5a5a };

// ---- Step 1 -------------------------------------------------------------------------------------

// The first `count` words are right, and from `rest` on all are as they were.
static bool short_of(const std::vector<int> &words, int before, int count, int rest) {
    for (int i = 0; i < CM_SIZE; i++)
        if (i < count ? words[i] != -2 * i : i >= rest && words[i] != before)
            return false;
    return count < CM_SIZE;
}

// What explains words that are not -2 * i, or NULL; `before`: each of them before the call.
static const char *fill_name(const std::vector<int> &words, int before) {
    bool untouched = true, opposite = true, later = true, floats = true, bytes = true;
    for (int i = 0; i < CM_SIZE; i++) {
        const float real = -2.0f * (float)i;
        int bits;
        memcpy(&bits, &real, sizeof bits);
        untouched = untouched && words[i] == before;
        opposite = opposite && words[i] == 2 * i;
        later = later && words[i] == -2 * (i + 1);
        floats = floats && (words[i] == bits || (i == 0 && words[i] == 0));
        if (i > 0) // each word one byte behind the one before: its lowest byte alone stays
            bytes = bytes && (words[0] >> 8 * i & 0xff) == (i < 4 ? (-2 * i & 0xff) : 0);
    }
    if (untouched)
        return "never-written";
    if (opposite)
        return "wrong-sign";
    if (later)
        return "counted-from-one";
    if (floats)
        return "wrong-type";
    if (short_of(words, before, CM_SIZE / 4, CM_SIZE / 4 + 1) || short_of(words, before, 1, 1) ||
        short_of(words, before, 2, 2)) // bytes of so many words, of one, of a pointer
        return "count-instead-of-bytes";
    bool handout = CM_SIZE > 4, first_alone = words[0] == -2 * (CM_SIZE - 1);
    for (int i = 0; i < CM_SIZE; i++) {
        handout = handout && words[i] == (i < 4 ? -2 * i : words[4]);
        first_alone = first_alone && (i == 0 || words[i] == before);
    }
    if (handout && (words[4] == 0 || words[4] == before))
        return "constants-printed";
    return first_alone || (bytes && words.back() == before) ? "offset-in-elements" : NULL;
}

static void check_fill(void) {
    void *address = NULL;
    // First on the c_a that the program began with, whose address nobody has asked for: a host's
    // address of it is none on the device.
    for (int before : {0, (int)UNTOUCHED}) {
        if (before != 0)
            CUDA_CHECK(cudaMemset(address, before & 0xff, CM_SIZE * sizeof(int)));
        returned(hInitCM(), "hInitCM");
        CUDA_CHECK(hAddressCM(&address));
        std::vector<int> words = from_device_memory((const int *)address, CM_SIZE);
        for (int i = 0; i < CM_SIZE; i++)
            if (words[i] != -2 * i)
                mistake(fill_name(words, before),
                        "%sc_a[%d] is %d, expected %d; it has CM_SIZE = %d words%s",
                        before ? "in a second call: " : "", i, words[i], -2 * i, CM_SIZE,
                        words[i] == before ? ", and this one is as it was before" : "");
    }
}

// hInitCM where its CUDA calls fail.
static void check_fill_errors(void) {
    void *address = NULL;
    std::vector<int> words(CM_SIZE);
    CUDA_CHECK(hAddressCM(&address));
    errors("hInitCM", words.data(), words.size(), hInitCM, [&] {
        const std::vector<int> now = from_device_memory((const int *)address, CM_SIZE);
        std::copy(now.begin(), now.end(), words.begin());
        CUDA_CHECK(cudaMemset(address, UNTOUCHED & 0xff, CM_SIZE * sizeof(int)));
    });
}

// ---- Step 2 -------------------------------------------------------------------------------------

// What a kernel made of n elements.
template <class T> struct Products {
    int n, threads;
    std::vector<T> a, b; // b goes on behind the n-th element
    bool untouched(int i) const {
        return b[i] == (T)UNTOUCHED;
    }
};

// The result of launch(a, b, n, threads, blocks) on device arrays, b with 64 elements more, which
// must stay untouched.
template <class T, class Launch>
static Products<T> launched_on(const char *name, int n, int threads, int blocks, Launch launch) {
    Products<T> p = {n, threads, {}, {}};
    for (int i = 0; i < n; i++)
        p.a.push_back((T)((i % 2 ? -1 : 1) * (1000 + 7 * i - 500 * (i % 3))));
    std::vector<T> a = p.a; // and what may be read of it by threads to spare
    a.resize(n + (blocks * threads > n ? 64 : 0), (T)3);
    T *d_a = to_device_memory(a), *d_b = to_device_memory(std::vector<T>(n + 64, (T)UNTOUCHED));
    launch(d_a, d_b, n, threads, blocks);
    launched(name);
    p.b = from_device_memory(d_b, n + 64);
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    bool untouched = true;
    for (int i = 0; i < n + 64; i++)
        untouched = untouched && p.untouched(i);
    if (untouched)
        not_begun();
    return p;
}

// As many threads as elements: expect(a, i) is what element i must be, named(p) the name of what
// explains others.
template <class T, class Launch, class Expect, class Named>
static void check_numbers(const char *name, std::vector<int> blocks, Launch launch, Expect expect,
                          Named named) {
    for (int threads : blocks) {
        const int n = (1000 / threads + 1) * threads;
        launch_has(NO_SPARE_THREADS);
        const Products<T> p = launched_on<T>(name, n, threads, n / threads, launch);
        launch_has(ANY_THREADS);
        for (int i = 0; i < n + 64; i++) {
            if (i < n ? p.b[i] == expect(p.a[i], i) : p.untouched(i))
                continue;
            if (i >= n)
                mistake(NULL, "b[%d], beyond the end (n = %d), was changed", i, n);
            mistake(named(p), "b[%d] is %lld, expected %lld (n = %d, blocks of %d threads)%s", i,
                    (long long)p.b[i], (long long)expect(p.a[i], i), n, threads,
                    p.untouched(i) ? ": it was never written" : "");
        }
    }
}

// Threads to spare: what is behind the last element stays.
template <class T, class Launch>
static void check_spare(const char *name, int n, std::vector<int> blocks, Launch launch) {
    for (int threads : blocks) {
        const int enough = (n + threads - 1) / threads;
        const Products<T> p = launched_on<T>(name, n, threads, enough + (threads < 32), launch);
        for (int i = n; i < n + 64; i++)
            if (!p.untouched(i))
                mistake("missing-bounds-guard",
                        "%s: b[%d], beyond the end (n = %d, blocks of %d threads), was changed",
                        name, i, n, threads);
    }
}

static int constant_word(int k) { // not what step 1 stores
    return 11 * k - 17;
}

static int product(int a, int i) {
    return a * constant_word(i % CM_SIZE);
}

// The first of these words of the table that explains all products is the name.
static const char *product_name(const Products<int> &p) {
    static const char *const names[] = {
        "mask-for-remainder", "four-for-size",    "wrong-thread-index", "wrong-thread-index",
        "one-word-for-all",   "counted-from-one", "counted-from-one",   "constants-printed"};
    for (int model = 0; model < 8; model++) {
        bool all = true;
        for (int i = 0; i < p.n && all; i++) {
            const int words[] = {i & (CM_SIZE - 1),
                                 i % 4 % CM_SIZE,
                                 i % p.threads % CM_SIZE,
                                 i / p.threads % CM_SIZE,
                                 0,
                                 (i + 1) % CM_SIZE,
                                 (i + CM_SIZE - 1) % CM_SIZE,
                                 i % CM_SIZE};
            all = p.b[i] == p.a[i] * (model == 7 ? -2 * words[7] : constant_word(words[model]));
        }
        if (all)
            return names[model];
    }
    return unwritten_name(p.b, p.n, p.threads, (int)UNTOUCHED);
}

static std::vector<int> constant_words(void) {
    std::vector<int> words;
    for (int k = 0; k < CM_SIZE; k++)
        words.push_back(constant_word(k));
    return words;
}

// Fills c_a without step 1.
static void fill_constant(void) {
    void *address = NULL;
    const std::vector<int> words = constant_words();
    CUDA_CHECK(hAddressCM(&address));
    CUDA_CHECK(cudaMemcpy(address, words.data(), sizeof(int) * CM_SIZE, cudaMemcpyHostToDevice));
}

static void launch_constant(int *a, int *b, int n, int threads, int blocks) {
    gTestCM<<<blocks, threads>>>(a, b, n);
}

static void check_constant(void) {
    fill_constant();
    check_numbers<int>("gTestCM", {96, 37, 3, 1021, 1}, launch_constant, product, product_name);
}

// Elements, fewer than the table has words, so that an index into it matters in no other check.
static const int guarded = CM_SIZE > 45 ? 45 : CM_SIZE > 1 ? CM_SIZE - 1 : 1;

static void check_constant_guard(void) {
    fill_constant();
    check_spare<int>("gTestCM", guarded, {5, 64}, launch_constant);
}

// gTestGM on a table of its own.
struct GlobalTable {
    int *c = to_device_memory(constant_words());
    ~GlobalTable() {
        CUDA_CHECK(cudaFree(c));
    }
};

static void check_global(void) {
    const GlobalTable table;
    check_numbers<int>(
        "gTestGM", {96, 37, 3, 1021, 1},
        [&](int *a, int *b, int n, int threads, int blocks) {
            gTestGM<<<blocks, threads>>>(a, b, table.c, n);
        },
        product, product_name);
}

static void check_global_guard(void) {
    const GlobalTable table;
    check_spare<int>("gTestGM", guarded, {5, 64},
                     [&](int *a, int *b, int n, int threads, int blocks) {
                         gTestGM<<<blocks, threads>>>(a, b, table.c, n);
                     });
}

// Nobody wrote it: on the host, or in device memory, of which the checker makes one of two numbers.
// (A right result is even, and at most 0.)
static bool never_came(int result) {
    return result == UNTOUCHED || result == -1 || result == 1900671690;
}

// Why hTestCM's results are not right: their name, or NULL.
static const char *whole_name(const int *b, int n) {
    bool zeros = n > 1;
    std::vector<int> results(b, b + n);
    std::replace_if(results.begin(), results.end(), never_came, (int)UNTOUCHED);
    for (int i = 0; i < n; i++)
        zeros = zeros && b[i] == 0;
    if (zeros)
        return "copied-after-launch"; // c_a was all 0 before
    int came = 0;
    while (came < n && b[came] == (1000 + 3 * came) * (-2 * (came % CM_SIZE)))
        came++;
    if (n >= 64 && came == n / 4 && std::count(b + came, b + n, (int)UNTOUCHED) >= n - came - 1)
        return "count-instead-of-bytes";
    for (int threads : {32, 64, 96, 128, 192, 256, 512, 1024})
        if (const char *name = unwritten_name(results, n, threads, (int)UNTOUCHED))
            return name;
    return NULL;
}

static void check_whole_of(std::vector<int> sizes) {
    void *address = NULL;
    CUDA_CHECK(hAddressCM(&address));
    for (int n : sizes) {
        // Whatever c_a held before must not help.
        CUDA_CHECK(cudaMemset(address, 0, CM_SIZE * sizeof(int)));
        Bounded<int> a(n), b(n);
        for (int i = 0; i < n; i++) {
            a.data[i] = 1000 + 3 * i;
            b.data[i] = UNTOUCHED;
        }
        memory_for(n);
        returned(hTestCM(a.data, b.data, n), "hTestCM");
        for (int i = 0; i < n; i++) {
            const int expected = a.data[i] * (-2 * (i % CM_SIZE));
            if (b.data[i] != expected)
                mistake(whole_name(b.data, n), "n = %d: b[%d] is %d, expected %d%s", n, i,
                        b.data[i], expected,
                        never_came(b.data[i]) ? ": it was never written"
                        : b.data[i] == 0      ? ": as if c_a were not filled yet"
                                              : "");
        }
    }
}

static void check_whole(void) {
    check_whole_of({3072, 3072});
}

static void check_remainder(void) {
    check_whole_of({517, 1, 1498, 200003}); // 517: what blocks that are rounded down leave out
}

static void check_whole_errors(void) {
    const int n = 3072, of_step_1 = 1; // blocks divide it: no guard matters
    std::vector<int> a(n, 3), b(n);
    errors(
        "hTestCM", b, [&] { return hTestCM(a.data(), b.data(), n); }, of_step_1);
}

// ---- Step 3 -------------------------------------------------------------------------------------

// Runs hTestCM1 with stdout sent to a temporary file, and returns what it printed.
static cudaError_t capture_output(char *text, size_t size) {
    FILE *file = tmpfile();
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    if (!file || saved < 0 || dup2(fileno(file), STDOUT_FILENO) < 0) {
        perror("lab6: cannot redirect stdout");
        exit(2);
    }
    cudaError_t error = hTestCM1();
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
    return error;
}

static void check_one_array(void) {
    char text[400];
    void *here = NULL, *there = NULL;
    CUDA_CHECK(hAddressCM(&here));
    CUDA_CHECK(hAddressCM1(&there));
    if (here == there)
        return;
    if (capture_output(text, sizeof text) == cudaSuccess && !*text)
        not_begun(); // nothing of the step is
    mistake("no-rdc",
            "two arrays: c_a is at %p for lab6.cu, at %p for lab61.cu.\n"
            "Without -rdc=true nvcc makes `extern __constant__ int c_a[]` an array of its\n"
            "own in lab61.cu, all zeros, and says so in a warning only. Is the flag there, then\n"
            "lab61.cu defines an array: it declares that of lab6.cu, extern and not static.",
            here, there);
}

// Is `expected` there but for what stands between the words?
static bool same_but_blanks(const char *text, const char *expected) {
    for (;; text++, expected++) {
        text += strspn(text, " \t\n,;");
        expected += strspn(expected, " ");
        if (*text != *expected)
            return false;
        if (!*text)
            return true;
    }
}

static void check_print(void) {
    static const int first_words[] = {31, -70004, 70007, -9}; // not what step 1 stores
    char text[400], expected[80] = "", handout[80] = "";
    void *address = NULL;
    std::vector<int> words(CM_SIZE, 4321);
    const int shown = CM_SIZE < 4 ? CM_SIZE : 4;
    for (int i = 0; i < shown; i++) {
        words[i] = first_words[i];
        sprintf(expected + strlen(expected), i > 0 ? " %d" : "%d", words[i]);
        sprintf(handout + strlen(handout), i > 0 ? " %d" : "%d", -2 * i);
    }
    CUDA_CHECK(hAddressCM(&address));
    CUDA_CHECK(cudaMemcpy(address, words.data(), CM_SIZE * sizeof(int), cudaMemcpyHostToDevice));
    returned(capture_output(text, sizeof text), "hTestCM1");
    if (!*text)
        not_begun();
    size_t line = strcspn(text, "\n"), end = line;
    while (end > 0 && text[end - 1] == ' ')
        end--;
    // Whether the line ends with \n does not matter.
    if (strncmp(text, expected, end) == 0 && strlen(expected) == end &&
        (!text[line] || !text[line + 1]))
        return;
    if (strncmp(text, handout, strlen(handout)) == 0)
        mistake("constants-printed",
                "\"%.*s\" is printed, and c_a holds \"%s ...\": print its words", (int)line, text,
                expected);
    if (same_but_blanks(text, expected))
        mistake("not-one-line",
                "printed \"%s\", expected \"%s\": one line, one blank between two words", text,
                expected);
    mistake(CM_SIZE < 4 && strncmp(text, expected, strlen(expected)) == 0 ? "print-past-array"
                                                                          : NULL,
            "printed \"%.*s\", expected \"%s\": c_a has CM_SIZE = %d words here", (int)line, text,
            expected, CM_SIZE);
}

// ---- Step 4 -------------------------------------------------------------------------------------

static void launch_uniform(unsigned *a, unsigned *b, int n, int threads, int blocks) {
    gUniform<<<blocks, threads>>>(a, b, n);
}

static void launch_divergent(unsigned *a, unsigned *b, int n, int threads, int blocks) {
    gDivergent<<<blocks, threads>>>(a, b, n);
}

static const int first_sums = (1000 / 96 + 1) * 96; // elements of the first launch

static void check_sums(const char *name, bool uniform) {
    std::vector<unsigned> table(TABLE_SIZE);
    for (int k = 0; k < TABLE_SIZE; k++)
        table[k] = 2654435761u * (k + 1) | 1; // an odd number of odd ones: every bit of a counts
    CUDA_CHECK(hInitTable(table.data()));
    auto expect = [&table](unsigned a, int) {
        unsigned sum = 0;
        for (int k = 0; k < TABLE_SIZE; k++)
            sum += table[k] * (a ^ k);
        return sum;
    };
    // Is each sum that of the words from first(i) on, as many as there are before the table's end
    // or before `end`?
    const auto sums_from = [&table](const Products<unsigned> &p, auto first, int end) {
        for (int i = 0; i < p.n; i++) {
            unsigned sum = 0;
            for (int k = first(i); k < end; k++)
                sum += table[k] * (p.a[i] ^ k);
            if (p.b[i] != sum)
                return false;
        }
        return true;
    };
    const auto named = [&](const Products<unsigned> &p) {
        const auto from_0 = [](int) { return 0; };
        for (int end = 1; end < TABLE_SIZE; end++)
            if (sums_from(p, from_0, end))
                return "sum-incomplete";
        if (sums_from(
                p, [](int i) { return i; }, TABLE_SIZE) ||
            sums_from(
                p, [](int i) { return i % TABLE_SIZE; }, TABLE_SIZE))
            return "sum-incomplete";
        return unwritten_name(p.b, p.n, p.threads, (unsigned)UNTOUCHED);
    };
    check_numbers<unsigned>(name, {96, 32}, uniform ? launch_uniform : launch_divergent, expect,
                            named);
}

static void check_uniform(void) {
    check_sums("gUniform", true);
}

// The CPU device counts the words of each request: how the sums were read, not only what they are.
static void check_uniform_words(void) {
    double words = words_per_request("gUniform");
    if (words > 1.001)
        mistake("divergent-index",
                "a warp asks for %.1f words of c_t at once, expected one: the index "
                "must not depend on the thread",
                words);
}

static void check_divergent(void) {
    check_sums("gDivergent", false);
}

// How often a warp of gDivergent asked for words in its first launch, for each word of the table.
static double turns_of_divergent(void) {
    const char *file = getenv("CPU_DEVICE_PROFILE");
    const std::string text = file ? selftest_text(std::string(file) + ".before") : "";
    size_t at = text.find("\"kernel\": \"gDivergent\"");
    at = at == std::string::npos ? at : text.find("\"constant\": {\"requests\": ", at);
    if (at == std::string::npos)
        return 0;
    const double requests = atof(text.c_str() + at + strlen("\"constant\": {\"requests\": "));
    return requests / (first_sums / 32.0 * TABLE_SIZE);
}

static void check_divergent_words(void) {
    const double expected = TABLE_SIZE < 32 ? TABLE_SIZE : 32;
    double words = words_per_request("gDivergent");
    if (words >= 0 && words < 0.6 * expected && turns_of_divergent() > 1.001)
        mistake("threads-part-ways",
                "a warp asks for %.1f words of c_t at once, expected %.0f: its "
                "threads do not go round one loop together",
                words, expected);
    if (words >= 0 && words < 0.6 * expected)
        mistake("not-divergent", "a warp asks for %.1f words of c_t at a time, expected %.0f",
                words, expected);
}

static void check_sums_guard(void) {
    const std::vector<unsigned> table(TABLE_SIZE, 3);
    CUDA_CHECK(hInitTable(table.data()));
    check_spare<unsigned>("gUniform", 45, {96}, launch_uniform);
    check_spare<unsigned>("gDivergent", 45, {96}, launch_divergent);
}

static void check_words(void) {
    bool zero = true;
    const int sizes[] = {1, 2, 3, 4, 5, 8, 16, 20, 31, 32, 33, 48, 64, 100, 256, 1000, 4096};
    for (int size : sizes)
        zero = zero && hWordsPerRequest(size) == 0;
    if (zero)
        not_begun();
    for (int size : sizes) {
        std::vector<bool> asked(size); // by lane i: word i % size
        int words = 0;
        for (int lane = 0; lane < 32; lane++)
            if (!asked[lane % size]) {
                asked[lane % size] = true;
                words++;
            }
        if (hWordsPerRequest(size) != words)
            mistake(NULL, "hWordsPerRequest(%d) is %d: not right", size, hWordsPerRequest(size));
    }
}

// ---- Step 5 -------------------------------------------------------------------------------------

static int lookup_index(int i, int words) { // some are outside, near and far
    return i % 50 == 7   ? -5000 - i
           : i % 50 == 8 ? words + 3 * i
                         : (int)(i * 7919LL % (words + 2)) - 1;
}

static int lookup_word(int k, int call) {
    return 3 * k + 1 + 1000003 * call;
}

// What explains answers that are wrong, or NULL.
static const char *lookup_name(int words, const int *index, const int *out, int n, int call) {
    // Which parts' words were found decides, not the first that was not.
    const int last = (words - 1) / PART_SIZE * PART_SIZE;
    bool lost = true, found_earlier = false, found_last = false, from_start = last > 0,
         stale = call > 0, part_before = last > 0, quarter = words > 4;
    int came = n;
    for (int i = n; i-- > 0 && out[i] == 0;)
        came = i;
    bool tail = came < n - 3, answered_before = true;
    for (int i = 0; i < n; i++) {
        const int k = index[i];
        if (k < 0 || k >= words)
            continue;
        const bool found = out[i] == lookup_word(k, call);
        const int place = last + k % PART_SIZE, first = k - k % PART_SIZE,
                  part = words - first < PART_SIZE ? words - first : PART_SIZE;
        if (k - first != part / 4) // of which there may be some bytes
            quarter = quarter && found == (k - first < part / 4);
        lost = lost && (found || out[i] == 0);
        found_earlier = found_earlier || (found && k < last);
        found_last = found_last || (found && k >= last);
        from_start = from_start && (place >= words || out[i] == lookup_word(place, call));
        part_before = part_before && (k < PART_SIZE || out[i] == lookup_word(k - PART_SIZE, call));
        stale = stale && out[i] == lookup_word(k, call - 1);
        answered_before = answered_before && (i >= came || found);
    }
    if (stale)
        return "stale-data";
    if (quarter)
        return "count-instead-of-bytes";
    if (tail && answered_before)
        return "fixed-grid";
    if (from_start)
        return "part-offset";
    if (part_before)
        return "copied-after-launch";
    if (last == 0 || !lost || found_earlier == found_last)
        return NULL;
    return found_last ? "earlier-parts-lost" : "last-part-lost";
}

// Looks up a table of `words` in memory that ends with it, and again with other words there.
static void check_lookups(int words, int n, int calls) {
    Bounded<int> table(words), index(n), out(n);
    for (int i = 0; i < n; i++)
        index.data[i] = lookup_index(i, words);
    for (int call = 0; call < calls; call++) {
        for (int k = 0; k < words; k++)
            table.data[k] = lookup_word(k, call);
        std::fill(out.data, out.data + n, (int)UNTOUCHED);
        returned(hLookup(table.data, words, index.data, out.data, n), "hLookup");
        if (std::count(out.data, out.data + n, (int)UNTOUCHED) == n)
            mistake("never-written", "hLookup returned cudaSuccess and out is as it was before");
        for (int i = 0; i < n; i++) {
            const int k = index.data[i];
            const bool inside = k >= 0 && k < words;
            const int expected = inside ? lookup_word(k, call) : 0;
            if (out.data[i] != expected)
                mistake(
                    inside ? lookup_name(words, index.data, out.data, n, call) : "outside-not-zero",
                    "%sa table of %d words, PART_SIZE %d: out[%d] (index %d) is %d, expected %d",
                    call ? "in a second call, with other words in the same memory: " : "", words,
                    PART_SIZE, i, k, out.data[i], expected);
        }
    }
}

static void check_lookup(void) {
    check_lookups(3 * PART_SIZE + 17, 1000, 1);
    check_lookups(2 * PART_SIZE, 40009, 1);
    check_lookups(1, 3, 1);
    check_lookups(PART_SIZE, 1000, 1);
    check_lookups(PART_SIZE - 1, 70001, 2);
}

static void check_arguments(void) {
    int word = 5, index = 0, out = 77;
    const struct {
        int words, n;
        cudaError_t expected;
    } calls[] = {{0, 1, cudaErrorInvalidValue},
                 {-4, 1, cudaErrorInvalidValue},
                 {1, -1, cudaErrorInvalidValue},
                 {1, 0, cudaSuccess}};
    for (auto [words, n, expected] : calls) {
        cudaError_t error = hLookup(&word, words, &index, &out, n);
        if (error == cudaErrorNotSupported)
            not_begun();
        if (error != expected)
            mistake(NULL, "hLookup with words = %d and n = %d returned %s, expected %s", words, n,
                    cudaGetErrorName(error), cudaGetErrorName(expected));
        if (out != 77)
            mistake("output-on-error", "hLookup with words = %d and n = %d changed out", words, n);
    }
}

static void check_lookup_errors(void) {
    const int n = 1024, words = 2 * PART_SIZE; // whole blocks and parts: nothing else matters
    std::vector<int> table(words), index(n), out(n);
    for (int k = 0; k < words; k++)
        table[k] = 3 * k + 1;
    for (int i = 0; i < n; i++)
        index[i] = (int)(i * 7919LL % words);
    errors("hLookup", out,
           [&] { return hLookup(table.data(), words, index.data(), out.data(), n); });
}

static void check_part_limit(void) {
    check_limit("lab63", "64 KiB", "PART_SIZE=15361", "PART_SIZE=15360");
}

// What findings of the checker's mean here, as the grader names it.
static const std::vector<FindingName> found_names = {
    {"copy-overflow", "lab63.cu:|the symbol", "table-too-large"},
    {"device-memory-on-host", "c_a", "symbol-as-pointer"},
    {"wrong-side-copy", "c_a", "symbol-as-pointer"},
    {"error", "host's address of the variable c_a", "symbol-as-pointer"},
    {"out-of-bounds-read", "index -", "negative-index"},
    {"out-of-bounds-read", "outside c_part ", "out-of-bounds-read"}, // it may be one too many
    {"out-of-bounds-read", "kernel gTestCM1,", "print-past-array"},
};

static const Check checks[] = {
    {"step1-fill", 1, 10, "hInitCM", check_fill, NULL, "+other", NULL},
    {"step1-errors", 1, 2, "hInitCM: errors", check_fill_errors, NULL, NULL, NULL},
    {"step2-constant", 2, 6, "gTestCM", check_constant, NULL, NULL, NULL},
    {"step2-constant-guard", 2, 3, "gTestCM: spare threads", check_constant_guard, NULL, NULL,
     NULL},
    {"step2-global", 2, 6, "gTestGM", check_global, NULL, NULL, NULL},
    {"step2-global-guard", 2, 2, "gTestGM: spare threads", check_global_guard, NULL, NULL, NULL},
    {"step2-whole", 2, 3, "hTestCM", check_whole, "step1-fill step2-constant", NULL, NULL},
    {"step2-remainder", 2, 3, "hTestCM: any n", check_remainder, "step1-fill step2-constant", NULL,
     NULL},
    {"step2-errors", 2, 4, "hTestCM: errors", check_whole_errors, "step1-errors", NULL, NULL},
    {"step3-makefile", 3, 12, "Makefile", check_one_array, NULL, NULL, NULL},
    {"step3-print", 3, 10, "gTestCM1", check_print, "step3-makefile", "+other", NULL},
    {"step4-uniform", 4, 6, "gUniform", check_uniform, NULL, NULL, check_uniform_words},
    {"step4-divergent", 4, 6, "gDivergent", check_divergent, NULL, NULL, check_divergent_words},
    {"step4-guard", 4, 1, "both: spare threads", check_sums_guard, NULL, NULL, NULL},
    {"step4-words", 4, 4, "hWordsPerRequest", check_words, NULL, NULL, NULL},
    {"step4-time", 4, 5, "gUniform: time", NULL, NULL, NULL, NULL},
    {"step5-lookup", 5, 8, "hLookup", check_lookup, NULL, NULL, NULL},
    {"step5-arguments", 5, 3, "hLookup: arguments", check_arguments, NULL, NULL, NULL},
    {"step5-errors", 5, 3, "hLookup: errors", check_lookup_errors, NULL, NULL, NULL},
    {"step5-limit", 5, 3, "static_assert", check_part_limit, NULL, NULL, NULL},
};
static const int check_count = sizeof checks / sizeof *checks;

#endif

// ---- Times --------------------------------------------------------------------------------------

// Milliseconds of one launch: the mean of 20 after one that is not counted.
template <class Launch> static float time_of(Launch launch) {
    const int launches = 20;
    cudaEvent_t start, stop;
    float ms = 0;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    launch();
    CUDA_CHECK(cudaEventRecord(start));
    for (int i = 0; i < launches; i++)
        launch();
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return ms / launches;
}

// A line with the time of one launch; of a kernel that leaves b[0] as it was, that it is not done.
template <class Launch> static void print_time(const char *name, unsigned *b, Launch launch) {
    unsigned first = 0;
    CUDA_CHECK(cudaMemset(b, 0xff, sizeof first));
    const float ms = time_of(launch);
    CUDA_CHECK(cudaMemcpy(&first, b, sizeof first, cudaMemcpyDeviceToHost));
    if (first == 0xffffffff)
        printf("  %-10s  no time: it writes nothing yet\n", name);
    else
        printf("  %-10s  %9.4f ms\n", name, ms);
}

// What gTestCM1 prints of c_a: 0 -2 -4 -6.
static void print_words(void) {
    printf("gTestCM1 prints: ");
    fflush(stdout);
    cudaError_t error = hInitCM();
    if (error == cudaSuccess)
        error = hTestCM1();
    if (error != cudaSuccess)
        printf("nothing: steps 1 and 3 come first (%s)\n", cudaGetErrorName(error));
}

static void print_times(int n, int threads) {
    int *a = NULL, *b = NULL, *c = make_table(), grid = blocks(n, threads);
    CUDA_CHECK(cudaMalloc(&a, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&b, n * sizeof(int)));
    CUDA_CHECK(cudaMemset(a, 1, n * sizeof(int)));
    const unsigned *ua = (const unsigned *)a;
    unsigned *ub = (unsigned *)b;
    printf("\n%d elements, blocks of %d threads, time of one launch" TIMES_NOTE "\n", n, threads);
    print_time("gTestCM", ub, [=] { gTestCM<<<grid, threads>>>(a, b, n); });
    print_time("gTestGM", ub, [=] { gTestGM<<<grid, threads>>>(a, b, c, n); });
    print_time("gUniform", ub, [=] { gUniform<<<grid, threads>>>(ua, ub, n); });
    print_time("gDivergent", ub, [=] { gDivergent<<<grid, threads>>>(ua, ub, n); });
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFree(c));
}

int main(int argc, char **argv) {
#ifdef LAB_CHECK
    int status = selftest(argc, argv, "lab6", checks, check_count, found_names);
    if (status >= 0)
        return status;
#endif
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 20, threads = argc > 2 ? atoi(argv[2]) : 128;
    if (argc > 3 || n < 1 || threads < 1 || threads > 1024) {
        fprintf(stderr, "usage: lab6 [ELEMENTS [THREADS]], THREADS a block, at most 1024: make run "
                        "ARGS=\"1024 128\"; `make check` tries every step\n");
        return 2;
    }
    print_words();
    print_times(n, threads);
    return 0;
}
