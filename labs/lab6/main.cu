// Lab 6, given: checks every step and times what steps 2 and 4 compare.
//   lab6           check, then time on 2^20 elements
//   lab6 N         check, then time on N elements
//   lab6 check     check alone; exit status 1 when a step is not right
#include "lab6.h"
#include <string.h>
#include <unistd.h>
#include <vector>

static int failures;

// One line of the report: `what` is right when `problem` is empty.
static void report(int step, const char *what, const char *problem) {
    printf("step %d  %-12s %s\n", step, what, *problem ? problem : "ok");
    failures += *problem != '\0';
}

static void check_init(void) {
    char problem[200] = "";
    int words[CM_SIZE];
    void *address = NULL;
    cudaError_t error = hInitCM();
    if (error == cudaSuccess)
        error = hAddressCM(&address);
    if (error == cudaSuccess)
        error = cudaMemcpy(words, address, sizeof words, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess)
        snprintf(problem, sizeof problem, "hInitCM: %s", cudaGetErrorString(error));
    for (int i = 0; i < CM_SIZE && !*problem; i++)
        if (words[i] != -2 * i)
            snprintf(problem, sizeof problem, "c_a[%d] is %d, expected %d", i, words[i], -2 * i);
    report(1, "hInitCM", problem);
}

// Compares n results with expected ones; what the first difference is goes to problem.
template <class T>
static void compare(char *problem, size_t size, const std::vector<T> &got,
                    const std::vector<T> &expected, int n) {
    for (size_t i = 0; i < got.size(); i++)
        if (got[i] != expected[i]) {
            snprintf(problem, size,
                     i < (size_t)n ? "b[%zu] is %lld, expected %lld"
                                   : "b[%zu], beyond the end, was changed to %lld (was %lld)",
                     i, (long long)got[i], (long long)expected[i]);
            return;
        }
}

// Runs launch(a, b, n) on device arrays of n + 64 elements, of which the last 64 must stay
// untouched.
template <class T, class Launch, class Expect>
static void check_kernel(int step, const char *name, int n, Launch launch, Expect expect) {
    char problem[200] = "";
    size_t count = n + 64, bytes = count * sizeof(T);
    std::vector<T> a(count), b(count, (T)77), expected(count, (T)77);
    for (int i = 0; i < n; i++) {
        a[i] = (T)(1000 + 7 * i);
        expected[i] = expect(a[i], i);
    }
    T *d_a = NULL, *d_b = NULL;
    CUDA_CHECK(cudaMalloc(&d_a, bytes));
    CUDA_CHECK(cudaMalloc(&d_b, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
    launch(d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(b.data(), d_b, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    compare(problem, sizeof problem, b, expected, n);
    report(step, name, problem);
}

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

static void check_kernels(void) {
    const int n = 1000; // no multiple of the block
    auto expect = [](int a, int i) { return a * (-2 * (i % CM_SIZE)); };
    int *c = make_table();
    check_kernel<int>(
        2, "gTestCM", n, [](int *a, int *b, int n) { gTestCM<<<blocks(n, 128), 128>>>(a, b, n); },
        expect);
    check_kernel<int>(
        2, "gTestGM", n,
        [c](int *a, int *b, int n) { gTestGM<<<blocks(n, 128), 128>>>(a, b, c, n); }, expect);
    CUDA_CHECK(cudaFree(c));

    char problem[200] = "";
    std::vector<int> a(n), b(n), expected(n);
    for (int i = 0; i < n; i++) {
        a[i] = 3 * i - 500;
        expected[i] = expect(a[i], i);
    }
    cudaError_t error = hTestCM(a.data(), b.data(), n);
    if (error == cudaSuccess)
        compare(problem, sizeof problem, b, expected, n);
    else
        snprintf(problem, sizeof problem, "hTestCM: %s", cudaGetErrorString(error));
    report(2, "hTestCM", problem);
}

// Runs hTestCM1 with stdout sent to a temporary file, and returns what it printed.
static cudaError_t capture_output(char *text, size_t size) {
    FILE *file = tmpfile();
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    if (!file || saved < 0 || dup2(fileno(file), STDOUT_FILENO) < 0) {
        perror("lab6: cannot redirect stdout");
        exit(1);
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

static void check_linked(void) {
    char problem[400] = "", text[200], expected[64] = "";
    void *here = NULL, *there = NULL;
    for (int i = 0; i < 4 && i < CM_SIZE; i++)
        sprintf(expected + strlen(expected), i > 0 ? " %d" : "%d", -2 * i);
    strcat(expected, "\n");
    cudaError_t error = capture_output(text, sizeof text);
    if (error == cudaSuccess)
        error = hAddressCM(&here);
    if (error == cudaSuccess)
        error = hAddressCM1(&there);
    if (error != cudaSuccess)
        snprintf(problem, sizeof problem, "hTestCM1: %s", cudaGetErrorString(error));
    else if (here != there)
        snprintf(problem, sizeof problem,
                 "two arrays: c_a is at %p for lab6.cu, at %p for lab61.cu.\n"
                 "%8sWithout -rdc=true nvcc makes `extern __constant__ int c_a[]` an array of its\n"
                 "%8sown in lab61.cu, all zeros, and says so in a warning only.",
                 here, there, "", "");
    else if (strcmp(text, expected) != 0)
        snprintf(problem, sizeof problem, "printed \"%.*s\", expected \"%.*s\"",
                 (int)strcspn(text, "\n"), text, (int)strcspn(expected, "\n"), expected);
    report(3, "gTestCM1", problem);
}

static void check_broadcast(void) {
    const int n = 1000;
    std::vector<unsigned> table(TABLE_SIZE);
    for (int k = 0; k < TABLE_SIZE; k++)
        table[k] = 2654435761u * (k + 1);
    CUDA_CHECK(hInitTable(table.data()));
    auto expect = [&table](unsigned a, int) {
        unsigned sum = 0;
        for (int k = 0; k < TABLE_SIZE; k++)
            sum += table[k] * (a ^ k);
        return sum;
    };
    check_kernel<unsigned>(
        4, "gUniform", n,
        [](unsigned *a, unsigned *b, int n) { gUniform<<<blocks(n, 128), 128>>>(a, b, n); },
        expect);
    check_kernel<unsigned>(
        4, "gDivergent", n,
        [](unsigned *a, unsigned *b, int n) { gDivergent<<<blocks(n, 128), 128>>>(a, b, n); },
        expect);

    char problem[200] = "";
    const struct { int size, words; } known[] = {{1, 1}, {5, 5}, {31, 31}, {1000, 32}};
    for (auto [size, words] : known)
        if (hWordsPerRequest(size) != words && !*problem)
            snprintf(problem, sizeof problem, "hWordsPerRequest(%d) is not right", size);
    report(4, "why", problem);
}

static void check_lookup(void) {
    char problem[200] = "";
    const int n = 1000;
    for (int words : {1, PART_SIZE, 2 * PART_SIZE + 17}) {
        std::vector<int> table(words), index(n), out(n), expected(n);
        for (int k = 0; k < words; k++)
            table[k] = 3 * k + 1;
        for (int i = 0; i < n; i++) {
            index[i] =
                (int)(i * 7919LL % (words + 2)) - 1; // from -1 to words: both ends are outside
            expected[i] = index[i] >= 0 && index[i] < words ? table[index[i]] : 0;
        }
        cudaError_t error = hLookup(table.data(), words, index.data(), out.data(), n);
        if (error != cudaSuccess)
            snprintf(problem, sizeof problem, "a table of %d words: %s", words,
                     cudaGetErrorString(error));
        for (int i = 0; i < n && !*problem; i++)
            if (out[i] != expected[i])
                snprintf(problem, sizeof problem,
                         "a table of %d words: out[%d] (index %d) is %d, expected %d", words, i,
                         index[i], out[i], expected[i]);
        if (*problem)
            break;
    }
    int word = 5, index = 0, out = 0;
    if (!*problem && (hLookup(&word, 0, &index, &out, 1) != cudaErrorInvalidValue ||
                      hLookup(&word, 1, &index, &out, -1) != cudaErrorInvalidValue))
        snprintf(problem, sizeof problem, "words = 0 and n = -1 must be cudaErrorInvalidValue");
    report(5, "hLookup", problem);
}

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

static void print_times(int n) {
    int *a = NULL, *b = NULL, *c = make_table(), grid = blocks(n, 128);
    CUDA_CHECK(cudaMalloc(&a, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&b, n * sizeof(int)));
    CUDA_CHECK(cudaMemset(a, 1, n * sizeof(int)));
    const unsigned *ua = (const unsigned *)a;
    unsigned *ub = (unsigned *)b;
    printf("\n%d elements, time of one launch\n", n);
    printf("  gTestCM     %9.4f ms\n", time_of([=] { gTestCM<<<grid, 128>>>(a, b, n); }));
    printf("  gTestGM     %9.4f ms\n", time_of([=] { gTestGM<<<grid, 128>>>(a, b, c, n); }));
    printf("  gUniform    %9.4f ms\n", time_of([=] { gUniform<<<grid, 128>>>(ua, ub, n); }));
    printf("  gDivergent  %9.4f ms\n", time_of([=] { gDivergent<<<grid, 128>>>(ua, ub, n); }));
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFree(c));
}

int main(int argc, char **argv) {
    bool check_only = argc == 2 && strcmp(argv[1], "check") == 0;
    int n = argc == 2 ? atoi(argv[1]) : 1 << 20;
    if (argc > 2 || (!check_only && n < 1)) {
        fprintf(stderr, "usage: lab6 [check | ELEMENTS]\n");
        return 2;
    }
    check_init();
    check_kernels();
    check_linked();
    check_broadcast();
    check_lookup();
    if (!check_only)
        print_times(n);
    return failures > 0;
}
