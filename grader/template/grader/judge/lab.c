/* Lab @N@'s checks. */
#include "judge.h"
#include "../harness/inputs.h"

#include <stdlib.h>
#include <string.h>

const struct finding_rule lab_findings[] = {{0}};

static int elements(const struct run *run) {
    return (int)judge_argument(run, "n");
}

bool lab_has_work(const struct run *run, const char *kernel, const long at[3]) {
    return strstr(kernel, "scale") && at[1] == 0 && at[0] < elements(run);
}

/* The results `name` against k * in[i], bit for bit. */
static void judge_products(const struct run *run, const char *name) {
    const int n = elements(run);
    double *expected = calloc((size_t)n, sizeof *expected);
    for (int i = 0; expected && i < n; i++)
        expected[i] = hidden_factor(run->seed) * hidden_element(run->seed, i);
    judge_values(run, name, expected, (size_t)n, 0, LABN_UNWRITTEN);
}

static void check_kernel(const struct run *run) {
    judge_products(run, "scale");
    pass("All %d elements are right.", elements(run));
}

static void check_host(const struct run *run) {
    judge_products(run, "scale_host");
    judge_launched(run, "scale_host", 1);
    pass("All elements are right, of %d and of 1.", elements(run));
}

const struct check lab_checks[] = {{"kernel", check_kernel, NULL},
                                   {"host", check_host, NULL},
                                   {"failing", judge_failing, NULL},
                                   {0}};
