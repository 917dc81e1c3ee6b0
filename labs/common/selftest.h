// What `make check` of every lab runs on: a table of checks, each done in a process of its own, so
// that one that fails, crashes or never ends costs no other. Included by the lab's main file alone.
//
//   PROGRAM check [STEP] [report FILE]   try every check (of one step); FILE gets a line a check:
//                                        its name, its points and ok, wrong, not-begun, waits, gpu
//                                        or cpu
// Exit status: 0 nothing is wrong (though steps may be left), 1 something is, 2 wrong usage or
// nothing could be tried.
//
//   PROGRAM one|after ID FILE            a single check, in this process
//   PROGRAM here STEP                    the step's first check that is not ok (all of them, when
//                                        they are), in this process: for a debugger
//
// A check is a function that returns when all is well, and else ends by one of these:
//   mistake(name, format, ...)
//                   what is wrong; name is the one that the lab's page explains, or NULL
//   not_begun()     the skeleton's TODO still stands there
//   waits_for(step)
//                   what was tried so far is right, the rest needs that step
//   needs_cpu_device()
//                   only the checker of the CPU device can tell
//   memory_for(elements)
//                   what is to be allocated next: an overrun of it is named by its size
//   launch_has(SPARE_THREADS) or (NO_SPARE_THREADS)
//                   what is launched next: where threads without work leave their memory, a guard
//                   is missing; where all have work, an index is wrong
//   findings_elsewhere()
//                   what the checker finds is told by another check, of the same function's
//                   results: this one counts how it asked for memory
// returned(error, "function") does the first or second after a call of the student's. errors() is a
// whole check: a function where one of its CUDA calls fails.
#ifndef LABS_COMMON_SELFTEST_H
#define LABS_COMMON_SELFTEST_H

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <algorithm>
#include <string>
#include <vector>
#include "check.h"

struct Check {
    const char *id;      // the grader's test of the same name gives the points
    int step, points;    //
    const char *what;    // the functions, as the report names them
    void (*run)(void);   // NULL: only a GPU can tell, and the grader asks it
    const char *needs;   // ids of the checks that must be ok before, with blanks between
    const char *sizes;   // NULL, or PROGRAM-sizes, built with other sizes, does `after`, or `run`
                         // where there is no `after`; with a + in front it does `run`, too
    void (*after)(void); // NULL, or done in a second process, which may ask what `run` was counted
};

enum State { UNKNOWN, OK, WRONG, NOT_BEGUN, WAITS, ON_GPU, ON_CPU };

// Where errors() is: what the checker finds counts from LETTING on.
enum Letting { NO_ERRORS, UNDISTURBED, LETTING };

// What is known of the threads of a launch.
enum Threads { ANY_THREADS, NO_SPARE_THREADS, SPARE_THREADS };

// What a check says, in a file that its process and the one that started it share.
struct Verdict {
    State state;
    int step; // that it waits for, or 0
    Letting letting;
    size_t elements; // memory_for's
    Threads threads; // launch_has's
    bool elsewhere;  // findings_elsewhere's
    char name[64], text[1200];
};

// What is left of a check that did not end by itself: seconds of processor, and of the clock on a
// busy machine.
#define SELFTEST_SECONDS 10
#define SELFTEST_WALL_SECONDS 60

static Verdict *verdict; // of the check that this process does
static bool verdict_shown;

[[noreturn]] static void end_check(void) {
    if (verdict_shown)
        printf("%s\n", verdict->state == NOT_BEGUN ? "not begun"
                       : verdict->state == WAITS   ? "waits for another step"
                       : verdict->state == ON_CPU  ? "needs the CPU device"
                                                   : verdict->text);
    fflush(NULL);
    _exit(0);
}

[[noreturn]] __attribute__((format(printf, 2, 3))) static void mistake(const char *name,
                                                                       const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(verdict->text, sizeof verdict->text, format, arguments);
    va_end(arguments);
    snprintf(verdict->name, sizeof verdict->name, "%s", name ? name : "");
    verdict->state = WRONG;
    end_check();
}

[[noreturn]] static inline void not_begun(void) {
    verdict->state = NOT_BEGUN;
    end_check();
}

[[noreturn]] static inline void waits_for(int step) {
    verdict->state = WAITS;
    verdict->step = step;
    end_check();
}

[[noreturn]] static inline void needs_cpu_device(void) {
    verdict->state = ON_CPU;
    end_check();
}

// Not begun, or begun with the help of a function of `step`, which is not.
[[noreturn]] static inline void not_begun_or_waits(int step) {
    verdict->step = step;
    not_begun();
}

static inline void returned(cudaError_t error, const char *function, int missing_step = 0) {
    if (error == cudaErrorNotSupported)
        not_begun_or_waits(missing_step);
    if (error != cudaSuccess)
        mistake(NULL, "%s returned %s: %s", function, cudaGetErrorName(error),
                cudaGetErrorString(error));
}

// A launch of the self-test's own that a student's kernel or function is part of: reports what
// became of it.
static inline void launched(const char *kernel) {
    cudaError_t fault = cudaGetLastError();
    if (fault == cudaSuccess)
        fault = cudaDeviceSynchronize();
    if (fault != cudaSuccess)
        mistake(NULL, "%s: %s: %s", kernel, cudaGetErrorName(fault), cudaGetErrorString(fault));
}

// ---- CUDA calls that fail -----------------------------------------------------------------------

#ifdef CPUDEV_CHECKED
extern "C" {
cudaError_t check_failing(int nth);
int check_failing_calls(void);
int check_failing_choice(int count, int trial);
bool check_failing_asked(void);
const char *check_failing_name(void);
}
#endif

// `function` returned `code` although the call that is let fail failed with `given`.
[[noreturn]] static inline void error_lost(const char *function, const char *call, cudaError_t code,
                                           cudaError_t given, bool asked) {
    const char *returns = cudaGetErrorName(code), *launch = strstr(call, "kernel launch at ");
    if (launch && !asked)
        mistake("lost-error",
                "%s returns %s although the %s failed\n"
                "This launch was not checked: ask cudaGetLastError() behind it, for it returns\n"
                "nothing itself, and hand on what it says. CUDA_TRY_LAUNCH() of check.h does both.",
                function, returns, call + strlen("kernel "));
    if (code == cudaSuccess)
        mistake("lost-error",
                "%s returns %s although %s failed\n"
                "Look at what every CUDA call returns, and hand on the first error.",
                function, returns, call);
    mistake("lost-error",
            "%s returns %s although %s failed with %s\n"
            "Hand on the first error as it is, and do nothing more than to free what is there.",
            function, returns, call, cudaGetErrorName(given));
}

// What the student allocates from now on is to hold so many floats or ints: where it is overrun,
// its size may tell what was miscounted.
static inline void memory_for(size_t elements) {
    verdict->elements = elements;
}

// Of all launches from now on: each thread has an element of its own (NO_SPARE_THREADS), or
// whatever leaves its memory has none (SPARE_THREADS: another check launches the kernel without
// any).
static inline void launch_has(Threads threads) {
    verdict->threads = threads;
}

static inline void findings_elsewhere(void) {
    verdict->elsewhere = true;
}

// The function `name`, which call() calls, where one of its CUDA calls fails (that allocates,
// copies, sets or launches), as on a GPU that is full or broken: call() is made once undisturbed
// and once for each of them (of very many for some). The error must come back as it is and nothing
// may stay allocated, and afterwards all must be as at first. call() returns what the function
// returned and gives back what that handed out; the `count` results are where call() leaves them,
// or where fetch() brings them. missing_step: the step that it may wait for when it is not begun.
// Nothing may follow in the check: what is left allocated is found at its end.
template <class T, class Call, class Fetch>
static void errors(const char *name, T *results, size_t count, Call call, Fetch fetch,
                   int missing_step = 0) {
#ifdef CPUDEV_CHECKED
    const int none = 999999; // more calls than there are: a second call, in which none fails
    const double seconds = 0.5 * SELFTEST_SECONDS;
    std::vector<T> first(count);
    cudaError_t given = cudaSuccess;
    int calls = 0;
    const auto again = [&](int nth) {
        if (count > 0)
            memset((void *)results, 0x5a, count * sizeof(T));
        check_failing(nth);
        const cudaError_t error = call();
        calls = check_failing_calls();
        given = check_failing(-1);
        cudaGetLastError();
        if (cudaDeviceSynchronize() == cudaSuccess) // else a kernel broke, and all calls fail
            fetch();
        return error;
    };
    const auto as_first = [&] {
        bool right = count > 0;
        for (size_t k = 0; k < count; k++) // sums may come in another order
            right = right &&
                    fabs((double)results[k] - (double)first[k]) <= 1e-4 * fabs((double)first[k]);
        return right;
    };
    verdict->letting = UNDISTURBED;
    check_failing(-1);
    returned(again(-1), name, missing_step);
    std::copy(results, results + count, first.begin());
    const int of_these = calls;
    if (of_these == 0)
        mistake(NULL, "%s makes no CUDA call that could fail", name);
    verdict->letting = LETTING;
    again(none);
    const bool steady = as_first(); // else it is wrong without any error
    for (int trial = 0, nth; (nth = check_failing_choice(of_these, trial)) >= 0; trial++) {
        const clock_t start = clock();
        const cudaError_t error = again(nth);
        const bool asked = check_failing_asked();
        if (given != cudaSuccess && error != given && !(error == cudaSuccess && as_first()))
            error_lost(name, check_failing_name(), error, given, asked);
        if ((double)(2 * clock() - start) / CLOCKS_PER_SEC > seconds)
            break;
    }
    const cudaError_t after = again(-1);
    if (after != cudaSuccess || (steady && count > 0 && !as_first()))
        mistake("broken-by-error",
                "%s, right before, %s after a call in which a CUDA call failed\n"
                "What that one left behind must not reach the next: a variable that stays from\n"
                "call to call, memory that is freed and still used.",
                name, after != cudaSuccess ? cudaGetErrorName(after) : "gives other results");
#else
    (void)name, (void)results, (void)count, (void)call, (void)fetch, (void)missing_step;
    needs_cpu_device();
#endif
}

template <class T, class Call>
static void errors(const char *name, T *results, size_t count, Call call, int missing_step = 0) {
    errors(
        name, results, count, call, [] {}, missing_step);
}

// The same for results that lie in a vector.
template <class T, class Call>
static void errors(const char *name, std::vector<T> &results, Call call, int missing_step = 0) {
    errors(
        name, results.data(), results.size(), call, [] {}, missing_step);
}

// The same for a function that hands out arrays, textures or memory and computes nothing.
template <class Call> static void errors(const char *name, Call call, int missing_step = 0) {
    errors(
        name, (int *)NULL, 0, call, [] {}, missing_step);
}

// ---- Device memory for the checks ---------------------------------------------------------------

template <class T> static T *to_device_memory(const std::vector<T> &values) {
    T *memory = NULL;
    CUDA_CHECK(cudaMalloc(&memory, values.size() * sizeof(T)));
    CUDA_CHECK(
        cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

// The first `count` elements from there.
template <class T> static std::vector<T> from_device_memory(const T *memory, size_t count) {
    std::vector<T> values(count);
    CUDA_CHECK(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
}

// `count` elements of host memory, zeros, behind whose last one there is none: who copies or reads
// more than there is breaks off at once. They stay until the check's end.
template <class T> struct Bounded {
    T *data = NULL;

    explicit Bounded(size_t count) {
        const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = count * sizeof(T),
                     whole = (bytes + page - 1) / page * page;
        char *p = (char *)mmap(NULL, whole + page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED || mprotect(p + whole, page, PROT_NONE) != 0) {
            perror("mmap");
            exit(2);
        }
        data = (T *)(p + whole - bytes);
    }
};

// The name of what left elements of n unwritten, if one explains all of them: nothing was written,
// or the first block's work alone, or all but what a number of blocks that is rounded down leaves
// out.
template <class T>
static const char *unwritten_name(const std::vector<T> &values, int n, int threads, T before) {
    int first = 0;
    while (first < n && values[first] != before)
        first++;
    for (int i = first; i < n; i++)
        if (values[i] != before)
            return NULL;
    if (first == 0)
        return "never-written";
    if (first == threads && n > 2 * threads)
        return "first-block-only";
    return n % threads != 0 && first == n - n % threads ? "last-block-dropped" : NULL;
}

// ---- CSV ----------------------------------------------------------------------------------------

// The lines of the file that write(path) makes of `rows` rows: the header and a line a row. A file
// that cannot be written must give -1, and what was in one before must be gone.
template <class Write>
static std::vector<std::string> csv_lines(Write write_rows, size_t rows, const char *header) {
    char path[] = "/tmp/lab-csv-XXXXXX";
    int file = mkstemp(path);
    if (file < 0 || write(file, "what was there before\n", 22) != 22 || close(file) != 0) {
        perror(path);
        exit(2);
    }
    int status = write_rows(path);
    std::string text;
    if (FILE *stream = fopen(path, "r")) {
        char part[4096];
        for (size_t n; (n = fread(part, 1, sizeof part, stream)) > 0;)
            text.append(part, n);
        fclose(stream);
    }
    unlink(path);
    if (status == -1)
        not_begun();
    if (write_rows("/nonexistent/lab.csv") != -1)
        mistake("error-ignored", "write_csv must return -1 when it cannot write");
    if (access("/dev/full", W_OK) == 0 && write_rows("/dev/full") != -1)
        mistake("full-disk", "write_csv must return -1 where the disk is full: fclose says so");
    if (status != 0)
        mistake(NULL, "write_csv returned %d for a file that can be written", status);
    if (text.find("before") != std::string::npos)
        mistake("appended", "what was in the file before is still there");
    std::vector<std::string> lines;
    for (size_t at = 0, end; at < text.size(); at = end + 1) {
        end = text.find('\n', at);
        end = end == std::string::npos ? text.size() : end;
        lines.push_back(text.substr(at, end - at));
    }
    if (lines.empty() || lines[0] != header)
        mistake("header-missing", "the first line is \"%s\", expected \"%s\"",
                lines.empty() ? "" : lines[0].c_str(), header);
    if (lines.size() != rows + 1)
        mistake("rows-lost", "%zu lines for %zu rows and the header", lines.size(), rows);
    return lines;
}

static inline void check_digits(int row, const char *column, double got, double wanted) {
    double size = wanted < 0 ? -wanted : wanted, off = got < wanted ? wanted - got : got - wanted;
    if (off > 5e-6 * size)
        mistake(off <= 1e-2 * size || off <= 1e-4 ? "digits-lost" : NULL,
                "row %d: %s reads %.9g, expected %.9g to at least 6 digits", row, column, got,
                wanted);
}

// ---- Times --------------------------------------------------------------------------------------

// On a busy machine a right program's time looks wrong now and then; a wrong one's does each time.
#define TIMING_ATTEMPTS 6

// ---- What the compiler said of a size that must be refused, or accepted -------------------------

static const char *selftest_folder(void) {
    const char *folder = getenv("LAB_CHECK_FOLDER");
    return folder ? folder : ".";
}

static inline std::string selftest_text(const std::string &path) {
    std::string text;
    if (FILE *file = fopen(path.c_str(), "r")) {
        char part[4096];
        for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
            text.append(part, n);
        fclose(file);
    }
    return text;
}

// Is there a static_assert outside of comments?
static inline bool asserts(const std::string &source) {
    const std::string word = "static_assert";
    for (size_t at = 0; (at = source.find(word, at)) != std::string::npos; at += word.size()) {
        const size_t line = source.rfind('\n', at) + 1; // npos + 1 is 0
        const size_t next = source.find_first_not_of(" \t", at + word.size());
        if (next != std::string::npos && source[next] == '(' &&
            source.substr(line, at - line).find("//") == std::string::npos)
            return true;
    }
    return false;
}

// NAME.refused and NAME.accepted: common/lab.mk writes them; each begins with the compiler's exit
// status.
static inline void check_limit(const char *name, const char *words, const char *too_large,
                               const char *largest) {
    std::string path = std::string(selftest_folder()) + "/" + name;
    std::string refused = selftest_text(path + ".refused");
    std::string accepted = selftest_text(path + ".accepted");
    if (refused.empty() || accepted.empty())
        mistake(NULL, "%s was not compiled with other sizes: start this by `make check`", name);
    // What is too large for any file stops the compiler by itself, without an assertion.
    if (refused.find("static assert") == std::string::npos &&
        refused.find("static_assert") == std::string::npos) {
        if (asserts(selftest_text(std::string(name) + ".cu")))
            mistake(NULL, "with %s the compiler goes on: the static_assert in %s.cu lets it pass",
                    too_large, name);
        not_begun();
    }
    if (refused.find(words) == std::string::npos)
        mistake(NULL, "with %s the compiler stops, and its message has no \"%s\"", too_large,
                words);
    if (!(accepted[0] == '0' && accepted[1] == '\n'))
        mistake(NULL, "with %s the compiler stops, and that still fits", largest);
}

// ---- What the CPU device counted ----------------------------------------------------------------

// The words of constant memory that a request of `kernel` asked for, on the mean, by what the CPU
// device counted in the check before; negative where it counted none (a GPU counts nothing).
static inline double words_per_request(const char *kernel) {
    const char *file = getenv("CPU_DEVICE_PROFILE");
    std::string text = file ? selftest_text(std::string(file) + ".before") : "";
    size_t at = text.find("\"kernel\": \"" + std::string(kernel) + "\"");
    at = at == std::string::npos ? at : text.find("\"constant\":", at);
    at = at == std::string::npos ? at : text.find("\"words_per_request\": ", at);
    return at == std::string::npos ? -1.0
                                   : atof(text.c_str() + at + strlen("\"words_per_request\": "));
}

// How many launches of `kernel` (NULL: of any) it counted there; negative: it counted nothing.
static inline int launches_of(const char *kernel) {
    const char *file = getenv("CPU_DEVICE_PROFILE");
    std::string text = file ? selftest_text(std::string(file) + ".before") : "";
    std::string name =
        kernel ? "\"kernel\": \"" + std::string(kernel) + "\", \"grid\"" : "\", \"grid\"";
    int count = text.empty() ? -1 : 0;
    for (size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += name.size())
        count++;
    return count;
}

// ---- The report ---------------------------------------------------------------------------------

struct Outcome {
    State state = UNKNOWN;
    int step = 0;
    std::string what; // the functions of the check that it waits for
    std::string name, text, printed;
    long milliseconds = 0;
};

static inline double selftest_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void do_one(void (*run)(void), const char *path) {
    int file = open(path, O_RDWR);
    if (file < 0 || (verdict = (Verdict *)mmap(NULL, sizeof *verdict, PROT_READ | PROT_WRITE,
                                               MAP_SHARED, file, 0)) == MAP_FAILED) {
        perror(path);
        exit(2);
    }
    close(file);
    struct rlimit limit = {SELFTEST_SECONDS, SELFTEST_SECONDS + 2};
    setrlimit(RLIMIT_CPU, &limit);
    run();
    verdict->state = OK;
    fflush(NULL); // and return: what the checker says at the end of a program counts
}

static int start_one(const std::string &program, const char *part, const Check &check,
                     const std::string &verdict_path, const std::string &printed_path, bool *late) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int out = open(printed_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        if (check.after && !check.sizes) // counting takes longer than most checks
            setenv("CPU_DEVICE_PROFILE", (verdict_path + ".counts").c_str(), 1);
        setenv("CPU_DEVICE_SPIN_SECONDS", "3", 0);
        setenv("CPU_DEVICE_KERNEL_SECONDS", "6", 0); // of SELFTEST_SECONDS
        setenv("CPU_DEVICE_EXPLAIN", "1", 0);
        const char *runner = getenv("LAB_RUNNER"); // an emulator, say
        if (runner && *runner)
            execl("/bin/sh", "sh", "-c", "exec $LAB_RUNNER \"$@\"", "sh", program.c_str(), part,
                  check.id, verdict_path.c_str(), (char *)NULL);
        else
            execl(program.c_str(), program.c_str(), part, check.id, verdict_path.c_str(),
                  (char *)NULL);
        fprintf(stderr, "%s cannot be started: %s\n", program.c_str(), strerror(errno));
        _exit(127);
    }
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    const double start = selftest_seconds();
    useconds_t pause = 200;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (selftest_seconds() - start > SELFTEST_WALL_SECONDS) {
            *late = true;
            kill(child, SIGKILL);
        }
        usleep(pause);
        pause = pause < 5000 ? pause * 2 : pause;
    }
    return status;
}

// Was this found where a call was let fail, or in the second call of errors()?
static inline bool found_letting(const std::string &line) {
    for (const char *mark : {"; where a call is let fail", "; in a second call"})
        if (line.size() > strlen(mark) &&
            line.compare(line.size() - strlen(mark), strlen(mark), mark) == 0)
            return true;
    return false;
}

// Why memory for so many elements of 4 bytes was overrun, by the bytes that it has in the finding.
static inline const char *overrun_name(const std::string &finding, size_t elements) {
    size_t bytes = 0, at = finding.find(" end of the ");
    if (elements == 0)
        return NULL;
    if (at != std::string::npos)
        bytes = strtoul(finding.c_str() + at + strlen(" end of the "), NULL, 10);
    else if ((at = finding.find("-byte allocation")) != std::string::npos)
        bytes = strtoul(finding.c_str() + finding.rfind(' ', at) + 1, NULL, 10);
    return bytes == elements                                              ? "count-instead-of-bytes"
           : bytes == sizeof(void *) && elements * sizeof(float) != bytes ? "sizeof-pointer"
                                                                          : NULL;
}

// What a finding of the checker's means, as the grader names it: the first rule of its kind whose
// words are in its line, those before a | and those behind it. A lab has rules of its own before
// these.
struct FindingName {
    const char *kind, *words, *name;
};

static const FindingName common_names[] = {
    {"divergent-barrier", "", "barrier-in-if"},
    {"barrier-never-reached", "", "barrier-in-if"},
    {"memory-leak", "", "leak"},
    {"object-leak", "", "leak"},
    {"unchecked-error", "", "unchecked-launch"},
    {"wrong-side-copy", "", "wrong-copy-kind"},
    {"error", "", ""}, // the call's own sentence is all there is
    {"out-of-bounds-", "index -", "negative-index"},
    {"out-of-bounds-", "before the", "negative-index"},
    {"out-of-bounds-", " is outside ", "index-past-array"},
    {"uninitialized-read", "has not run yet", "not-synchronized"},
};

static std::vector<FindingName> lab_names; // the lab's own, given to selftest()

struct Finding {
    std::string kind, text;

    bool has(const std::string &words) const {
        return text.find(words) != std::string::npos;
    }
    bool is_of(const FindingName &rule) const {
        const std::string words = rule.words;
        const size_t bar = words.find('|');
        return kind.compare(0, strlen(rule.kind), rule.kind) == 0 && has(words.substr(0, bar)) &&
               (bar == std::string::npos || has(words.substr(bar + 1)));
    }
    // Nothing else can be meant, whatever the results are.
    bool says_all() const {
        for (const char *one : {"host-memory-in-kernel", "device-memory-on-host",
                                "device-function-on-host", "host-function-on-device"})
            if (kind == one)
                return true;
        return has("has not run yet");
    }
    bool is_endless() const {
        return kind.compare(0, 8, "endless-") == 0;
    }
};

// Has the last block threads to spare that go on to elements of their own, behind the end of memory
// of the right size? "reads 4 bytes right behind the end of the 400 bytes ..., block (0,0,0), ...".
static inline bool is_of_spare_thread(const std::string &text, size_t elements) {
    const size_t of = text.find(" end of the "), in = text.find(", block (");
    size_t access = text.find(": reads "), bytes = 0, size = 0, past = 0;
    unsigned block[3], thread[3];
    if (access == std::string::npos)
        access = text.find(": writes ");
    if (elements == 0 || access == std::string::npos || of == std::string::npos ||
        in == std::string::npos ||
        sscanf(text.c_str() + access, ": %*s %zu bytes %zu", &size, &past) < 1 ||
        sscanf(text.c_str() + of, " end of the %zu", &bytes) != 1 ||
        sscanf(text.c_str() + in, ", block (%u,%u,%u), thread (%u,%u,%u)", block, block + 1,
               block + 2, thread, thread + 1, thread + 2) != 6)
        return false;
    if (size == 0 || bytes != elements * size || block[1] + block[2] + thread[1] + thread[2] != 0)
        return false;
    const size_t before = (bytes + past) / size - thread[0]; // elements of the blocks before
    if (block[0] == 0)
        return before == 0;
    const size_t threads = before / block[0];
    return threads * block[0] == before && threads <= 1024 && block[0] == (elements - 1) / threads;
}

// Do threads of the same number in two blocks write the same place? Threads 0 of two may have
// another reason to, where not each has a place of its own. "this thread writes 4 bytes that thread
// (5,0,0) of block (1,0,0) writes ..., block (0,0,0), thread (5,0,0)"
static inline bool is_of_all_blocks(const Finding &finding, bool each_has_its_own) {
    const char *text = finding.text.c_str(), *that = strstr(text, " bytes that thread ("),
               *in = strstr(text, ", block (");
    int thread[3], block[3], other[3], other_block[3];
    return finding.kind == "global-memory-race" && strstr(text, "this thread writes") && that &&
           in && strstr(that, ") writes") &&
           sscanf(that, " bytes that thread (%d,%d,%d) of block (%d,%d,%d)", other, other + 1,
                  other + 2, other_block, other_block + 1, other_block + 2) == 6 &&
           sscanf(in, ", block (%d,%d,%d), thread (%d,%d,%d)", block, block + 1, block + 2, thread,
                  thread + 1, thread + 2) == 6 &&
           memcmp(thread, other, sizeof thread) == 0 &&
           memcmp(block, other_block, sizeof block) != 0 &&
           (each_has_its_own || thread[0] || thread[1] || thread[2]);
}

// The name that the lab has for it, or NULL.
static inline const char *lab_name_of(const Finding &finding) {
    for (const FindingName &rule : lab_names)
        if (finding.is_of(rule))
            return rule.name;
    return NULL;
}

static inline std::string finding_name(const Finding &finding, const Verdict &v) {
    const bool outside = finding.kind.compare(0, 14, "out-of-bounds-") == 0;
    if (const char *why = overrun_name(finding.text, v.elements))
        return why;
    if (const char *name = lab_name_of(finding))
        return name;
    for (const FindingName &rule : common_names)
        if (finding.is_of(rule))
            return rule.name;
    if (v.threads == SPARE_THREADS && (outside || finding.kind == "global-memory-race"))
        return "missing-bounds-guard";
    if (is_of_all_blocks(finding, v.threads == NO_SPARE_THREADS))
        return "wrong-thread-index";
    if (outside && v.threads == NO_SPARE_THREADS && finding.has(", block ("))
        return "index-past-array";
    return outside && is_of_spare_thread(finding.text, v.elements) ? "missing-bounds-guard"
                                                                   : finding.kind;
}

// The finding that is told first: one that says all, else the loop that does not end, else the
// first but what is only the call's own sentence. Who reads shared memory before another thread has
// written it finds both nothing there and a race: the race tells why.
static inline const Finding *main_finding(const std::vector<Finding> &findings) {
    const Finding *first = NULL;
    bool shared_race = false;
    for (const Finding &finding : findings)
        shared_race = shared_race || finding.kind == "shared-memory-race";
    int best = 0;
    for (const Finding &finding : findings) {
        const bool follows = shared_race && finding.kind == "uninitialized-read" &&
                             finding.has(" of __shared__ variable ");
        const int rank = finding.says_all()                    ? 4
                         : finding.is_endless()                ? 3
                         : finding.kind != "error" && !follows ? 2
                                                               : 1;
        if (rank > best) {
            best = rank;
            first = &finding;
        }
    }
    return first;
}

// What the checker found, as name and sentence. Where the check has a name for the results, that
// goes first, unless the finding says all; and what is wrong goes before what is left allocated,
// for that stays behind where something goes wrong.
static inline void take_finding(Outcome *o, const Finding &finding, const Verdict &v) {
    const std::string name = finding_name(finding, v);
    const bool results = o->state == WRONG && !o->text.empty() &&
                         (!o->name.empty() || name == "leak") && !finding.says_all() &&
                         !finding.is_endless() && !lab_name_of(finding);
    if (!results)
        o->name = name;
    if (results)
        o->text += "\n" + finding.kind + ": " + finding.text;
    else
        o->text = o->text.empty() ? finding.text : finding.text + "\n" + o->text;
}

// The checker's findings; its other lines go on to `printed`. Of errors() only what it found where
// calls were let fail, for each of these prints something.
static inline void read_printed(Outcome *o, const std::string &printed, const Verdict &v) {
    std::vector<Finding> findings;
    std::vector<std::string> lines; // that are no finding's, or are the finding's of this number
    std::vector<int> number;
    for (size_t at = 0; at < printed.size();) {
        size_t end = printed.find('\n', at);
        std::string line = printed.substr(at, end == std::string::npos ? end : end - at);
        at = end == std::string::npos ? printed.size() : end + 1;
        const char *mark = "cpu-device: ";
        bool ours = line.compare(0, strlen(mark), mark) == 0;
        std::string rest = ours ? line.substr(strlen(mark)) : line;
        bool count = ours && (isdigit(rest[0]) || rest.compare(0, 8, "order: ") == 0 ||
                              rest.find("finding") != std::string::npos);
        size_t colon = rest.find(": ");
        bool kind = ours && !count && colon != std::string::npos && rest.find(' ') > colon &&
                    rest.compare(0, 7, "refused") != 0;
        if (v.letting != NO_ERRORS &&
            rest.find(": it is let fail here, in trial ") != std::string::npos)
            o->printed = rest + "\n"; // the last one
        if (count || (v.letting != NO_ERRORS && (!kind || !found_letting(rest))))
            continue;
        lines.push_back(rest);
        number.push_back(kind ? (int)findings.size() : -1);
        if (kind)
            findings.push_back({rest.substr(0, colon), rest.substr(colon + 2)});
    }
    const Finding *main = main_finding(findings);
    if (main)
        take_finding(o, *main, v);
    for (size_t i = 0; i < lines.size(); i++)
        if (!main || number[i] != (int)(main - findings.data()))
            o->printed += lines[i] + "\n";
}

static Outcome outcome_of(const std::string &program, const char *part, const Check &check,
                          const std::string &scratch) {
    Outcome o;
    std::string verdict_path = scratch + "/verdict", printed_path = scratch + "/printed";
    Verdict v = {};
    FILE *file = fopen(verdict_path.c_str(), "w");
    if (!file || fwrite(&v, sizeof v, 1, file) != 1 || fclose(file) != 0) {
        perror(verdict_path.c_str());
        exit(2);
    }
    bool late = false;
    double start = selftest_seconds();
    int status = start_one(program, part, check, verdict_path, printed_path, &late);
    o.milliseconds = (long)(1e3 * (selftest_seconds() - start));
    std::string counts = verdict_path + ".counts";
    rename(counts.c_str(), (counts + ".before").c_str());
    file = fopen(verdict_path.c_str(), "r");
    if (!file || fread(&v, sizeof v, 1, file) != 1)
        v.state = UNKNOWN;
    if (file)
        fclose(file);
    o.state = v.state;
    o.step = v.step;
    o.name = v.name;
    o.text = v.text;
    const bool told = v.elsewhere && o.state != UNKNOWN; // by another check
    if (!told && (v.letting == NO_ERRORS || o.state == OK || o.state == UNKNOWN))
        read_printed(&o, selftest_text(printed_path), v); // lost errors come first
    const int found = 86; // the status of a program in which the checker found something
    const bool ended = status == 0 || ((v.letting != NO_ERRORS || told) && WIFEXITED(status) &&
                                       WEXITSTATUS(status) == found);
    if (o.state == OK && (!ended || !o.text.empty())) // a finding, or an error nobody looked at
        o.state = WRONG;
    if (v.letting != NO_ERRORS && v.state != UNKNOWN)
        o.printed.clear();
    if (o.state != UNKNOWN)
        return o;
    o.state = WRONG;
    if (!o.text.empty())
        return o; // the checker told what ended it
    if (v.letting == UNDISTURBED) {
        o.text = "ends the program where nothing fails, too: mend that first";
        return o;
    }
    if (late ||
        (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)))
        o.text = "did not end: a loop that never does";
    else if (WIFSIGNALED(status))
        o.text = std::string("was ended by the signal ") + strsignal(WTERMSIG(status));
    else
        o.text = "ended the program with exit status " + std::to_string(WEXITSTATUS(status)) +
                 "; a function returns an error, it does not end the program";
    if (v.letting == LETTING)
        o.text += "; where a call is let fail";
    return o;
}

static inline std::string first_line_of(const std::string &text) {
    return text.substr(0, text.find('\n'));
}

static inline bool builds_upon(const Check &check, const char *id) {
    std::string needs = check.needs ? std::string(" ") + check.needs + " " : "";
    return needs.find(std::string(" ") + id + " ") != std::string::npos;
}

// Is the check run: asked for, or what one that is run builds upon?
static inline bool is_run(const Check *checks, int count, int i, int only) {
    bool run = !only || checks[i].step == only;
    for (int j = i + 1; j < count && !run; j++)
        run = builds_upon(checks[j], checks[i].id) && is_run(checks, count, j, only);
    return run;
}

// The check that is to be right before this one says anything, or NULL.
static inline const Check *needed(const Check *checks, int count,
                                  const std::vector<Outcome> &outcomes, const Check &check) {
    for (int i = 0; i < count; i++)
        if (builds_upon(check, checks[i].id) && outcomes[i].state != OK)
            return &checks[i];
    return NULL;
}

static inline void print_line(const Check &check, const Outcome &o) {
    std::string text;
    switch (o.state) {
    case OK:
        text = "ok";
        break;
    case NOT_BEGUN:
        text = "not begun" + (o.step ? ", or waits for step " + std::to_string(o.step) : "");
        break;
    case WAITS:
        text =
            "waits for " +
            (o.step == check.step && !o.what.empty() ? o.what : "step " + std::to_string(o.step));
        break;
    case ON_GPU:
        text = "needs a GPU";
        break;
    case ON_CPU:
        text = "needs the CPU device: make check DEVICE=cpu";
        break;
    default:
        text = (o.name.empty() ? "" : "[" + o.name + "] ") + first_line_of(o.text);
    }
    printf("step %d  %2d  %-24s %s\n", check.step, check.points, check.what, text.c_str());
}

// The first mistake at length: every line, what the device said beside it, and where to read on.
static inline void print_first(const Check &check, const Outcome &o) {
    printf("\nFirst: step %d, %s\n", check.step, check.what);
    std::string text = o.text + "\n" + o.printed;
    int lines = 0;
    for (size_t at = 0; at < text.size() && lines < 12; lines++) {
        size_t end = text.find('\n', at);
        printf("  %s\n", text.substr(at, end - at).c_str());
        at = end == std::string::npos ? text.size() : end + 1;
    }
    if (!o.name.empty())
        printf("  What it means: make explain NAME=%s\n", o.name.c_str());
    printf("  Help for the step: make hint STEP=%d\n", check.step);
}

// The check once more in the program with other sizes, where that could be built.
static inline Outcome outcome_of_other(const std::string &program, const Check &check,
                                       const std::string &scratch) {
    if (access(program.c_str(), X_OK) == 0)
        return outcome_of(program, "one", check, scratch);
    Outcome o;
    o.state = WRONG;
    o.text = "does not compile with other sizes\n";
    const std::string log = selftest_text(program + ".log");
    const size_t error = log.find("error");
    const size_t line = error == std::string::npos ? 0 : log.rfind('\n', error) + 1;
    o.text += log.substr(line, 600);
    return o;
}

static inline Outcome run_check(const std::string &program, const Check *checks, int count,
                                const std::vector<Outcome> &outcomes, const Check &check,
                                const std::string &scratch) {
    Outcome o;
    if (!check.run)
        o.state = ON_GPU;
    else if (const Check *before = needed(checks, count, outcomes, check)) {
        o.state = WAITS;
        o.step = before->step;
        o.what = before->what;
    } else {
        const bool both = check.sizes && check.sizes[0] == '+';
        const std::string other =
            check.sizes ? program + "-" + (check.sizes + (both ? 1 : 0)) : program;
        const std::string second = both ? program : other; // does `after`
        o = outcome_of(check.after || both ? program : other, "one", check, scratch);
        if (o.state == OK && both)
            o = outcome_of_other(other, check, scratch);
        if (check.after && (o.state == OK || (o.state == ON_CPU && check.sizes))) {
            const Outcome then = outcome_of(second, "after", check, scratch);
            if (then.state != OK)
                o = then;
        }
    }
    return o;
}

// How many of the steps that are asked for are done, as far as can be known here.
static inline int steps_done(const Check *checks, int count, const std::vector<Outcome> &outcomes,
                             int *steps) {
    int done = 0;
    *steps = checks[count - 1].step;
    for (int step = 1; step <= *steps; step++) {
        bool complete = true;
        for (int i = 0; i < count; i++)
            complete = complete && (checks[i].step != step || outcomes[i].state == OK ||
                                    outcomes[i].state == ON_GPU || outcomes[i].state == ON_CPU);
        done += complete;
    }
    return done;
}

// Prints the points of the checks that are asked for.
static inline void print_points(const char *lab, const Check *checks, int count, int only,
                                const std::vector<Outcome> &outcomes) {
    int got = 0, known = 0, gpu = 0, cpu = 0, waiting = 0, steps;
    for (int i = 0; i < count; i++)
        if (!only || checks[i].step == only) {
            (outcomes[i].state == ON_GPU   ? gpu
             : outcomes[i].state == ON_CPU ? cpu
                                           : known) += checks[i].points;
            got += outcomes[i].state == OK ? checks[i].points : 0;
            if (outcomes[i].state == WAITS && outcomes[i].step != checks[i].step)
                waiting += checks[i].points;
        }
    if (only)
        printf("\n%s, step %d: ", lab, only);
    else {
        const int done = steps_done(checks, count, outcomes, &steps);
        printf("\n%s: %d of %d steps, ", lab, done, steps);
    }
    printf("%d of %d points that can be known here", got, known);
    if (gpu)
        printf("; %d more need a GPU", gpu);
    if (cpu)
        printf("; %d more need the CPU device (make check DEVICE=cpu)", cpu);
    // The grader puts the reference in the place of the other steps.
    if (got && waiting)
        printf("; up to %d wait for other steps, and the grader tries each by itself", waiting);
    puts("");
}

static inline bool write_report(const char *report, const Check *checks, int count, int only,
                                const std::vector<Outcome> &outcomes) {
    const char *const states[] = {"unknown", "ok", "wrong", "not-begun", "waits", "gpu", "cpu"};
    FILE *file = fopen(report, "w");
    if (!file) {
        perror(report);
        return false;
    }
    for (int i = 0; i < count; i++)
        if (!only || checks[i].step == only)
            fprintf(file, "%s\t%d\t%s\t%s\n", checks[i].id, checks[i].points,
                    states[outcomes[i].state], outcomes[i].name.c_str());
    fclose(file);
    return true;
}

static inline void remove_scratch(const std::string &scratch) {
    for (const char *file : {"verdict", "printed", "verdict.counts", "verdict.counts.before"})
        unlink((scratch + "/" + file).c_str());
    rmdir(scratch.c_str());
}

static int check_all_of(const std::string &program, const char *lab, const Check *checks, int count,
                        int only, const char *report) {
    char scratch[] = "/tmp/lab-check-XXXXXX";
    if (!mkdtemp(scratch)) {
        perror(scratch);
        return 2;
    }
    std::vector<Outcome> outcomes(count);
    int first = -1;
    for (int i = 0; i < count; i++) {
        if (!is_run(checks, count, i, only))
            continue;
        outcomes[i] = run_check(program, checks, count, outcomes, checks[i], scratch);
        if (only && checks[i].step != only)
            continue;
        print_line(checks[i], outcomes[i]);
        fflush(stdout);
        if (outcomes[i].state == WRONG && first < 0)
            first = i;
    }
    remove_scratch(scratch);

    if (first >= 0)
        print_first(checks[first], outcomes[first]);
    print_points(lab, checks, count, only, outcomes);
    if (report && !write_report(report, checks, count, only, outcomes))
        return 2;
    return first >= 0 ? 1 : 0;
}

static int check_here(const std::string &program, const char *lab, const Check *checks, int count,
                      int step) {
    char scratch[] = "/tmp/lab-check-XXXXXX";
    if (!mkdtemp(scratch)) {
        perror(scratch);
        return 2;
    }
    std::vector<const Check *> chosen;
    for (int i = 0; i < count; i++)
        if (checks[i].step == step && checks[i].run &&
            (!checks[i].sizes || checks[i].sizes[0] == '+' || checks[i].after)) {
            const State state = outcome_of(program, "one", checks[i], scratch).state;
            if (state == ON_CPU || state == ON_GPU)
                continue; // nothing to stop in: it tells nothing here
            chosen.push_back(&checks[i]);
            if (state != OK) {
                chosen.erase(chosen.begin(), chosen.end() - 1);
                break;
            }
        }
    remove_scratch(scratch);
    if (chosen.empty()) {
        fprintf(stderr, "%s has no step %d that can be tried here\n", lab, step);
        return 2;
    }
    verdict_shown = true;
    for (const Check *check : chosen) {
        static Verdict shown;
        verdict = &shown;
        printf("step %d, %s\n", step, check->what);
        check->run();
        puts("ok");
    }
    return 0;
}

// Does what the arguments of main ask for, when it is this header's; -1: it is not.
// names: what findings of the checker's mean in this lab.
static int selftest(int argc, char **argv, const char *lab, const Check *checks, int count,
                    const std::vector<FindingName> &names = {}) {
    lab_names = names;
    const char *command = argc > 1 ? argv[1] : "";
    bool after = strcmp(command, "after") == 0;
    if ((after || strcmp(command, "one") == 0) && argc == 4) {
        for (int i = 0; i < count; i++)
            if (strcmp(checks[i].id, argv[2]) == 0) {
                do_one(after ? checks[i].after : checks[i].run, argv[3]);
                return 0;
            }
        fprintf(stderr, "%s: there is no check %s\n", lab, argv[2]);
        return 2;
    }
    if (strcmp(command, "here") == 0 && argc == 3)
        return check_here(argv[0], lab, checks, count, atoi(argv[2]));
    if (strcmp(command, "check") != 0)
        return -1;
    int next = 2, only = 0;
    if (next < argc && isdigit(argv[next][0])) {
        only = atoi(argv[next++]);
        if (only < 1 || only > checks[count - 1].step) {
            fprintf(stderr, "%s has the steps 1 to %d\n", lab, checks[count - 1].step);
            return 2;
        }
    }
    const char *report = NULL;
    if (next + 1 < argc && strcmp(argv[next], "report") == 0) {
        report = argv[next + 1];
        next += 2;
    }
    if (next != argc)
        return -1;
    return check_all_of(argv[0], lab, checks, count, only, report);
}

#endif
