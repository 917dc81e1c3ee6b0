// Lab @N@, given: prints what each step shows. `make check` tries the steps.
#include "labN.h"
#include "../common/selftest.h"

#ifdef LAB_CHECK
static void check_scale(void) {
    for (int n : {1, 1000, 4097}) {
        std::vector<float> in(n), out(n, -1.0f);
        for (int i = 0; i < n; i++)
            in[i] = (float)(i % 101 + 1);
        returned(scale_host(in.data(), 3.0f, n, out.data()), "scale_host");
        for (int i = 0; i < n; i++)
            if (out[i] != 3.0f * in[i])
                mistake(NULL, "scale_host(in, 3, %d, out): out[%d] is %g, and 3 * %g is owed.", n,
                        i, out[i], in[i]);
    }
}

static void check_errors(void) {
    static std::vector<float> in(1000, 2.0f), out(1000);
    errors("scale_host", out.data(), out.size(),
           [] { return scale_host(in.data(), 3.0f, 1000, out.data()); });
}

static const Check checks[] = {
    {"step1-scale", 1, 90, "scale_host", check_scale, "", NULL, NULL},
    {"step1-errors", 1, 10, "scale_host: errors", check_errors, "step1-scale", NULL, NULL},
};
static const int check_count = sizeof checks / sizeof *checks;
#endif

int main(int argc, char **argv) {
#ifdef LAB_CHECK
    int status = selftest(argc, argv, "labN", checks, check_count);
    if (status >= 0)
        return status;
#endif
    (void)argc, (void)argv;
    const float in[] = {0, 1, 2, 3};
    float out[4] = {};
    CUDA_CHECK(scale_host(in, 2.0f, 4, out));
    printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
    return 0;
}
