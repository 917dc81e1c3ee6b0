// Step 6's integral, on a fetch_software of ours, in the place of the student's
// (grader_open_software.h). Raw: integral_software.error, partial (BLOCKSPERGRID + 1, the last must
// stay -77); integrate_software.error, integral (1), again.error, again (1): a second call, a
// radius more; part=failing: of integrate_software what failing.h says.
#include "texture.h"
#include "failing.h"

// In the place of the student's.
__device__ float fetch_software(const float *grid, int size, float x, float y, float z) {
    const float at[3] = {grid_coordinate(x, size), grid_coordinate(y, size),
                         grid_coordinate(z, size)};
    int lower[3];
    float part[3], sum = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        const float u = fminf(fmaxf(at[axis], 0.0f), (float)(size - 1));
        lower[axis] = min((int)u, size - 2);
        part[axis] = u - (float)lower[axis];
    }
    for (int corner = 0; corner < 8; corner++) {
        const int i = lower[0] + (corner & 1), j = lower[1] + (corner >> 1 & 1),
                  k = lower[2] + (corner >> 2);
        sum += grid[((size_t)k * size + j) * size + i] * (corner & 1 ? part[0] : 1.0f - part[0]) *
               (corner >> 1 & 1 ? part[1] : 1.0f - part[1]) *
               (corner >> 2 ? part[2] : 1.0f - part[2]);
    }
    return sum;
}

void harness_main() {
    uint64_t seed = hidden_seed();
    const char *part = argument_text("part");
    const int size = argument("size");
    float *grid = to_device(hidden_grid(
        seed, size, strcmp(part, "integral") == 0 ? HIDDEN_TOTAL_SCALE : 1, hidden_even_value));
    fill_vertices(seed);
    if (strcmp(part, "partial") == 0) {
        float *out = to_device(std::vector<float>(BLOCKSPERGRID + 1, -77.0f));
        integral_software<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(grid, size, argument("radii"), out);
        if (launched("integral_software"))
            write_raw("partial", to_host(out, BLOCKSPERGRID + 1));
        MUST(cudaFree(out));
    } else if (strcmp(part, "failing") == 0) {
        float integral;
        failing("integrate_software", &integral, 1,
                [&] { return integrate_software(grid, size, 2, &integral); });
    } else {
        float integral = -77.0f, again = -77.0f;
        write_error("integrate_software",
                    integrate_software(grid, size, argument("radii"), &integral));
        write_number("integral", integral);
        write_error("again", integrate_software(grid, size, argument("radii") + 1, &again));
        write_number("again", again);
    }
    MUST(cudaFree(grid));
}
