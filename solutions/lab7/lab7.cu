// Lab 7, given: checks every step, then prints step 8's tables and writes them as CSV.
//   lab7             compare on grids up to 128^3 and up to 256 spheres
//   lab7 table FILE  the same; the CSV goes to FILE, not beside the program
// `make check` builds it with sizes that are no powers of two (CHECK_SIZES in the Makefile), and
// once more, as lab7-huge, with blocks that no GPU takes.
#include "lab7.h"
#include "../common/selftest.h"
#include <math.h>

#ifdef LAB_CHECK

// What a kernel of the checks computes at each of n points.
enum Probe { FUNC, TEXELS, HARDWARE, SOFTWARE, WEIGHT };

__global__ void probe(Probe what, cudaTextureObject_t tex, const float *grid, int size,
                      const Vertex *points, float *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vertex p = points[i];
    if (what == FUNC)
        values[i] = func(p.x, p.y, p.z);
    else if (what == TEXELS) // here a point is a texture coordinate
        values[i] = tex3D<float>(tex, p.x, p.y, p.z);
    else if (what == HARDWARE)
        values[i] = fetch_hardware(tex, size, p.x, p.y, p.z);
    else if (what == SOFTWARE)
        values[i] = fetch_software(grid, size, p.x, p.y, p.z);
    else
        values[i] = vertex_weight(i);
}

static std::vector<float> values_at(Probe what, cudaTextureObject_t tex, const float *grid,
                                    int size, const std::vector<Vertex> &points) {
    int n = (int)points.size();
    Vertex *d_points = to_device_memory(points);
    float *d_values = to_device_memory(std::vector<float>(n, -77.0f));
    probe<<<(n + 127) / 128, 128>>>(what, tex, grid, size, d_points, d_values, n);
    launched(what == HARDWARE   ? "fetch_hardware"
             : what == SOFTWARE ? "fetch_software"
                                : "a kernel that reads the result");
    std::vector<float> values = from_device_memory(d_values, n);
    CUDA_CHECK(cudaFree(d_points));
    CUDA_CHECK(cudaFree(d_values));
    return values;
}

static bool near(float a, float b, float tolerance) {
    return fabsf(a - b) <= tolerance;
}

// Are all values within `tolerance` of those that `wrong` gives?
template <class Wrong>
static bool explained(const std::vector<float> &values, float tolerance, Wrong wrong) {
    for (size_t i = 0; i < values.size(); i++)
        if (!near(values[i], wrong(i), tolerance))
            return false;
    return true;
}

static bool all_are(const std::vector<float> &values, float value) {
    return explained(values, 0.0f, [value](size_t) { return value; });
}

// ---- Steps 1 and 2 ------------------------------------------------------------------------------

static size_t node(int i, int j, int k, int size) {
    return ((size_t)k * size + j) * size + i;
}

static void check_grid_of(int size) {
    std::vector<Vertex> points;
    float *grid = NULL;
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++)
                points.push_back(
                    {node_position(i, size), node_position(j, size), node_position(k, size)});
    returned(make_grid(size, &grid), "make_grid");
    if (!grid)
        mistake(NULL, "make_grid(%d) returned cudaSuccess and stored no pointer", size);
    std::vector<float> values = from_device_memory(grid, points.size());
    std::vector<float> expected = values_at(FUNC, 0, NULL, size, points);
    CUDA_CHECK(cudaFree(grid));
    const float exact = 1e-6f;
    for (size_t n = 0; n < values.size(); n++) {
        if (near(values[n], expected[n], exact))
            continue;
        auto turned = [&](int a, int b, int c) { // the value of the node with its axes exchanged
            return [&, a, b, c](size_t m) {
                int at[3] = {(int)(m % size), (int)(m / size % size), (int)(m / size / size)};
                return expected[node(at[a], at[b], at[c], size)];
            };
        };
        if (explained(values, exact, turned(2, 1, 0)))
            mistake("x-z-swapped",
                    "the values are right, but x and z are exchanged: x runs fastest");
        const int orders[][3] = {{1, 0, 2}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}};
        for (const int *order : orders)
            if (explained(values, exact, turned(order[0], order[1], order[2])))
                mistake("axes-swapped", "the values are right, in another order of the axes");
        mistake(NULL, "size %d: node (%d, %d, %d) is %.7g, expected %.7g", size, (int)(n % size),
                (int)(n / size % size), (int)(n / size / size), values[n], expected[n]);
    }
}

static void check_grid(void) {
    check_grid_of(11);
    check_grid_of(35); // several blocks along each axis, and the last of them not full
}

static void check_grid_arguments(void) {
    for (int size : {1, 0, -3}) {
        float mark = 0.0f, *grid = &mark;
        cudaError_t error = make_grid(size, &grid);
        if (error == cudaErrorNotSupported)
            not_begun();
        if (error != cudaErrorInvalidValue)
            mistake(NULL, "make_grid(%d) returned %s, expected cudaErrorInvalidValue", size,
                    cudaGetErrorName(error));
        if (grid != &mark)
            mistake("output-on-error", "make_grid(%d) changed *grid", size);
    }
    check_grid_of(2); // the smallest that there is
}

static const float degrees = 180.0f / 3.14159265f;

static void check_vertices(void) {
    std::vector<Vertex> vertices(VERTCOUNT);
    returned(init_vertices(), "init_vertices");
    CUDA_CHECK(cudaMemcpyFromSymbol(vertices.data(), vert, sizeof vert));
    for (int i = 0; i < VERTCOUNT; i++) {
        Vertex v = vertices[i];
        float r = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z), phi = atan2f(v.y, v.x) * degrees;
        float wanted_phi = (float)(i / COEF) * 180.0f / COEF;
        float wanted_psi = (i % COEF + 0.5f) * 180.0f / COEF;
        phi += phi < -1e-2f ? 360.0f : 0.0f;
        if (r == 0.0f)
            mistake(NULL, "vertex %d is (0, 0, 0): nothing was stored there", i);
        if (near(r, RADIUS, 1e-4f * RADIUS) && near(phi, wanted_phi, 0.05f) &&
            near(acosf(v.z / r) * degrees, wanted_psi, 0.05f))
            continue;
        if (near(r, 1.0f, 1e-4f))
            mistake("radius-missing", "the vertices lie on a sphere of radius 1, not RADIUS");
        mistake(NULL,
                "vertex %d is (%.4g, %.4g, %.4g), expected radius %g, phi %.2f and psi %.2f "
                "degrees",
                i, v.x, v.y, v.z, RADIUS, wanted_phi, wanted_psi);
    }
}

static void check_vertices_limit(void) {
    check_limit("step2_vertices", "64 KiB", "COEF=53", "COEF=52");
}

// ---- A texture made by steps 3 and 4 ------------------------------------------------------------

// Node values between 0 and 1 in which no two axes, and no two nodes, are alike.
static std::vector<float> uneven_nodes(int size) {
    std::vector<float> nodes((size_t)size * size * size);
    unsigned state = 99;
    for (float &value : nodes) {
        state = state * 1664525u + 1013904223u;
        value = (float)(state >> 16) / 65536.0f;
    }
    return nodes;
}

static float clamped(float u, int size) {
    return fminf(fmaxf(u, 0.0f), (float)(size - 1));
}

// The field between the nodes at grid coordinates (u, v, w): every node counts by how near it is.
static float between(const std::vector<float> &nodes, int size, float u, float v, float w) {
    double sum = 0.0;
    auto nearness = [](float at, int n) { return fmax(0.0, 1.0 - fabs((double)at - n)); };
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++)
                sum += nodes[node(i, j, k, size)] * nearness(clamped(u, size), i) *
                       nearness(clamped(v, size), j) * nearness(clamped(w, size), k);
    return (float)sum;
}

struct Loaded {
    int size;
    std::vector<float> nodes;
    float *grid;
    cudaArray_t array;
    cudaTextureObject_t tex;
};

// `step` is the one that is tried: what is wrong with the steps before is said there.
static Loaded load(int size, int step) {
    Loaded l = {size, uneven_nodes(size), NULL, NULL, 0};
    l.grid = to_device_memory(l.nodes);
    cudaError_t error = load_texture(l.grid, size, &l.array);
    if (step != 3 && error != cudaSuccess)
        waits_for(3);
    returned(error, "load_texture");
    if (!l.array)
        mistake(NULL, "load_texture returned cudaSuccess and stored no array");
    cudaChannelFormatDesc format = {};
    cudaExtent extent = {};
    unsigned flags = 0;
    CUDA_CHECK(cudaArrayGetInfo(&format, &extent, &flags, l.array));
    if (extent.width == size * sizeof(float))
        mistake("extent-in-bytes",
                "the array is %zu texels wide, expected %d: its extent counts "
                "elements",
                extent.width, size);
    if (extent.width != (size_t)size || extent.height != (size_t)size ||
        extent.depth != (size_t)size)
        mistake("wrong-extent", "the array has %zu x %zu x %zu texels, expected %d along each axis",
                extent.width, extent.height, extent.depth, size);
    if (format.f != cudaChannelFormatKindFloat || format.x != 32 || format.y || format.z ||
        format.w)
        mistake("wrong-format", "the array's texels are no single floats");
    if (from_device_memory(l.grid, l.nodes.size()) != l.nodes)
        mistake(NULL, "load_texture changed the grid");
    return l;
}

static void unload(Loaded *l) {
    if (l->tex)
        CUDA_CHECK(cudaDestroyTextureObject(l->tex));
    CUDA_CHECK(cudaFreeArray(l->array));
    CUDA_CHECK(cudaFree(l->grid));
}

static Loaded load_and_tune(int size, int step = 5) {
    Loaded l = load(size, step);
    cudaError_t error = tune_texture(l.array, &l.tex);
    if (step != 4 && error != cudaSuccess)
        waits_for(4);
    returned(error, "tune_texture");
    if (!l.tex)
        mistake(NULL, "tune_texture returned cudaSuccess and stored no texture object");
    return l;
}

// Compares what the texture returns at points (texture coordinates).
static void compare_texels(const Loaded &l, const std::vector<Vertex> &points) {
    std::vector<float> values = values_at(TEXELS, l.tex, NULL, l.size, points);
    auto expected = [&](size_t i) {
        return between(l.nodes, l.size, points[i].x - 0.5f, points[i].y - 0.5f, points[i].z - 0.5f);
    };
    for (size_t i = 0; i < points.size(); i++)
        if (!near(values[i], expected(i), 0.02f)) {
            if (all_are(values, l.nodes[0]))
                mistake("normalized-coordinates", "every read gives texel (0, 0, 0): coordinates "
                                                  "count texels here");
            auto nearest = [&](size_t m) {
                return l.nodes[node((int)clamped(floorf(points[m].x), l.size),
                                    (int)clamped(floorf(points[m].y), l.size),
                                    (int)clamped(floorf(points[m].z), l.size), l.size)];
            };
            if (explained(values, 0.0f, nearest))
                mistake("point-filter",
                        "the texture gives the nearest texel, it does not interpolate");
            mistake(NULL, "the texture at (%g, %g, %g) is %.6g, expected %.6g", points[i].x,
                    points[i].y, points[i].z, values[i], expected(i));
        }
}

static void check_load(void) {
    for (int size : {5, 8}) {
        Loaded l = load(size, 3);
        cudaError_t error = tune_texture(l.array, &l.tex);
        if (error != cudaSuccess || !l.tex)
            waits_for(4); // only a texture shows what the array holds
        std::vector<Vertex> centres;
        for (int k = 0; k < size; k++)
            for (int j = 0; j < size; j++)
                for (int i = 0; i < size; i++)
                    centres.push_back({i + 0.5f, j + 0.5f, k + 0.5f});
        std::vector<float> values = values_at(TEXELS, l.tex, NULL, size, centres);
        for (size_t n = 0; n < values.size(); n++)
            if (values[n] != l.nodes[n])
                mistake(NULL,
                        "seen through step 4's texture, texel (%d, %d, %d) is %.6g; the node "
                        "is %.6g",
                        (int)(n % size), (int)(n / size % size), (int)(n / size / size), values[n],
                        l.nodes[n]);
        unload(&l);
    }
}

static void check_filter(void) {
    Loaded l = load_and_tune(5, 4);
    compare_texels(l, {{1.5f, 2.5f, 3.5f},
                       {2.0f, 0.5f, 0.5f},
                       {0.5f, 2.25f, 0.5f},
                       {0.5f, 0.5f, 3.5f},
                       {1.75f, 3.0f, 2.125f},
                       {4.25f, 1.0f, 2.0f}});
    unload(&l);
}

static void check_outside(void) {
    Loaded l = load_and_tune(5, 4);
    const float n = 5.0f;
    std::vector<Vertex> points = {{-9.0f, 0.5f, 0.5f},    {n + 1.0f, 1.5f, 0.5f},
                                  {0.5f, n + 9.0f, 0.5f}, {2.5f, -1.0f, 0.5f},
                                  {0.5f, 0.5f, -9.0f},    {0.5f, 3.5f, n + 2.0f}};
    std::vector<float> values = values_at(TEXELS, l.tex, NULL, l.size, points);
    for (size_t i = 0; i < points.size(); i++) {
        Vertex p = points[i];
        float expected = between(l.nodes, l.size, p.x - 0.5f, p.y - 0.5f, p.z - 0.5f);
        if (!near(values[i], expected, 0.02f))
            mistake("wrong-address-mode",
                    "outside, at (%g, %g, %g), the texture is %.6g; the nearest "
                    "texel along each axis is %.6g",
                    p.x, p.y, p.z, values[i], expected);
    }
    unload(&l);
}

// ---- Steps 5 and 6 ------------------------------------------------------------------------------

// Points in the cube, at its nodes, its faces and corners, and outside.
static std::vector<Vertex> make_points(int size) {
    std::vector<Vertex> points;
    unsigned state = 1;
    auto random = [&state](float limit) {
        state = state * 1664525u + 1013904223u;
        return ((float)(state >> 8) / 8388608.0f - 1.0f) * limit;
    };
    for (int i = 0; i < 200; i++) {
        float limit = i < 180 ? RADIUS : 1.5f * RADIUS;
        points.push_back({random(limit), random(limit), random(limit)});
    }
    for (int i = 0; i < size; i++)
        points.push_back({node_position(i, size), node_position(size - 1 - i, size), RADIUS});
    for (int corner = 0; corner < 8; corner++)
        points.push_back({corner & 1 ? RADIUS : -RADIUS, corner & 2 ? RADIUS : -RADIUS,
                          corner & 4 ? RADIUS : -RADIUS});
    return points;
}

static void check_fetch(Probe what, int size) {
    Loaded l = {size, uneven_nodes(size), NULL, NULL, 0};
    if (what == HARDWARE)
        l = load_and_tune(size);
    else
        l.grid = to_device_memory(l.nodes);
    std::vector<Vertex> points = make_points(size);
    std::vector<float> values = values_at(what, l.tex, l.grid, size, points);
    if (all_are(values, 0.0f))
        not_begun();
    // The texture unit rounds each weight to 1/256 of a cell; software has float's precision.
    const float tolerance = what == HARDWARE ? 0.012f : 2e-5f;
    auto field = [&](size_t i, float shift, int a, int b, int c) {
        float at[3] = {grid_coordinate(points[i].x, size) + shift,
                       grid_coordinate(points[i].y, size) + shift,
                       grid_coordinate(points[i].z, size) + shift};
        return between(l.nodes, size, at[a], at[b], at[c]);
    };
    for (size_t i = 0; i < points.size(); i++) {
        if (near(values[i], field(i, 0.0f, 0, 1, 2), tolerance))
            continue;
        auto shifted = [&](float by) {
            return explained(values, tolerance, [&](size_t m) { return field(m, by, 0, 1, 2); });
        };
        if (what == HARDWARE && shifted(-0.5f))
            mistake("no-half-texel",
                    "every value is half a texel off: texel i is centred on i + 0.5");
        if (what == SOFTWARE && shifted(0.5f))
            mistake("half-texel-in-software", "every value is half a node off: node i is at grid "
                                              "coordinate i");
        if (explained(values, tolerance, [&](size_t m) { return field(m, 0.0f, 2, 1, 0); }))
            mistake("x-z-swapped", "the values are right, but x and z are exchanged");
        mistake(NULL, "the field at (%.4g, %.4g, %.4g) is %.6g, expected %.6g", points[i].x,
                points[i].y, points[i].z, values[i], field(i, 0.0f, 0, 1, 2));
    }
    if (what == HARDWARE)
        unload(&l);
    else
        CUDA_CHECK(cudaFree(l.grid));
}

static void check_hardware_samples(void) {
    check_fetch(HARDWARE, 5);
    check_fetch(HARDWARE, 8);
}

static void check_software_samples(void) {
    check_fetch(SOFTWARE, 5);
    check_fetch(SOFTWARE, 2);
}

static std::vector<Vertex> vertices_of_step2(void) {
    std::vector<Vertex> vertices(VERTCOUNT);
    returned(init_vertices(), "init_vertices");
    CUDA_CHECK(cudaMemcpyFromSymbol(vertices.data(), vert, sizeof vert));
    return vertices;
}

static void check_weights(void) {
    std::vector<Vertex> vertices = vertices_of_step2();
    std::vector<float> weights = values_at(WEIGHT, 0, NULL, 0, vertices);
    if (all_are(weights, 0.0f))
        not_begun();
    const float cell = 3.14159265f / COEF * (3.14159265f / COEF);
    if (all_are(weights, weights[0]) && near(weights[0], cell, 1e-4f * cell))
        mistake("missing-sin-psi", "all weights are dphi dpsi: |sin psi| is missing");
    for (int i = 0; i < VERTCOUNT; i++) {
        float expected = hypotf(vertices[i].x, vertices[i].y) / RADIUS * cell;
        if (!near(weights[i], expected, 1e-4f * cell))
            mistake(NULL, "the weight of vertex %d is %.6g, expected %.6g", i, weights[i],
                    expected);
    }
}

__global__ void sum_of_blocks(const float *values, float *sums) {
    float sum = block_sum(values[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

static void check_sum(void) {
    const int blocks = 5;
    std::vector<float> values(blocks * THREADSPERBLOCK);
    for (size_t i = 0; i < values.size(); i++)
        values[i] = (float)(1 + i * i % 97); // small whole numbers: exact in any order
    float *d_values = to_device_memory(values);
    float *d_sums = to_device_memory(std::vector<float>(blocks, -1.0f));
    sum_of_blocks<<<blocks, THREADSPERBLOCK>>>(d_values, d_sums);
    launched("block_sum");
    std::vector<float> sums = from_device_memory(d_sums, blocks);
    CUDA_CHECK(cudaFree(d_values));
    CUDA_CHECK(cudaFree(d_sums));
    bool untouched = THREADSPERBLOCK > 1;
    for (int b = 0; b < blocks; b++)
        untouched = untouched && sums[b] == values[b * THREADSPERBLOCK];
    if (untouched)
        not_begun();
    for (int b = 0; b < blocks; b++) {
        float expected = 0.0f;
        for (int t = 0; t < THREADSPERBLOCK; t++)
            expected += values[b * THREADSPERBLOCK + t];
        if (sums[b] != expected)
            mistake(NULL, "the sum over %d threads is %g, expected %g", THREADSPERBLOCK, sums[b],
                    expected);
    }
}

// What each block owes, from the step's own samples and weights: one value a vertex and sphere.
static std::vector<double> sums_of_blocks(Probe what, const Loaded &l, int radii) {
    std::vector<Vertex> vertices = vertices_of_step2(), points;
    for (Vertex v : vertices)
        for (int j = 0; j < radii; j++) {
            float s = sphere_scale(j, radii);
            points.push_back({v.x * s, v.y * s, v.z * s});
        }
    std::vector<float> samples = values_at(what, l.tex, l.grid, l.size, points);
    std::vector<float> weights = values_at(WEIGHT, 0, NULL, 0, vertices);
    std::vector<double> sums(BLOCKSPERGRID);
    for (int i = 0; i < VERTCOUNT; i++)
        for (int j = 0; j < radii; j++)
            sums[i / THREADSPERBLOCK] += (double)samples[i * radii + j] * weights[i] / radii;
    return sums;
}

static void check_integral(Probe what) {
    const bool hardware = what == HARDWARE;
    const char *kernel = hardware ? "integral_hardware" : "integral_software";
    Loaded l = load_and_tune(7);
    for (int radii : {1, 3}) {
        std::vector<double> expected = sums_of_blocks(what, l, radii);
        const int guard = 8;
        float *d_partial = to_device_memory(std::vector<float>(BLOCKSPERGRID + guard, -7.0f));
        if (hardware)
            integral_hardware<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(l.tex, l.size, radii, d_partial);
        else
            integral_software<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(l.grid, l.size, radii, d_partial);
        launched(kernel);
        std::vector<float> partial = from_device_memory(d_partial, BLOCKSPERGRID + guard);
        CUDA_CHECK(cudaFree(d_partial));
        if (all_are(partial, -7.0f))
            not_begun();
        double total = 0.0;
        for (int b = 0; b < BLOCKSPERGRID + guard; b++) {
            float wanted = b < BLOCKSPERGRID ? (float)expected[b] : -7.0f;
            if (!near(partial[b], wanted, 1e-3f * fabsf(wanted)))
                mistake(NULL, "%s, %d spheres: partial[%d] is %.6g, expected %.6g (of %d blocks)",
                        kernel, radii, b, partial[b], wanted, BLOCKSPERGRID);
            total += b < BLOCKSPERGRID ? expected[b] : 0.0;
        }
        float integral = -7.0f;
        if (hardware)
            returned(integrate_hardware(l.tex, l.size, radii, &integral), "integrate_hardware");
        else
            returned(integrate_software(l.grid, l.size, radii, &integral), "integrate_software");
        if (!near(integral, (float)total, 1e-3f * fabsf((float)total))) {
            if (near(integral, (float)(total - expected.back()), 1e-4f * fabsf((float)total)))
                mistake("last-block-dropped",
                        "the integral is %.6g, expected %.6g: the last block's "
                        "sum is missing",
                        integral, total);
            mistake(NULL, "the integral is %.6g, expected %.6g: the sum over the %d blocks",
                    integral, total, BLOCKSPERGRID);
        }
    }
    unload(&l);
}

static void check_hardware_integral(void) {
    check_integral(HARDWARE);
}

static void check_software_integral(void) {
    check_integral(SOFTWARE);
}

// Built with blocks of more threads than there may be: the launch fails, and that must be said.
static void check_launch(bool hardware) {
    const char *name = hardware ? "integrate_hardware" : "integrate_software";
    const float before = -7.0f;
    float integral = before;
    Loaded l = load_and_tune(5);
    cudaError_t error = hardware ? integrate_hardware(l.tex, l.size, 1, &integral)
                                 : integrate_software(l.grid, l.size, 1, &integral);
    if (error == cudaErrorNotSupported)
        not_begun();
    if (error == cudaSuccess)
        mistake("unchecked-launch",
                "with blocks of %d threads the launch fails, and %s returns "
                "cudaSuccess",
                THREADSPERBLOCK, name);
    if (integral != before)
        mistake("output-on-error", "%s returns an error and changed *integral", name);
    unload(&l);
}

static void check_hardware_launch(void) {
    check_launch(true);
}

static void check_software_launch(void) {
    check_launch(false);
}

// ---- Step 7: what it frees is noted, by the linker's --wrap (Makefile) --------------------------

static std::string freed; // g, a and t for grid, array and texture object, in order
static char failing;      // the one of them that shall fail
static int events_made, events_destroyed;

extern "C" {
cudaError_t __real_cudaFree(void *memory);
cudaError_t __real_cudaFreeArray(cudaArray_t array);
cudaError_t __real_cudaDestroyTextureObject(cudaTextureObject_t tex);
cudaError_t __real_cudaEventCreate(cudaEvent_t *event);
cudaError_t __real_cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t __real_cudaEventDestroy(cudaEvent_t event);

cudaError_t __wrap_cudaFree(void *memory) {
    if (memory)
        freed += 'g';
    return memory && failing == 'g' ? cudaErrorUnknown : __real_cudaFree(memory);
}

cudaError_t __wrap_cudaFreeArray(cudaArray_t array) {
    freed += 'a';
    return failing == 'a' ? cudaErrorUnknown : __real_cudaFreeArray(array);
}

cudaError_t __wrap_cudaDestroyTextureObject(cudaTextureObject_t tex) {
    freed += 't';
    return failing == 't' ? cudaErrorUnknown : __real_cudaDestroyTextureObject(tex);
}

cudaError_t __wrap_cudaEventCreate(cudaEvent_t *event) {
    events_made++;
    return __real_cudaEventCreate(event);
}

cudaError_t __wrap_cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    events_made++;
    return __real_cudaEventCreateWithFlags(event, flags);
}

cudaError_t __wrap_cudaEventDestroy(cudaEvent_t event) {
    events_destroyed++;
    return __real_cudaEventDestroy(event);
}
}

// Calls release_texture on what is there and compares what it freed with `expected`, in any order
// but that the texture object comes before its array.
static void release_and_compare(Loaded *l, const char *situation, const char *expected) {
    freed = "";
    Loaded had = *l;
    cudaError_t error = release_texture(&l->grid, &l->array, &l->tex);
    std::string order = freed;
    if (error == cudaErrorNotSupported)
        not_begun();
    const struct {
        char letter;
        const char *what;
    } parts[] = {{'t', "the texture object"}, {'a', "the array"}, {'g', "the grid"}};
    for (auto [letter, what] : parts) {
        size_t times = 0;
        for (char c : order)
            times += c == letter;
        bool wanted = strchr(expected, letter) != NULL;
        if (times == 0 && wanted)
            mistake(failing ? "stops-at-error" : "leak", "%s: %s is not freed", situation, what);
        if (times > 1 || (times && !wanted))
            mistake("freed-twice", "%s: %s is freed %zu times", situation, what, times);
    }
    if (order.find('a') < order.find('t') && order.find('t') != std::string::npos)
        mistake("array-freed-early",
                "%s: the array is freed before the texture object that reads it", situation);
    if (l->tex || l->array || l->grid)
        mistake("not-set-to-zero", "%s: grid, array and texture object must be 0 afterwards",
                situation);
    if (failing && error != cudaErrorUnknown)
        mistake("first-error-lost", "%s: returned %s, expected that call's error, cudaErrorUnknown",
                situation, cudaGetErrorName(error));
    if (!failing && error != cudaSuccess)
        mistake(NULL, "%s: returned %s", situation, cudaGetErrorName(error));
    char failed = failing; // what the failing call left is freed here
    failing = 0;
    if (failed == 't')
        __real_cudaDestroyTextureObject(had.tex);
    if (failed == 'a')
        __real_cudaFreeArray(had.array);
    if (failed == 'g')
        __real_cudaFree(had.grid);
}

static void check_release(void) {
    Loaded l = load_and_tune(5);
    release_and_compare(&l, "all three there", "tag");
}

static void check_release_again(void) {
    Loaded l = load_and_tune(5);
    release_and_compare(&l, "all three there", "tag");
    release_and_compare(&l, "a second call", "");
    l = load_and_tune(5);
    CUDA_CHECK(cudaFree(l.grid));
    l.grid = NULL;
    release_and_compare(&l, "no grid", "ta");
    l = load_and_tune(5);
    CUDA_CHECK(cudaDestroyTextureObject(l.tex));
    l.tex = 0;
    release_and_compare(&l, "no texture object", "ag");
    for (char call : {'t', 'a', 'g'}) {
        l = load_and_tune(5);
        failing = call;
        release_and_compare(&l,
                            call == 't'   ? "destroying the texture object fails"
                            : call == 'a' ? "freeing the array fails"
                                          : "freeing the grid fails",
                            "tag");
    }
}

// ---- Step 8 -------------------------------------------------------------------------------------

static void check_results(void) {
    const int size = 9, radii = 2;
    Comparison row = {};
    const cudaError_t refused = compare_at(1, radii, &row); // make_grid refuses the size
    if (refused == cudaErrorNotSupported)
        not_begun();
    if (refused == cudaSuccess)
        mistake("error-ignored",
                "compare_at(1, ...) returns cudaSuccess, and make_grid refuses the size 1: each "
                "call's error is to be handed on");
    cudaGetLastError();
    events_made = events_destroyed = 0;
    returned(compare_at(size, radii, &row), "compare_at");
    if (row.size != size || row.radii != radii || row.exact != exact_integral())
        mistake("row-incomplete", "size, radii or exact is not stored in the row");
    if (events_destroyed < events_made)
        mistake("leak", "%d events are created and %d destroyed", events_made, events_destroyed);

    Loaded l = {size, {}, NULL, NULL, 0};
    float hardware = 0.0f, software = 0.0f;
    CUDA_CHECK(init_vertices());
    CUDA_CHECK(make_grid(size, &l.grid));
    CUDA_CHECK(load_texture(l.grid, size, &l.array));
    CUDA_CHECK(tune_texture(l.array, &l.tex));
    CUDA_CHECK(integrate_hardware(l.tex, size, radii, &hardware));
    CUDA_CHECK(integrate_software(l.grid, size, radii, &software));
    unload(&l);
    if (!near(row.hardware, hardware, 1e-4f) || !near(row.software, software, 1e-4f))
        mistake(NULL, "hardware %.6g and software %.6g, but the steps before give %.6g and %.6g",
                row.hardware, row.software, hardware, software);
}

#define ONCE 4 // launches of `once`, below

static void check_launches(void) {
    for (const char *kernel : {"integral_hardware", "integral_software"}) {
        int launches = launches_of(kernel);
        if (launches >= 0 && launches < ONCE + 6)
            mistake("too-few-launches",
                    "%s is launched %d times in all: a time is the mean of at "
                    "least 5 launches after one that is not counted",
                    kernel, launches - ONCE);
    }
}

// Milliseconds of one launch, until the device has done it.
template <class Launch> static float once(Launch launch) {
    float best = 1e9f;
    for (int i = 0; i < ONCE; i++) {
        double start = selftest_seconds();
        launch();
        CUDA_CHECK(cudaDeviceSynchronize());
        best = fminf(best, 1e3f * (float)(selftest_seconds() - start));
    }
    return best;
}

struct TimeTaken {
    const char *what;
    float got, once;
};

static void check_time(TimeTaken time) {
    auto [what, got, wanted] = time;
    if (!(got > 0.0f))
        mistake(NULL, "%s is %g", what, got);
    if (got < wanted / 300.0f)
        mistake("seconds-for-milliseconds", "%s is %.3g, and a launch takes about %.3g ms", what,
                got, wanted);
    if (got < wanted / 4.0f)
        mistake("timed-without-sync",
                "%s is %.3g, and a launch takes about %.3g ms: did the "
                "clock wait for the kernels?",
                what, got, wanted);
    if (got > wanted * 100.0f)
        mistake(NULL, "%s is %.3g, and a launch takes about %.3g ms", what, got, wanted);
}

static bool is_plausible(TimeTaken time) {
    return time.got >= time.once / 4.0f && time.got <= time.once * 100.0f && time.got > 0.0f;
}

// Milliseconds of one launch of each kernel, until the device has done it.
static void time_once(int size, int radii, float *hardware, float *software) {
    Loaded l = load_and_tune(size);
    CUDA_CHECK(init_vertices());
    float *partial = to_device_memory(std::vector<float>(BLOCKSPERGRID));
    *hardware = fminf(*hardware, once([&] {
        integral_hardware<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(l.tex, size, radii, partial);
    }));
    *software = fminf(*software, once([&] {
        integral_software<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(l.grid, size, radii, partial);
    }));
    CUDA_CHECK(cudaFree(partial));
    unload(&l);
}

static void check_times(void) {
    const int size = 9, radii = 24;
    TimeTaken hardware = {"hardware_ms", 0.0f, 1e9f}, software = {"software_ms", 0.0f, 1e9f};
    for (int i = 0; i < TIMING_ATTEMPTS && !(is_plausible(hardware) && is_plausible(software));
         i++) {
        Comparison row = {};
        time_once(size, radii, &hardware.once, &software.once);
        returned(compare_at(size, radii, &row), "compare_at");
        hardware.got = row.hardware_ms;
        software.got = row.software_ms;
    }
    check_time(hardware);
    check_time(software);
}

// The numbers of a line of the CSV.
static std::vector<double> numbers_of(const std::string &line) {
    std::vector<double> numbers;
    for (size_t at = 0; at <= line.size();) {
        size_t end = line.find(',', at);
        end = end == std::string::npos ? line.size() : end;
        numbers.push_back(atof(line.substr(at, end - at).c_str()));
        at = end + 1;
    }
    return numbers;
}

static void check_csv(void) {
    const Comparison rows[] = {
        {17, 3, 0.012345678f, -1.2345678e-5f, 0.87654321f, 1.2345678e-4f, 7.6543219f},
        {128, 256, 1.0f, 1.0004936f, 0.99952543f, 123.45678f, 98765.438f},
        {8, 1, 1.0f, 0.5f, 2.5f, 0.25f, 0.125f}};
    const int count = sizeof rows / sizeof *rows;
    const char *const columns = "size,radii,exact,hardware,software,hardware_error,software_error,"
                                "hardware_ms,software_ms,ratio";
    std::vector<std::string> lines =
        csv_lines([&](const char *path) { return write_csv(path, rows, count); }, count, columns);
    const char *const names[] = {"size",        "radii",          "exact",          "hardware",
                                 "software",    "hardware_error", "software_error", "hardware_ms",
                                 "software_ms", "ratio"};
    for (int i = 0; i < count; i++) {
        const Comparison &r = rows[i];
        const double wanted[] = {(double)r.size,
                                 (double)r.radii,
                                 r.exact,
                                 r.hardware,
                                 r.software,
                                 fabs(r.hardware - r.exact),
                                 fabs(r.software - r.exact),
                                 r.hardware_ms,
                                 r.software_ms,
                                 r.software_ms / r.hardware_ms};
        std::vector<double> got = numbers_of(lines[i + 1]);
        for (size_t c = 0; c < 10; c++) {
            if (c >= got.size())
                mistake(NULL, "row %d has %zu columns, expected 10", i + 1, got.size());
            if (c == 9 && fabs(got[c] * wanted[c] - 1.0) < 1e-4)
                mistake("ratio-inverted", "row %d: the ratio is hardware's time by software's",
                        i + 1);
            if ((c == 5 || c == 6) && fabs(got[c] + wanted[c]) < 1e-5 * fabs(wanted[c]))
                mistake("error-with-sign", "row %d: %s is %g, an error is |computed - exact|",
                        i + 1, names[c], got[c]);
            check_digits(i + 1, names[c], got[c], wanted[c]);
        }
    }
}

static const Check checks[] = {
    {"step1-values", 1, 6, "make_grid: values", check_grid, NULL, NULL, NULL},
    {"step1-arguments", 1, 2, "make_grid: sizes", check_grid_arguments, NULL, NULL, NULL},
    {"step2-vertices", 2, 7, "init_vertices", check_vertices, NULL, NULL, NULL},
    {"step2-limit", 2, 3, "static_assert", check_vertices_limit, NULL, NULL, NULL},
    {"step3-texels", 3, 9, "load_texture", check_load, NULL, NULL, NULL},
    {"step4-filter", 4, 5, "tune_texture: filter", check_filter, NULL, NULL, NULL},
    {"step4-outside", 4, 3, "tune_texture: outside", check_outside, NULL, NULL, NULL},
    {"step5-samples", 5, 9, "fetch_hardware", check_hardware_samples, "step4-filter step4-outside",
     NULL, NULL},
    {"step5-weights", 5, 3, "vertex_weight", check_weights, "step2-vertices", NULL, NULL},
    {"step5-sum", 5, 5, "block_sum", check_sum, NULL, NULL, NULL},
    {"step5-integral", 5, 5, "integral_hardware", check_hardware_integral,
     "step2-vertices step5-samples step5-weights step5-sum", NULL, NULL},
    {"step5-launch", 5, 3, "integrate_hardware", check_hardware_launch, "step4-filter", "huge",
     NULL},
    {"step5-time", 5, 3, "integral_hardware: time", NULL, NULL, NULL, NULL},
    {"step6-samples", 6, 7, "fetch_software", check_software_samples, NULL, NULL, NULL},
    {"step6-integral", 6, 3, "integral_software", check_software_integral,
     "step2-vertices step4-filter step5-weights step5-sum step6-samples", NULL, NULL},
    {"step6-launch", 6, 2, "integrate_software", check_software_launch, "step4-filter", "huge",
     NULL},
    {"step6-time", 6, 2, "integral_software: time", NULL, NULL, NULL, NULL},
    {"step7-release", 7, 5, "release_texture", check_release, "step4-filter", NULL, NULL},
    {"step7-again", 7, 3, "release_texture: again", check_release_again, "step4-filter", NULL,
     NULL},
    {"step8-results", 8, 5, "compare_at: results", check_results,
     "step1-values step2-vertices step4-filter step5-integral step6-integral step7-release", NULL,
     NULL},
    {"step8-times", 8, 4, "compare_at: times", check_times,
     "step2-vertices step4-filter step5-integral step6-integral", NULL, check_launches},
    {"step8-csv", 8, 3, "write_csv", check_csv, NULL, NULL, NULL},
    {"step8-advantage", 8, 3, "hardware's advantage", NULL, NULL, NULL, NULL},
};
static const int check_count = sizeof checks / sizeof *checks;
#endif

// ---- Step 8: the tables -------------------------------------------------------------------------

static void print_table(const char *title, const std::vector<Comparison> &rows) {
    printf("\n%s" TIMES_NOTE "\n%6s %6s %12s %12s %12s %12s %9s\n", title, "size", "radii",
           "error, hw", "error, sw", "time, hw", "time, sw", "sw / hw");
    for (const Comparison &r : rows)
        printf("%6d %6d %12.2e %12.2e %9.4f ms %9.4f ms %9.2f\n", r.size, r.radii,
               fabsf(r.hardware - r.exact), fabsf(r.software - r.exact), r.hardware_ms,
               r.software_ms, r.software_ms / r.hardware_ms);
}

static int compare_all(const char *path) {
    std::vector<Comparison> refined, longer, rows;
    for (int size = 8; size <= 128; size *= 2) {
        Comparison row = {};
        CUDA_CHECK(compare_at(size, 16, &row));
        refined.push_back(row);
    }
    for (int radii = 1; radii <= 256; radii *= 4) {
        Comparison row = {};
        CUDA_CHECK(compare_at(FG_SIZE, radii, &row));
        longer.push_back(row);
    }
    print_table("The grid refined, 16 spheres", refined);
    print_table("More work per vertex", longer);
    rows = refined;
    rows.insert(rows.end(), longer.begin(), longer.end());
    if (write_csv(path, rows.data(), (int)rows.size()) != 0) {
        fprintf(stderr, "lab7: cannot write %s: %s\n", path, strerror(errno));
        return 1;
    }
    printf("\nwritten to %s\n", path);
    return 0;
}

int main(int argc, char **argv) {
#ifdef LAB_CHECK
    int status = selftest(argc, argv, "lab7", checks, check_count);
    if (status >= 0)
        return status;
#endif
    bool table_only = argc == 3 && strcmp(argv[1], "table") == 0;
    if (argc > 1 && !table_only) {
        fprintf(stderr, "usage: lab7 [table FILE]; `make check` tries every step\n");
        return 2;
    }
    std::string path = table_only ? argv[2] : std::string(argv[0]) + ".csv";
    return compare_all(path.c_str());
}
