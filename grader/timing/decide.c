/* decide: judges recorded log-ratios with the statistics the timing harness uses. See usage(). */
#include "stats.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(FILE *out) {
    fputs("usage: decide (--at-most T | --at-least T) [--scale S] [--two] < LOG-RATIOS\n"
          "\n"
          "Each line of the input holds the log-ratios ln(time A / time B) of one process, in the\n"
          "order measured, separated by blanks. One line of the output is one verdict:\n"
          "  pass|fail|undecided  RATIO  LOW  HIGH  PAIRS\n"
          "\n"
          "  --at-most T   the requirement is: time A / time B is at most T\n"
          "  --at-least T  ... at least T\n"
          "  --scale S     multiply each number by S first (1e-6: the records' unit)\n"
          "  --two         lines come in twos, one a process, and the two must agree\n"
          "\n"
          "Exit status: 0 done, whatever the verdicts; 2 wrong usage or input.\n",
          out);
}

/* Reads the numbers of one line into d. Returns how many, or -1 with a message. */
static long parse_line(char *line, size_t number, double scale, double d[STATS_MAX_PAIRS]) {
    long count = 0;
    for (char *word = strtok(line, " \t\n"); word; word = strtok(NULL, " \t\n")) {
        char *end;
        double value = strtod(word, &end);
        if (*end || !isfinite(value)) {
            fprintf(stderr, "decide: line %zu: '%s' is not a number\n", number, word);
            return -1;
        }
        if (count == STATS_MAX_PAIRS) {
            fprintf(stderr, "decide: line %zu: more than %d pairs\n", number, STATS_MAX_PAIRS);
            return -1;
        }
        d[count++] = value * scale;
    }
    if (count < (long)stats_look[0]) {
        fprintf(stderr, "decide: line %zu: %ld pairs, a verdict needs at least %zu\n", number,
                count, stats_look[0]);
        return -1;
    }
    return count;
}

static void print_verdict(StatsVerdict verdict, const StatsJudgement *judgement) {
    printf("%s %.4f %.4f %.4f %zu\n", stats_verdict_name(verdict), exp(judgement->interval.median),
           exp(judgement->interval.low), exp(judgement->interval.high), judgement->pairs);
}

static int judge_stream(FILE *in, StatsSense sense, double threshold, double scale, int processes) {
    char *line = NULL;
    size_t capacity = 0, number = 0;
    StatsVerdict first = STATS_UNDECIDED;
    int status = 0;
    while (getline(&line, &capacity, in) > 0) {
        double d[STATS_MAX_PAIRS];
        number++;
        if (line[0] == '#') { /* a comment: which command made the record */
            number--;
            continue;
        }
        long count = parse_line(line, number, scale, d);
        if (count < 0) {
            status = 2;
            break;
        }
        StatsJudgement judgement = stats_judge(d, (size_t)count, sense, threshold);
        if (processes == 2 && number % 2 == 1)
            first = judgement.verdict;
        else
            print_verdict(processes == 2 ? stats_agree(first, judgement.verdict)
                                         : judgement.verdict,
                          &judgement);
    }
    free(line);
    if (status == 0 && processes == 2 && number % 2 == 1) {
        fprintf(stderr, "decide: --two needs an even number of lines, got %zu\n", number);
        status = 2;
    }
    return status;
}

/* Parses a positive number; exits with a message otherwise. */
static double positive(const char *option, const char *text) {
    char *end = NULL;
    double value = text ? strtod(text, &end) : 0.0;
    if (!text || *end || !isfinite(value) || value <= 0.0) {
        fprintf(stderr, "decide: %s needs a positive number, got '%s'\n", option, text ? text : "");
        exit(2);
    }
    return value;
}

int main(int argc, char **argv) {
    StatsSense sense = STATS_AT_MOST;
    double threshold = 0.0, scale = 1.0;
    int processes = 1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help")) {
            usage(stdout);
            return 0;
        } else if (!strcmp(argv[i], "--two")) {
            processes = 2;
        } else if (!strcmp(argv[i], "--scale")) {
            scale = positive("--scale", argv[i + 1]);
            i++;
        } else if (!strcmp(argv[i], "--at-most") || !strcmp(argv[i], "--at-least")) {
            sense = strcmp(argv[i], "--at-most") ? STATS_AT_LEAST : STATS_AT_MOST;
            threshold = positive(argv[i], argv[i + 1]);
            i++;
        } else {
            fprintf(stderr, "decide: unknown option '%s'; see decide --help\n", argv[i]);
            return 2;
        }
    }
    if (threshold == 0.0) {
        fprintf(stderr, "decide: give --at-most T or --at-least T; see decide --help\n");
        return 2;
    }
    return judge_stream(stdin, sense, threshold, scale, processes);
}
