// Step 6's fetch_software. Raw: samples (HIDDEN_POINTS), plain0 .. plain3 (HIDDEN_POINTS each, of
// the plain fields). part=samples takes them inside the cube; part=outside on its upper faces and
// beyond them, and then also inside (HIDDEN_POINTS: inside the cube) and nearest (HIDDEN_POINTS: at
// the cube's nearest points). Its integral: software-whole.cu.
#include "texture.h"

__global__ static void sample(const float *grid, int size, const float3 *points, float *out) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < HIDDEN_POINTS)
        out[n] = fetch_software(grid, size, points[n].x, points[n].y, points[n].z);
}

static void write_samples(const char *name, const float *grid, int size,
                          const std::vector<float3> &where) {
    float3 *points = to_device(where);
    float *out = to_device(std::vector<float>(HIDDEN_POINTS, 0));
    sample<<<(HIDDEN_POINTS + 63) / 64, 64>>>(grid, size, points, out);
    if (launched("fetch_software"))
        write_raw(name, to_host(out, HIDDEN_POINTS));
    MUST(cudaFree(out));
    MUST(cudaFree(points));
}

static void write_plain(int size, const std::vector<float3> &points) {
    harness_uncounted uncounted;
    for (int field = 0; field < PLAIN_FIELDS; field++) {
        float *plain = to_device(hidden_grid((uint64_t)field, size, 1, plain_value));
        char name[20];
        snprintf(name, sizeof name, "plain%d", field);
        write_samples(name, plain, size, points);
        MUST(cudaFree(plain));
    }
}

void harness_main() {
    uint64_t seed = hidden_seed();
    const int size = argument("size");
    set_field(seed); // for who calls func itself
    const bool outside = strcmp(argument_text("part"), "outside") == 0;
    float *grid = to_device(hidden_grid(seed, size));
    const std::vector<float3> points =
        hidden_points(seed, size, RADIUS, outside ? POINTS_OUTSIDE : POINTS_INSIDE);
    write_samples("samples", grid, size, points);
    if (outside) {
        harness_uncounted uncounted;
        std::vector<float3> nearest;
        for (const float3 &p : points)
            nearest.push_back(make_float3(fminf(fmaxf(p.x, -(RADIUS)), RADIUS),
                                          fminf(fmaxf(p.y, -(RADIUS)), RADIUS),
                                          fminf(fmaxf(p.z, -(RADIUS)), RADIUS)));
        write_samples("nearest", grid, size, nearest);
        write_samples("inside", grid, size, hidden_points(seed, size, RADIUS, POINTS_INSIDE));
    }
    if (harness_goes_on())
        write_plain(size, points);
    MUST(cudaFree(grid));
}
