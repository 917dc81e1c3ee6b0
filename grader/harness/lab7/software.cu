// Step 6. Raw: samples (HIDDEN_POINTS), plain0 .. plain3 (HIDDEN_POINTS each, of the plain fields);
// integral_software.error, partial (BLOCKSPERGRID + 1, the
// last must stay -77); integrate_software.error, integral (1), again.error, again (1): a second
// call, a radius more; part=failing: of integrate_software what failing.h says.
#include "lab7/texture.h"
#include "failing.h"

__global__ static void sample(const float *grid, int size, const float3 *points, float *out) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < HIDDEN_POINTS)
        out[n] = fetch_software(grid, size, points[n].x, points[n].y, points[n].z);
}

static void write_samples(const char *name, const float *grid, int size, const float3 *points) {
    float *out = to_device(std::vector<float>(HIDDEN_POINTS, 0));
    sample<<<(HIDDEN_POINTS + 63) / 64, 64>>>(grid, size, points, out);
    if (launched("fetch_software"))
        write_raw(name, to_host(out, HIDDEN_POINTS));
    MUST(cudaFree(out));
}

static void write_plain(int size, const float3 *points) {
    harness_uncounted uncounted;
    for (int field = 0; field < PLAIN_FIELDS; field++) {
        float *plain = to_device(hidden_grid((uint64_t)field, size, 1, plain_value));
        char name[20];
        snprintf(name, sizeof name, "plain%d", field);
        write_samples(name, plain, size, points);
        MUST(cudaFree(plain));
    }
}

static void test_samples(uint64_t seed, const float *grid, int size) {
    float3 *points = to_device(hidden_points(seed, size, RADIUS));
    write_samples("samples", grid, size, points);
    if (harness_goes_on())
        write_plain(size, points);
    MUST(cudaFree(points));
}

void harness_main() {
    uint64_t seed = hidden_seed();
    const char *part = argument_text("part");
    int size = argument("size");
    bool whole = strcmp(part, "integral") == 0;
    float *grid =
        to_device(hidden_grid(seed, size, whole ? HIDDEN_TOTAL_SCALE : 1,
                              strcmp(part, "samples") == 0 ? hidden_value : hidden_even_value));
    fill_vertices(seed);
    if (strcmp(part, "samples") == 0) {
        test_samples(seed, grid, size);
    } else if (strcmp(part, "partial") == 0) {
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
