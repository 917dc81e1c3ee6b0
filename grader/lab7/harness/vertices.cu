// Step 2: what init_vertices leaves in vert. Raw: init_vertices.error, vert (3 VERTCOUNT); with
// part=failing: of init_vertices what failing.h says.
#include "field.h"
#include "failing.h"

extern __constant__ Vertex vert[VERTCOUNT];

__global__ static void read_vertices(float *out) {
    for (int i = 0; i < VERTCOUNT; i++) {
        out[3 * i] = vert[i].x;
        out[3 * i + 1] = vert[i].y;
        out[3 * i + 2] = vert[i].z;
    }
}

void harness_main() {
    std::vector<float> nothing(3 * VERTCOUNT, 777.0f);
    MUST(cudaMemcpyToSymbol(vert, nothing.data(), nothing.size() * sizeof(float)));
    if (strcmp(argument_text("part"), "failing") == 0) {
        std::vector<float> nodes(nothing.size());
        failing(
            "init_vertices", nodes.data(), nodes.size(), [&] { return init_vertices(); },
            [&] {
                MUST(cudaMemcpyFromSymbol(nodes.data(), vert, nodes.size() * sizeof(float)));
                MUST(cudaMemcpyToSymbol(vert, nothing.data(), nothing.size() * sizeof(float)));
            });
        return;
    }
    write_error("init_vertices", init_vertices());
    float *out = to_device(nothing);
    read_vertices<<<1, 1>>>(out);
    if (launched("read"))
        write_raw("vert", to_host(out, nothing.size()));
    MUST(cudaFree(out));
}
