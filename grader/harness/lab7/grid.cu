// Step 1: make_grid. Raw: make_grid.error, make_grid (size^3); with part=wrong: wrong (what sizes
// 1, 0 and -4 return).
#include "lab7/field.h"

int main(int argc, char **argv) {
    harness_start(argc, argv);
    set_field(hidden_seed());
    float *grid = NULL;
    if (strcmp(argument_text("part"), "wrong") == 0) {
        int sizes[3] = {1, 0, -4}, wrong[3];
        for (int i = 0; i < 3; i++) {
            wrong[i] = make_grid(sizes[i], &grid);
            cudaGetLastError();
        }
        write_raw("wrong", wrong, 3);
        return 0;
    }
    int size = argument("size");
    if (!write_error("make_grid", make_grid(size, &grid)))
        return 0;
    launched("after");
    if (grid)
        write_raw("make_grid", to_host(grid, (size_t)size * size * size));
    MUST(cudaFree(grid));
}
