// Step 2. part=kernel: toArrays of n particles by `blocks` of `threads`. Raw: toArrays.error,
// toArrays (4 * n). part=host: hToArrays.error, hToArrays (4 * n). part=failing: of hToArrays what
// failing.h says.
#include "matrix.h"

void harness_main() {
    const int n = argument("n");
    const char *part = argument_text("part");
    bounded_vector<Particle> particles(n);
    for (int i = 0; i < n; i++)
        particles[i] = {hidden_element(hidden_seed(), i), hidden_element(hidden_seed(), n + i),
                        hidden_element(hidden_seed(), 2 * n + i),
                        hidden_element(hidden_seed(), 3 * n + i)};
    bounded_vector<float> fields(4 * n, LAB11_UNWRITTEN);
    if (strcmp(part, "kernel") == 0) {
        Particle *from = to_device(particles);
        const std::vector<float> unwritten(n, LAB11_UNWRITTEN);
        float *to[4];
        for (float *&field : to)
            field = to_device(unwritten);
        toArrays<<<argument("blocks"), argument("threads")>>>(from, n, to[0], to[1], to[2], to[3]);
        if (launched("toArrays")) {
            std::vector<float> all;
            for (float *field : to)
                for (float value : to_host(field, n))
                    all.push_back(value);
            write_raw("toArrays", all);
        }
        for (float *field : to)
            MUST(cudaFree(field));
        MUST(cudaFree(from));
    } else if (strcmp(part, "host") == 0) {
        if (write_error("hToArrays", hToArrays(particles.data(), n, fields.data())))
            write_raw("hToArrays", fields);
    } else
        failing("hToArrays", fields, [&] { return hToArrays(particles.data(), n, fields.data()); });
}
