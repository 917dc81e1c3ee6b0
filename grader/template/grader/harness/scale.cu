// Step 1. part=kernel: scale with threads to spare. Raw: scale.error, scale (n). part=host:
// scale_host.error, scale_host (n). part=failing: of scale_host what failing.h says.
#include "harness.h"
#include "labN.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

void harness_main() {
    const int n = argument("n");
    const float k = hidden_factor(hidden_seed());
    std::vector<float> in(n), out(n, LABN_UNWRITTEN);
    for (int i = 0; i < n; i++)
        in[i] = hidden_element(hidden_seed(), i);
    if (strcmp(argument_text("part"), "kernel") == 0) {
        float *from = to_device(in), *to = to_device(out);
        scale<<<n / 192 + 2, 192>>>(from, k, n, to);
        if (launched("scale"))
            write_raw("scale", to_host(to, n));
        MUST(cudaFree(to));
        MUST(cudaFree(from));
    } else if (strcmp(argument_text("part"), "host") == 0) {
        if (write_error("scale_host", scale_host(in.data(), k, n, out.data())))
            write_raw("scale_host", out);
    } else
        failing("scale_host", out, [&] { return scale_host(in.data(), k, n, out.data()); });
}
