// Step 1: make_grid. Raw: make_grid.error, make_grid (size^3), plain1.error, plain1 and so on
// (PLAIN_TOLD^3, of functions that are x, y and z); with part=sizes also large.error, picked (every
// LAB7_EVERY-th node of LAB7_LARGE^3); with part=wrong: wrong (what sizes 1,
// 0 and -4 return), touched (1 where one of them changed *grid); with part=smallest: two.error,
// three.error; with part=failing: of make_grid what failing.h says.
#include "field.h"
#include "failing.h"

static void write_told(const char *name, const std::vector<float> &grid) {
    std::vector<float> told;
    for (int n = 0, at[3]; n < PLAIN_TOLD * PLAIN_TOLD * PLAIN_TOLD; n++) {
        plain_node(n, at);
        told.push_back(grid[(at[2] * PLAIN_SIZE + at[1]) * PLAIN_SIZE + at[0]]);
    }
    write_raw(name, told);
}

static void test_plain() {
    if (!harness_goes_on())
        return;
    harness_uncounted uncounted;
    for (int axis = 1; axis <= 3; axis++) {
        float c[HIDDEN_COEFFICIENTS] = {}, *grid = NULL;
        char name[20];
        c[axis] = 1;
        MUST(cudaMemcpyToSymbol(hidden_c, c, sizeof c));
        snprintf(name, sizeof name, "plain%d", axis);
        if (write_error(name, make_grid(PLAIN_SIZE, &grid)) && grid && launched("after"))
            write_told(name, to_host(grid, PLAIN_SIZE * PLAIN_SIZE * PLAIN_SIZE));
        MUST(cudaFree(grid));
    }
}

// Large enough that blocks and threads cannot be exchanged.
static void test_large() {
    float *grid = NULL;
    if (write_error("large", make_grid(LAB7_LARGE, &grid)) && grid) {
        const std::vector<float> nodes = to_host(grid, LAB7_LARGE_NODES);
        std::vector<float> picked;
        for (int n = 0; n < LAB7_LARGE_NODES; n += LAB7_EVERY)
            picked.push_back(nodes[n]);
        write_raw("picked", picked);
    }
    MUST(cudaFree(grid));
}

void harness_main() {
    set_field(hidden_seed());
    float *grid = NULL;
    if (strcmp(argument_text("part"), "wrong") == 0) {
        int sizes[3] = {1, 0, -4}, wrong[3];
        float here = 0, *before = &here;
        bool touched = false;
        for (int i = 0; i < 3; i++) {
            grid = before;
            wrong[i] = make_grid(sizes[i], &grid);
            touched |= wrong[i] && grid != before;
            cudaGetLastError();
        }
        write_raw("wrong", wrong, 3);
        write_number("touched", touched);
        return;
    }
    if (strcmp(argument_text("part"), "smallest") == 0) {
        write_error("two", make_grid(2, &grid));
        MUST(cudaFree(grid));
        grid = NULL;
        write_error("three", make_grid(3, &grid));
        MUST(cudaFree(grid));
        return;
    }
    int size = argument("size");
    if (strcmp(argument_text("part"), "failing") == 0) {
        failing("make_grid", [&] {
            float *made = NULL;
            const cudaError_t error = make_grid(size, &made);
            if (error == cudaSuccess)
                cudaFree(made);
            return error;
        });
        return;
    }
    if (!write_error("make_grid", make_grid(size, &grid)))
        return;
    launched("after");
    if (grid)
        write_raw("make_grid", to_host(grid, (size_t)size * size * size));
    MUST(cudaFree(grid));
    if (strcmp(argument_text("part"), "sizes") == 0)
        test_large();
    test_plain();
}
