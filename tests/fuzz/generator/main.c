/* main.c - generate: prints random CUDA programs, many in one source. `generate --help`. */
#define _GNU_SOURCE
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "program.h"
#include "random.h"

static void usage(FILE *out) {
    fputs("usage: generate [--seed N] [--count N] [--fault KIND]\n"
          "Prints a CUDA source with the programs N, N + 1, ...: the same for the same number, "
          "whatever\n"
          "stands beside it. It includes fuzz.cuh (nvcc -I tests/fuzz).\n"
          "  --seed N      the first program's number (1)\n"
          "  --count N     how many programs (1)\n"
          "  --without N   not this one; may be said again\n"
          "  --fault KIND  plant one mistake in each: ",
          out);
    for (int fault = NO_FAULT + 1; fault < FAULTS; fault++)
        fprintf(out, "%s ", fault_name((enum fault)fault));
    fputs("any\nThe program made of it runs all, or those whose numbers are its arguments.\n", out);
}

static uint64_t number(const char *text) {
    char *end;
    uint64_t value = strtoull(text, &end, 10);
    if (end == text || *end || *text == '-') {
        fprintf(stderr, "generate: '%s' is no number\n", text);
        exit(2);
    }
    return value;
}

enum { MAX_LEFT_OUT = 64 };
static uint64_t without[MAX_LEFT_OUT];
static int left_out;

static bool is_left_out(uint64_t program) {
    for (int i = 0; i < left_out; i++)
        if (without[i] == program)
            return true;
    return false;
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'},  {"count", required_argument, NULL, 'n'},
        {"fault", required_argument, NULL, 'f'}, {"without", required_argument, NULL, 'w'},
        {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0}};
    uint64_t seed = 1, count = 1;
    int option, fault = NO_FAULT;
    bool any = false;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 's':
            seed = number(optarg);
            break;
        case 'n':
            count = number(optarg);
            break;
        case 'w':
            if (left_out == MAX_LEFT_OUT) {
                fprintf(stderr, "generate: no more than %d times --without\n", MAX_LEFT_OUT);
                return 2;
            }
            without[left_out++] = number(optarg);
            break;
        case 'f':
            any = !strcmp(optarg, "any");
            fault = any ? NO_FAULT : fault_named(optarg);
            if (fault < 0) {
                fprintf(stderr, "generate: '%s' is no kind of mistake; --help lists them\n",
                        optarg);
                return 2;
            }
            break;
        case 'h':
            usage(stdout);
            return 0;
        default:
            usage(stderr);
            return 2;
        }
    }
    if (optind < argc) {
        usage(stderr);
        return 2;
    }
    line("// generate --seed %" PRIu64 " --count %" PRIu64, seed, count);
    line("#include \"fuzz.cuh\"");
    line("%s", "");
    for (uint64_t i = 0; i < count; i++) {
        if (is_left_out(seed + i))
            continue;
        random_seed(seed + i);
        program(seed + i, any ? (enum fault)between(NO_FAULT + 1, FAULTS - 1) : (enum fault)fault);
    }
    line("static const struct program programs[] = {");
    for (uint64_t i = 0; i < count; i++)
        if (!is_left_out(seed + i))
            line("    {\"%" PRIu64 "\", p%" PRIu64 "::run},", seed + i, seed + i);
    line("};");
    line("int main(int argc, char **argv) {");
    line("    return run_programs(programs, sizeof programs / sizeof *programs, argc, argv);");
    line("}");
    return fflush(stdout) || ferror(stdout);
}
