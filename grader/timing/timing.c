/* timing: one process's verdict on a ratio of two kernels' times. See usage().
 *
 * Theory of operation. grader/timing/verdict starts this program twice, one after the other, with
 * fresh keys; only when both come to the same verdict is it one (else "undecided"). A kernel that
 * never ends or breaks the context takes its process with it, and verdict then asks a third one
 * (--ping) whether the GPU still answers. One process:
 *   1. bench_open: three modules in one context, the student's, the reference's and ours
 *      (kernels.cu). No host code of a student's is loaded, so what this process says is what we
 *      say.
 *   2. measure_prepare: how many launches make a sample of at least sample_us, by the reference's
 *      speed; memory for as many copies of the data; both sides run once and are checked.
 *   3. measure: for each pair
 *        a. bench_refill draws new inputs from the next key and fills the outputs with noise (or
 *           zeros). The reference's kernels compute what is right, and that is masked: what lies in
 *           memory is combined with words of a key that only this process has.
 *        b. The sides run in the order A B, in the next pair B A. A kernel of ours holds the stream
 *           until the whole batch is queued; events before and after the batch give the time.
 *        c. After each side: the inputs' checksum, and bench_check, the outputs against the masked
 *           ones, with the margins round them; then the outputs are wiped, or the other side, which
 *           gets the same inputs, could copy them.
 *        d. Two pairs are not counted; after 15, 45 and 135 the statistics (stats.h) may decide.
 *   4. measure_refuse_impossible: faster than the bytes can be moved is no time.
 * Whatever happens, one JSON object is printed and the exit status says whose fault it was (end.h).
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#include "../common/json.h"
#include "bench.h"
#include "end.h"
#include "gpu_state.h"
#include "measure.h"

typedef struct {
    const char *job, *student, *reference, *trusted, *dump;
    double threshold;
    uint64_t seed;
    long rounds;
    bool all_pairs, ping;
} Options;

static void usage(FILE *out) {
    fputs(
        "usage: timing --job LINES --student CUBIN --reference CUBIN --trusted CUBIN [options]\n"
        "       timing --ping --trusted CUBIN\n"
        "\n"
        "Times side A against side B of a job (the lines that job.jq makes of a job file) and\n"
        "prints one JSON object: verdict pass, fail, undecided or error, ratio, interval.\n"
        "\n"
        "  --threshold T   instead of the job's\n"
        "  --seed N        draws the same inputs again\n"
        "  --all-pairs     measure all 135 pairs, however clear the case is\n"
        "  --rounds N      N verdicts in this process; the object describes the last, and counts\n"
        "  --dump FILE     append one line a round: the log-ratios in millionths\n"
        "  --ping          only see whether the GPU answers\n"
        "\n"
        "Exit status: 0 verdict printed; 2 wrong usage; 3 verdict error (not the student's "
        "fault).\n",
        out);
}

static noreturn void usage_error(const char *what, const char *value) {
    fprintf(stderr, "timing: %s '%s'; see timing --help\n", what, value);
    exit(2);
}

static double number(const char *option, const char *text) {
    char *end = NULL;
    double value = text ? strtod(text, &end) : 0.0;
    if (!text || *end || !(value > 0.0) || !isfinite(value))
        usage_error("a positive number is needed after", option);
    return value;
}

static Options parse(int argc, char **argv) {
    Options options = {.rounds = 1};
    if (getrandom(&options.seed, sizeof options.seed, 0) != sizeof options.seed)
        usage_error("no random seed:", strerror(errno));
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = argv[i + 1];
        const struct {
            const char *name;
            const char **target;
        } texts[] = {{"--job", &options.job},
                     {"--student", &options.student},
                     {"--reference", &options.reference},
                     {"--trusted", &options.trusted},
                     {"--dump", &options.dump}};
        bool known = false;
        for (size_t k = 0; k < sizeof texts / sizeof *texts && !known; k++)
            if (!strcmp(option, texts[k].name)) {
                if (!value)
                    usage_error("a value is needed after", option);
                *texts[k].target = value;
                known = true;
                i++;
            }
        if (known)
            continue;
        if (!strcmp(option, "--help")) {
            usage(stdout);
            exit(0);
        } else if (!strcmp(option, "--all-pairs")) {
            options.all_pairs = true;
        } else if (!strcmp(option, "--ping")) {
            options.ping = true;
        } else if (!strcmp(option, "--threshold")) {
            options.threshold = number(option, value);
            i++;
        } else if (!strcmp(option, "--seed")) {
            options.seed = (uint64_t)number(option, value);
            i++;
        } else if (!strcmp(option, "--rounds")) {
            options.rounds = (long)number(option, value);
            i++;
        } else {
            usage_error("unknown option", option);
        }
    }
    if (!options.trusted)
        usage_error("missing:", "--trusted");
    if (!options.ping && (!options.job || !options.student || !options.reference))
        usage_error("missing:", "--job, --student or --reference");
    return options;
}

static void dump_round(const char *path, const Measurement *result) {
    if (!path)
        return;
    FILE *out = fopen(path, "a");
    if (!out)
        end_error("file", "%s cannot be written: %s", path, strerror(errno));
    for (size_t i = 0; i < result->pairs; i++)
        fprintf(out, "%s%.0f", i ? " " : "", 1e6 * result->d[i]);
    fputc('\n', out);
    fclose(out);
}

static void print_side(const Bench *bench, int side, double us) {
    const JobSide *one = &bench->job->sides[side];
    int registers = 0, shared = 0;
    module_check(
        driver.function_attribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, bench->kernel[side]),
        "reading a kernel's attributes");
    module_check(driver.function_attribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                                           bench->kernel[side]),
                 "reading a kernel's attributes");
    fprintf(end_answer, ", \"%c\": {\"module\": \"%s\", \"kernel\": ", 'a' + side,
            one->student ? "student" : "reference");
    json_string(end_answer, one->kernel);
    fprintf(end_answer, ", \"us\": %.3f, \"registers\": %d, \"shared_bytes\": %u}", us, registers,
            (unsigned)shared + one->shared_bytes);
}

static void print_gpu(const Bench *bench, const GpuState *before, const GpuState *after) {
    char name[256] = "", throttled[128];
    int version = 0;
    module_check(driver.device_name(name, sizeof name, bench->device), "reading the GPU's name");
    module_check(driver.driver_version(&version), "reading the driver's version");
    fprintf(end_answer, ", \"gpu\": {\"name\": ");
    json_string(end_answer, name);
    fprintf(end_answer, ", \"driver_cuda\": \"%d.%d\"", version / 1000, version % 1000 / 10);
    if (before->known && after->known) {
        bool slow =
            gpu_state_throttled(before->throttle | after->throttle, throttled, sizeof throttled);
        fprintf(end_answer,
                ", \"sm_clock_mhz\": [%u, %u], \"memory_clock_mhz\": %u, \"temperature_c\": %u, "
                "\"utilisation_before\": %u, \"throttled\": ",
                before->sm_clock_mhz, after->sm_clock_mhz, after->memory_clock_mhz,
                after->temperature_c, before->utilisation);
        json_string(end_answer, slow ? throttled : "");
    }
    fprintf(end_answer, "}");
}

/* What a person should know about the verdict, beyond its numbers. */
static void print_reason(const Measurement *result, const Job *job, double threshold) {
    const StatsJudgement *judgement = &result->judgement;
    char text[512];
    const char *sense = job->sense == STATS_AT_MOST ? "at most" : "at least";
    int used = snprintf(text, sizeof text, "%s takes %.2f times as long as %s; asked is %s %.2f",
                        job->sides[0].kernel, exp(judgement->interval.median), job->sides[1].kernel,
                        sense, threshold);
    if (judgement->verdict == STATS_UNDECIDED)
        used +=
            snprintf(text + used, sizeof text - (size_t)used,
                     "; after %zu pairs the interval still holds the threshold", judgement->pairs);
    if (result->disturbed > 0.05)
        snprintf(text + used, sizeof text - (size_t)used,
                 "; the GPU was busy: %.0f %% of the samples were disturbed",
                 100.0 * result->disturbed);
    fprintf(end_answer, ", \"reason\": ");
    json_string(end_answer, text);
}

static void print_verdict(const Bench *bench, const Measurement *result, double threshold,
                          const Options *options, const long count[3], double seconds) {
    const StatsJudgement *judgement = &result->judgement;
    fprintf(end_answer, "{\"check\": ");
    json_string(end_answer, bench->job->check);
    fprintf(end_answer,
            ", \"verdict\": \"%s\", \"ratio\": %.4f, \"interval\": [%.4f, %.4f], \"pairs\": %zu, "
            "\"threshold\": %g, \"sense\": \"%s\", \"gpu_seconds\": %.4f, \"launches\": %zu, "
            "\"disturbed\": %.3f",
            stats_verdict_name(judgement->verdict), exp(judgement->interval.median),
            exp(judgement->interval.low), exp(judgement->interval.high), judgement->pairs,
            threshold, bench->job->sense == STATS_AT_MOST ? "at-most" : "at-least", seconds,
            bench->sets, result->disturbed);
    print_reason(result, bench->job, threshold);
    if (options->rounds > 1)
        fprintf(end_answer, ", \"rounds\": {\"pass\": %ld, \"fail\": %ld, \"undecided\": %ld}",
                count[STATS_PASS], count[STATS_FAIL], count[STATS_UNDECIDED]);
    for (int side = 0; side < JOB_SIDES; side++)
        print_side(bench, side, result->us[side]);
}

static void ping(const char *trusted) {
    Module module = module_open(trusted, false);
    CUfunction kernel = NULL;
    CUdeviceptr memory = 0;
    size_t words = 1;
    uint32_t word = 0xA5A5A5A5u, back = 0;
    module_check(driver.module_function(&kernel, module.handle, "trusted_fill_word"), "pinging");
    module_check(driver.memory_alloc(&memory, sizeof word), "pinging");
    module_check(driver.launch(kernel, 1, 1, 1, 32, 1, 1, 0, NULL,
                               (void *[]){&memory, &words, &words, &word}, NULL),
                 "pinging");
    module_check(driver.context_synchronize(), "pinging");
    module_check(driver.copy_to_host(&back, memory, sizeof back), "pinging");
    if (back != word)
        end_error("ping", "the GPU answered, but wrongly");
    fputs("{\"verdict\": \"pass\", \"reason\": \"the GPU answers\"}\n", end_answer);
}

/* What kernels print the driver writes to descriptor 1 or to stdout, as it likes, at any time until
 * the process is gone, so the answer goes elsewhere. */
static void keep_answer_apart(void) {
    const int answer = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    end_answer = answer < 0 ? NULL : fdopen(answer, "w");
    if (!end_answer || null < 0 || dup2(null, STDOUT_FILENO) < 0) {
        end_answer = stdout;
        end_error("file", "standard output cannot be kept apart: %s", strerror(errno));
    }
}

int main(int argc, char **argv) {
    Options options = parse(argc, argv);
    keep_answer_apart();
    /* Kernels are loaded before they are timed, not at their first launch. */
    setenv("CUDA_MODULE_LOADING", "EAGER", 1);
    static Job job;
    const char *reason;
    if (!options.ping) {
        FILE *in = fopen(options.job, "r");
        if (!in)
            end_error("file", "%s cannot be read: %s", options.job, strerror(errno));
        if (!job_read(in, &job, &reason))
            end_error("job", "%s", reason);
        fclose(in);
        end_check = job.check;
    }
    double threshold = options.threshold > 0.0 ? options.threshold : job.threshold;
    if (!options.ping && threshold <= 0.0)
        end_error("no-threshold", "the job has no threshold, and none was given");
    if (!driver_open(&reason))
        end_error("no-gpu", "%s", reason);
    if (options.ping) {
        CUdevice device;
        CUcontext context;
        module_check(driver.device_get(&device, 0), "looking for a GPU");
        module_check(driver.context_retain(&context, device), "opening the GPU");
        module_check(driver.context_set(context), "opening the GPU");
        ping(options.trusted);
        return 0;
    }

    static Bench bench;
    uint64_t state = options.seed;
    char bus[64] = "";
    bench_open(&bench, &job, options.student, options.reference, options.trusted,
               measure_next_key(&state));
    module_check(driver.device_bus_id(bus, sizeof bus, bench.device), "reading the GPU's bus id");
    GpuState before = gpu_state_read(bus);
    measure_prepare(&bench, measure_next_key(&state));
    double seconds = bench.seconds;
    long count[3] = {0, 0, 0};
    Measurement result = {.pairs = 0};
    for (long round = 0; round < options.rounds; round++) {
        if (round > 0)
            bench_reserve(&bench, bench.sets);
        result = measure(&bench, threshold, measure_next_key(&state), options.all_pairs);
        measure_refuse_impossible(&bench, &result);
        dump_round(options.dump, &result);
        count[result.judgement.verdict]++;
        seconds += result.seconds;
    }
    GpuState after = gpu_state_read(bus);
    print_verdict(&bench, &result, threshold, &options, count, seconds);
    print_gpu(&bench, &before, &after);
    fputs("}\n", end_answer);
    return 0;
}
