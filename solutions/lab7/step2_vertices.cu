// Lab 7, step 2: the nodes of the spherical grid, in constant memory.
#include "lab7.h"
#include <math.h>

#ifndef SKELETON
static_assert(
    VERTCOUNT * sizeof(Vertex) <= 64 * 1024,
    "COEF: 2 * COEF * COEF vertices of 12 bytes do not fit into the 64 KiB of constant memory");
#else
// TODO: a static_assert that stops the compiler, with a message that contains "64 KiB", when
// VERTCOUNT vertices do not fit into constant memory.
#endif

__constant__ Vertex vert[VERTCOUNT];

cudaError_t init_vertices(void) {
#ifndef SKELETON
    static Vertex nodes[VERTCOUNT];
    const double step = 3.14159265358979323846 / COEF; // of both angles
    for (int iphi = 0; iphi < 2 * COEF; iphi++)
        for (int ipsi = 0; ipsi < COEF; ipsi++) {
            double phi = iphi * step, psi = (ipsi + 0.5) * step;
            Vertex *v = &nodes[iphi * COEF + ipsi];
            v->x = (float)(RADIUS * sin(psi) * cos(phi));
            v->y = (float)(RADIUS * sin(psi) * sin(phi));
            v->z = (float)(RADIUS * cos(psi));
        }
    CUDA_TRY(cudaMemcpyToSymbol(vert, nodes, sizeof nodes));
    return cudaSuccess;
#else
    // TODO: compute the VERTCOUNT vertices on the host, in the order and by the formulas of lab7.h,
    // and copy them to vert.
    return cudaErrorNotSupported;
#endif
}
