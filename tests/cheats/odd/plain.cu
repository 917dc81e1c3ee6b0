// What C programmers write: globals whose names libc has too, extern "C", the environment, the
// clock.
#include <cuda_runtime.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int step, error, wait_count, daemon_count;
float advance[3], loc1;
extern "C" int helper(int n) {
    return n;
}
__managed__ int managed;
__device__ double sum;
__constant__ float table[4] = {1, 2, 3, 4};
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int use(const char *name) {
    struct timeval now;
    struct timespec then;
    char line[100], *behind;
    int values[4] = {4, 3, 2, 1};
    gettimeofday(&now, NULL);
    clock_gettime(CLOCK_MONOTONIC, &then);
    FILE *file = fopen(name, "w+");
    if (!file) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        exit(EXIT_FAILURE);
    }
    setlocale(LC_ALL, "C");
    fprintf(file, "%d;%lf\n", toupper('a'), pow(2.0, step));
    rewind(file);
    if (!fgets(line, sizeof line, file) || sscanf(line, "%d", &error) != 1)
        perror(name);
    fseek(file, 0, SEEK_END);
    qsort(values, 4, sizeof *values, compare);
    memmove(values, values + 1, 4);
    assert(values[0] > 0 && isatty(1) >= 0);
    usleep(1);
    fclose(file);
    remove(name);
    return (int)strtod(getenv("HOME") ? line : "3", &behind) + abs(rand()) + (int)time(NULL) +
           (int)clock();
}
