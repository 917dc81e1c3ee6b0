// Unusual but right: the vertices are computed by a kernel, psi in the outer loop's place, and
// copied to the symbol from device memory.
#include "lab7.h"

static_assert(sizeof(Vertex[VERTCOUNT]) <= 65536, "vert exceeds 64 KiB");

__constant__ Vertex vert[VERTCOUNT];

__global__ void place(Vertex *nodes) {
    int ipsi = blockIdx.x, iphi = threadIdx.x;
    float sin_phi, cos_phi, sin_psi, cos_psi;
    sincospif((float)iphi / COEF, &sin_phi, &cos_phi);
    sincospif((ipsi + 0.5f) / COEF, &sin_psi, &cos_psi);
    nodes[iphi * COEF + ipsi] = {RADIUS * sin_psi * cos_phi, RADIUS * sin_psi * sin_phi,
                                 RADIUS * cos_psi};
}

cudaError_t init_vertices(void) {
    Vertex *nodes = NULL;
    CUDA_TRY(cudaMalloc(&nodes, sizeof(Vertex) * VERTCOUNT));
    place<<<COEF, 2 * COEF>>>(nodes);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpyToSymbol(vert, nodes, sizeof vert, 0, cudaMemcpyDeviceToDevice);
    cudaFree(nodes);
    return error;
}
