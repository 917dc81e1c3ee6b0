/* matrix.h - a kernel on a matrix of rows * columns elements, with `more` blocks than tiles along
 * both sides. Raw: KERNEL.error, KERNEL (rows * columns). */
#ifndef LAB11_MATRIX_H
#define LAB11_MATRIX_H

#include "harness.h"
#include "lab11.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

static std::vector<float> hidden_matrix(int n) {
    std::vector<float> in(n);
    for (int i = 0; i < n; i++)
        in[i] = hidden_element(hidden_seed(), i);
    return in;
}

static inline void test_matrix(const char *name, void (*kernel)(const float *, float *, int, int)) {
    const int rows = argument("rows"), columns = argument("columns"), more = argument("more");
    const int n = rows * columns;
    float *in = to_device(hidden_matrix(n)),
          *out = to_device(std::vector<float>(n, LAB11_UNWRITTEN));
    const dim3 tiles((columns + TILE - 1) / TILE + more, (rows + TILE - 1) / TILE + more);
    kernel<<<tiles, dim3(TILE, TILE_ROWS)>>>(in, out, rows, columns);
    if (launched(name))
        write_raw(name, to_host(out, n));
    MUST(cudaFree(in));
    MUST(cudaFree(out));
}

#endif
