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
    memory_for(points.size());
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
    check_grid_of(32); // whole blocks, whatever block one takes, nearly
}

static void check_grid_sizes(void) {
    for (int size : {34, 11, 67, 33}) // several blocks along each axis, and the last not full
        check_grid_of(size);
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

static void check_grid_errors(void) {
    errors("make_grid", [] {
        float *grid = NULL;
        cudaError_t error = make_grid(32, &grid);
        if (error == cudaSuccess)
            CUDA_CHECK(cudaFree(grid));
        return error;
    });
}

static const float degrees = 180.0f / 3.14159265f;

static void check_vertices(void) {
    const Vertex nothing = {-77.0f, -77.0f, -77.0f};
    std::vector<Vertex> vertices(VERTCOUNT, nothing);
    CUDA_CHECK(cudaMemcpyToSymbol(vert, vertices.data(), sizeof vert));
    returned(init_vertices(), "init_vertices");
    CUDA_CHECK(cudaMemcpyFromSymbol(vertices.data(), vert, sizeof vert));
    size_t arrived = sizeof vert; // bytes, up to the last one that is stored
    while (arrived > 0 && ((const float *)vertices.data())[arrived / sizeof(float) - 1] == -77.0f)
        arrived -= sizeof(float);
    if (arrived == sizeof(void *))
        mistake("sizeof-pointer",
                "only the first %zu bytes of vert arrived, as many as a pointer has: sizeof of a "
                "pointer is not the size of what it points to",
                arrived);
    if (arrived == VERTCOUNT)
        mistake("count-instead-of-bytes",
                "only the first %zu bytes of vert arrived: cudaMemcpyToSymbol counts bytes, and "
                "there are %d vertices",
                arrived, VERTCOUNT);
    for (int i = 0; i < VERTCOUNT; i++) {
        Vertex v = vertices[i];
        float r = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z), phi = atan2f(v.y, v.x) * degrees;
        float wanted_phi = (float)(i / COEF) * 180.0f / COEF;
        float wanted_psi = (i % COEF + 0.5f) * 180.0f / COEF;
        phi += phi < -1e-2f ? 360.0f : 0.0f;
        if (r == 0.0f || memcmp(&v, &nothing, sizeof v) == 0)
            mistake("never-written", "nothing was stored in vertex %d", i);
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

static void check_vertices_errors(void) {
    std::vector<float> numbers(3 * VERTCOUNT), nothing(3 * VERTCOUNT, -77.0f);
    errors("init_vertices", numbers.data(), numbers.size(), init_vertices, [&] {
        CUDA_CHECK(cudaMemcpyFromSymbol(numbers.data(), vert, sizeof vert));
        CUDA_CHECK(cudaMemcpyToSymbol(vert, nothing.data(), sizeof vert));
    });
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

// The same where beyond the nodes lies 0, along the axes of `border` (bits 0, 1 and 2).
static float between_zeros(const std::vector<float> &nodes, int size, int border,
                           const float at[3]) {
    double sum = 0.0;
    float u[3];
    for (int axis = 0; axis < 3; axis++)
        u[axis] = border >> axis & 1 ? at[axis] : clamped(at[axis], size);
    auto nearness = [](float at, int n) { return fmax(0.0, 1.0 - fabs((double)at - n)); };
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++)
                sum += nodes[node(i, j, k, size)] * nearness(u[0], i) * nearness(u[1], j) *
                       nearness(u[2], k);
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

// What the texture returns at points (texture coordinates) is wrong, first at number `first`.
[[noreturn]] static void tell_texels(const Loaded &l, const std::vector<Vertex> &points,
                                     const std::vector<float> &values, size_t first) {
    const int size = l.size;
    auto nearest = [&](size_t m) {
        return l.nodes[node((int)clamped(floorf(points[m].x), size),
                            (int)clamped(floorf(points[m].y), size),
                            (int)clamped(floorf(points[m].z), size), size)];
    };
    auto normalized = [&](size_t m) {
        return between(l.nodes, size, points[m].x * size - 0.5f, points[m].y * size - 0.5f,
                       points[m].z * size - 0.5f);
    };
    auto nearest_normalized = [&](size_t m) {
        return l.nodes[node((int)clamped(floorf(points[m].x * size), size),
                            (int)clamped(floorf(points[m].y * size), size),
                            (int)clamped(floorf(points[m].z * size), size), size)];
    };
    if (explained(values, 0.02f, normalized) || explained(values, 0.0f, nearest_normalized))
        mistake("normalized-coordinates",
                "the texture takes coordinates from 0 to 1; here they count texels");
    if (explained(values, 0.0f, nearest))
        mistake("point-filter", "the texture gives the nearest texel, it does not interpolate");
    for (int border = 1; border < 8; border++)
        if (explained(values, 0.02f, [&](size_t m) {
                const float at[3] = {points[m].x - 0.5f, points[m].y - 0.5f, points[m].z - 0.5f};
                return between_zeros(l.nodes, size, border, at);
            }))
            mistake("wrong-address-mode",
                    "outside the array 0 is mixed in along%s%s%s; the nearest texel is to answer",
                    border & 1 ? " x" : "", border & 2 ? " y" : "", border & 4 ? " z" : "");
    mistake(NULL, "the texture at (%g, %g, %g) is %.6g, expected %.6g", points[first].x,
            points[first].y, points[first].z, values[first],
            between(l.nodes, size, points[first].x - 0.5f, points[first].y - 0.5f,
                    points[first].z - 0.5f));
}

// Compares what the texture returns at points (texture coordinates).
static void compare_texels(const Loaded &l, const std::vector<Vertex> &points) {
    std::vector<float> values = values_at(TEXELS, l.tex, NULL, l.size, points);
    for (size_t i = 0; i < points.size(); i++)
        if (!near(values[i],
                  between(l.nodes, l.size, points[i].x - 0.5f, points[i].y - 0.5f,
                          points[i].z - 0.5f),
                  0.02f))
            tell_texels(l, points, values, i);
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
    for (int size : {5, 2, 8}) {
        Loaded l = load_and_tune(size, 4);
        std::vector<Vertex> points = {{1.5f, 1.5f, 1.5f},
                                      {1.0f, 0.5f, 0.5f},
                                      {0.5f, 1.25f, 0.5f},
                                      {0.5f, 0.5f, 1.0f},
                                      {1.25f, 1.0f, 0.625f}};
        if (size > 2)
            for (Vertex p :
                 {Vertex{1.5f, 2.5f, 3.5f}, Vertex{2.0f, 0.5f, 0.5f}, Vertex{0.5f, 2.25f, 0.5f},
                  Vertex{0.5f, 0.5f, 3.5f}, Vertex{1.75f, 3.0f, 2.125f}, Vertex{4.25f, 1.0f, 2.0f}})
                points.push_back(p);
        compare_texels(l, points);
        unload(&l);
    }
}

static void check_outside(void) {
    for (int size : {5, 2}) {
        Loaded l = load_and_tune(size, 4);
        const float n = (float)size;
        compare_texels(l, {{-9.0f, 0.5f, 0.5f},
                           {n + 1.0f, 1.5f, 0.5f},
                           {0.5f, n + 9.0f, 0.5f},
                           {1.5f, -1.0f, 0.5f},
                           {0.5f, 0.5f, -9.0f},
                           {0.5f, 1.5f, n + 2.0f}});
        unload(&l);
    }
}

static void check_load_errors(void) {
    const int size = 7;
    float *grid = to_device_memory(uneven_nodes(size));
    errors("load_texture", [&] {
        cudaArray_t array = NULL;
        cudaError_t error = load_texture(grid, size, &array);
        if (error == cudaSuccess)
            CUDA_CHECK(cudaFreeArray(array));
        return error;
    });
}

static void check_tune_errors(void) {
    Loaded l = load(7, 4);
    errors("tune_texture", [&] {
        cudaTextureObject_t tex = 0;
        cudaError_t error = tune_texture(l.array, &tex);
        if (error == cudaSuccess)
            CUDA_CHECK(cudaDestroyTextureObject(tex));
        return error;
    });
}

// ---- Steps 5 and 6 ------------------------------------------------------------------------------

// Points within the cube, at its nodes and between them; or on its upper faces, at its corners and
// outside.
static std::vector<Vertex> make_points(int size, bool outside) {
    std::vector<Vertex> points;
    unsigned state = 1;
    auto random = [&state](float limit) {
        state = state * 1664525u + 1013904223u;
        return ((float)(state >> 8) / 8388608.0f - 1.0f) * limit;
    };
    for (int i = 0; i < 180; i++) {
        float at[3] = {random(RADIUS), random(RADIUS), random(RADIUS)};
        if (outside && i % 2)
            at[i / 2 % 3] = RADIUS;
        else if (outside) {
            at[i / 2 % 3] = (i / 6 % 2 ? RADIUS : -(RADIUS)) + random(0.5f * RADIUS);
            at[i / 18 % 3] *= 1.5f;
        }
        points.push_back({at[0], at[1], at[2]});
    }
    for (int i = 0; i < size - 1 && !outside; i++)
        points.push_back({node_position(i, size), node_position(size - 2 - i, size),
                          node_position((2 * i + 1) % (size - 1), size)});
    for (int corner = 0; corner < 8 && outside; corner++)
        points.push_back({corner & 1 ? RADIUS : -RADIUS, corner & 2 ? RADIUS : -RADIUS,
                          corner & 4 ? RADIUS : -RADIUS});
    return points;
}

// The texture unit rounds each weight to 1/256 of a cell; software has float's precision.
static float tolerance_of(Probe what) {
    return what == HARDWARE ? 0.012f : 2e-5f;
}

// The field at a point whose grid coordinates are shifted, with axis order[n] in the place of n.
static float field_at(const Loaded &l, Vertex p, const int order[3], const float shift[3]) {
    const float u[3] = {grid_coordinate(p.x, l.size), grid_coordinate(p.y, l.size),
                        grid_coordinate(p.z, l.size)};
    return between(l.nodes, l.size, u[order[0]] + shift[0], u[order[1]] + shift[1],
                   u[order[2]] + shift[2]);
}

static float field_at(const Loaded &l, Vertex p) {
    const int order[3] = {0, 1, 2};
    const float shift[3] = {};
    return field_at(l, p, order, shift);
}

// Are the values those of points half a texel off, along all axes or some, or with the axes in
// another order?
static void tell_places(const Loaded &l, Probe what, const std::vector<Vertex> &points,
                        const std::vector<float> &values) {
    const int orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}};
    const float shifts[] = {0.0f, what == HARDWARE ? -0.5f : 0.5f};
    for (const int *order : orders)
        for (int off = order == orders[0]; off < 8; off++) {
            const float shift[3] = {shifts[off & 1], shifts[off >> 1 & 1], shifts[off >> 2]};
            if (!explained(values, tolerance_of(what),
                           [&](size_t m) { return field_at(l, points[m], order, shift); }))
                continue;
            const char *name = order == orders[0]   ? NULL
                               : order == orders[1] ? "x-z-swapped"
                                                    : "axes-swapped";
            char axes[40] = "";
            if (off != 0 && off != 7)
                snprintf(axes, sizeof axes, " along%s%s%s", off & 1 ? " x" : "",
                         off & 2 ? " y" : "", off & 4 ? " z" : "");
            if (off == 0)
                mistake(name, "the values are right, but %c, %c and %c stand for x, y and z",
                        "xyz"[order[0]], "xyz"[order[1]], "xyz"[order[2]]);
            mistake(what == HARDWARE ? "no-half-texel" : "half-texel-in-software",
                    what == HARDWARE
                        ? "every value is half a texel off%s: texel i is centred on i + 0.5%s"
                        : "every value is half a node off%s: node i is at grid coordinate i%s",
                    axes, name ? "\nAnd x, y and z are exchanged." : "");
        }
    // Divided by the size before or after the half texel is added, or by the number of cells.
    for (int how = 0; how < 4 && what == HARDWARE; how++) {
        const float by = (float)(how < 2 ? l.size : l.size - 1), half = how % 2 ? 0.5f : 0.0f;
        auto divided = [&](size_t m) {
            float at[3] = {points[m].x, points[m].y, points[m].z};
            for (float &u : at)
                u = (grid_coordinate(u, l.size) + (how == 0 ? 0.5f : 0.0f)) / by + half - 0.5f;
            return between(l.nodes, l.size, at[0], at[1], at[2]);
        };
        if (explained(values, tolerance_of(what), divided))
            mistake("normalized-coordinates",
                    "the coordinates go from 0 to 1; they are counted in texels");
    }
}

// The number of the first value that is wrong, or of values.
static size_t first_wrong(const Loaded &l, Probe what, const std::vector<Vertex> &points,
                          const std::vector<float> &values) {
    size_t i = 0;
    while (i < values.size() && near(values[i], field_at(l, points[i]), tolerance_of(what)))
        i++;
    return i;
}

static Loaded load_for(Probe what, int size) {
    if (what == HARDWARE)
        return load_and_tune(size);
    Loaded l = {size, uneven_nodes(size), NULL, NULL, 0};
    l.grid = to_device_memory(l.nodes);
    return l;
}

static void unload_for(Probe what, Loaded *l) {
    if (what == HARDWARE)
        unload(l);
    else
        CUDA_CHECK(cudaFree(l->grid));
}

static void check_fetch(Probe what, int size, bool outside) {
    Loaded l = load_for(what, size);
    std::vector<Vertex> points = make_points(size, outside);
    std::vector<float> values = values_at(what, l.tex, l.grid, size, points);
    if (all_are(values, 0.0f))
        not_begun();
    const size_t i = first_wrong(l, what, points, values);
    if (i < values.size()) {
        tell_places(l, what, points, values);
        mistake(NULL, "the field at (%.4g, %.4g, %.4g) is %.6g, expected %.6g", points[i].x,
                points[i].y, points[i].z, values[i], field_at(l, points[i]));
    }
    unload_for(what, &l);
}

static void check_hardware_samples(void) {
    for (int size : {5, 8, 2})
        for (bool outside : {false, true})
            check_fetch(HARDWARE, size, outside);
}

static void check_software_samples(void) {
    for (int size : {5, 2, 8})
        check_fetch(SOFTWARE, size, false);
}

// On the upper faces and outside. Where fetch_software is wrong inside, its own values at the
// cube's nearest points are what it is compared with.
static void check_software_outside(void) {
    for (int size : {5, 2, 8}) {
        Loaded l = load_for(SOFTWARE, size);
        std::vector<Vertex> points = make_points(size, true), inside = make_points(size, false),
                            nearest = points;
        for (Vertex &p : nearest)
            for (float *at : {&p.x, &p.y, &p.z})
                *at = fminf(fmaxf(*at, -(RADIUS)), RADIUS);
        std::vector<float> values = values_at(SOFTWARE, 0, l.grid, size, points),
                           own = values_at(SOFTWARE, 0, l.grid, size, nearest),
                           within = values_at(SOFTWARE, 0, l.grid, size, inside);
        if (all_are(values, 0.0f))
            not_begun();
        const bool right = first_wrong(l, SOFTWARE, inside, within) == within.size();
        if (!right && size > 2 && all_are(values, values[0]))
            mistake(NULL, "fetch_software gives %g everywhere", values[0]);
        for (size_t i = 0; i < points.size(); i++) {
            const float expected = right ? field_at(l, points[i]) : own[i];
            const bool out = memcmp(&points[i], &nearest[i], sizeof points[i]) != 0;
            if (!near(values[i], expected, tolerance_of(SOFTWARE)))
                mistake(out ? "outside-not-clamped" : NULL,
                        "%s the cube, at (%.4g, %.4g, %.4g), the field is %.6g; at the nearest "
                        "point of the cube it is %.6g",
                        out ? "outside" : "on an upper face of", points[i].x, points[i].y,
                        points[i].z, values[i], expected);
        }
        unload_for(SOFTWARE, &l);
    }
}

static std::vector<Vertex> vertices_of_step2(void) {
    std::vector<Vertex> vertices(VERTCOUNT);
    returned(init_vertices(), "init_vertices");
    CUDA_CHECK(cudaMemcpyFromSymbol(vertices.data(), vert, sizeof vert));
    return vertices;
}

// Other vertices than step 2's, for who reads vert reads these: anywhere in the cube.
static std::vector<Vertex> other_vertices(void) {
    std::vector<Vertex> vertices(VERTCOUNT);
    for (int i = 0; i < VERTCOUNT; i++)
        vertices[i] = {0.9f * RADIUS * sinf(1.0f + 3.7f * i), 0.8f * RADIUS * sinf(2.0f + 2.3f * i),
                       0.7f * RADIUS * sinf(3.0f + 1.9f * i)};
    CUDA_CHECK(cudaMemcpyToSymbol(vert, vertices.data(), sizeof vert));
    return vertices;
}

static void check_weights(void) {
    std::vector<Vertex> vertices = vertices_of_step2();
    other_vertices(); // it does not read them
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
    __syncthreads(); // who left out one of its barriers waits here while others wait there
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

// What a reduction gives that halves the number of values and loses one where that is odd.
static float sum_of_halves(const float *values, int count) {
    std::vector<float> left(values, values + count);
    for (count /= 2; count > 0; count /= 2)
        for (int t = 0; t < count; t++)
            left[t] += left[t + count];
    return left[0];
}

static void check_sum(void) {
    const int blocks = 5;
    std::vector<float> values(blocks * THREADSPERBLOCK);
    for (size_t i = 0; i < values.size(); i++)
        values[i] = (float)(1 + i * i % 97) / 4.0f; // quarters: exact in any order
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
    bool halves = true;
    for (int b = 0; b < blocks; b++)
        halves = halves && sums[b] == sum_of_halves(&values[b * THREADSPERBLOCK], THREADSPERBLOCK);
    for (int b = 0; b < blocks; b++) {
        float expected = 0.0f;
        for (int t = 0; t < THREADSPERBLOCK; t++)
            expected += values[b * THREADSPERBLOCK + t];
        if (sums[b] != expected && halves)
            mistake("power-of-two-reduction",
                    "the sum over %d threads is %g, expected %g: halving an odd number leaves one "
                    "value out",
                    THREADSPERBLOCK, sums[b], expected);
        if (sums[b] != expected)
            mistake(NULL, "the sum over %d threads is %g, expected %g", THREADSPERBLOCK, sums[b],
                    expected);
    }
}

// What each block owes, from the step's own samples and weights: one value a vertex and sphere.
static std::vector<double> sums_of_blocks(Probe what, const Loaded &l, int radii) {
    std::vector<Vertex> vertices = other_vertices(), points;
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

static cudaError_t integrate(bool hardware, const Loaded &l, int radii, float *integral) {
    return hardware ? integrate_hardware(l.tex, l.size, radii, integral)
                    : integrate_software(l.grid, l.size, radii, integral);
}

static void check_integral(Probe what) {
    const bool hardware = what == HARDWARE;
    const char *kernel = hardware ? "integral_hardware" : "integral_software";
    Loaded l = load_for(what, 7);
    for (int radii : {1, 3, 14}) {
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
        const char *function = hardware ? "integrate_hardware" : "integrate_software";
        memory_for(BLOCKSPERGRID);
        returned(integrate(hardware, l, radii, &integral), function);
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
    unload_for(what, &l);
}

static void check_hardware_integral(void) {
    check_integral(HARDWARE);
}

static void check_software_integral(void) {
    check_integral(SOFTWARE);
}

static void check_integral_errors(bool hardware) {
    const char *name = hardware ? "integrate_hardware" : "integrate_software";
    Loaded l = load_for(hardware ? HARDWARE : SOFTWARE, 7);
    float integral = 0.0f;
    other_vertices();
    errors(name, &integral, 1, [&] { return integrate(hardware, l, 2, &integral); });
}

static void check_hardware_errors(void) {
    check_integral_errors(true);
}

static void check_software_errors(void) {
    check_integral_errors(false);
}

// Built with blocks of more threads than there may be: the launch fails, and that must be said.
static void check_launch(bool hardware) {
    const char *name = hardware ? "integrate_hardware" : "integrate_software";
    const float before = -7.0f;
    float integral = before;
    const Probe what = hardware ? HARDWARE : SOFTWARE;
    Loaded l = load_for(what, 5);
    const cudaError_t error = integrate(hardware, l, 1, &integral);
    if (error == cudaErrorNotSupported)
        not_begun();
    if (error == cudaSuccess)
        mistake("unchecked-launch",
                "with blocks of %d threads the launch fails, and %s returns "
                "cudaSuccess",
                THREADSPERBLOCK, name);
    if (integral != before)
        mistake("output-on-error", "%s returns an error and changed *integral", name);
    unload_for(what, &l);
}

static void check_hardware_launch(void) {
    check_launch(true);
}

static void check_software_launch(void) {
    check_launch(false);
}

// ---- Step 7: what it frees is noted, by the linker's --wrap (Makefile) --------------------------

static Loaded releasing;  // what release_texture was called with
static std::string freed; // g, a and t for its grid, array and texture object, in order; ? for else
static char failing;      // the one of them that shall fail; '2': the first two
static int events_made, events_destroyed;
static std::vector<float> elapsed; // what cudaEventElapsedTime gave

// Notes what is freed, and what that is to return.
static cudaError_t note_freed(char letter) {
    freed += letter;
    if (failing == '2' && freed.size() == 2)
        return cudaErrorNotPermitted;
    return failing == letter || (failing == '2' && freed.size() == 1) ? cudaErrorUnknown
                                                                      : cudaSuccess;
}

extern "C" {
cudaError_t __real_cudaFree(void *memory);
cudaError_t __real_cudaFreeArray(cudaArray_t array);
cudaError_t __real_cudaDestroyTextureObject(cudaTextureObject_t tex);
cudaError_t __real_cudaEventCreate(cudaEvent_t *event);
cudaError_t __real_cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t __real_cudaEventDestroy(cudaEvent_t event);
cudaError_t __real_cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to);

cudaError_t __wrap_cudaFree(void *memory) {
    const cudaError_t error =
        memory ? note_freed(memory == (void *)releasing.grid ? 'g' : '?') : cudaSuccess;
    return error != cudaSuccess ? error : __real_cudaFree(memory);
}

cudaError_t __wrap_cudaFreeArray(cudaArray_t array) {
    const cudaError_t error =
        array ? note_freed(array == releasing.array ? 'a' : '?') : cudaSuccess;
    return error != cudaSuccess ? error : __real_cudaFreeArray(array);
}

cudaError_t __wrap_cudaDestroyTextureObject(cudaTextureObject_t tex) {
    const cudaError_t error = tex ? note_freed(tex == releasing.tex ? 't' : '?') : cudaSuccess;
    return error != cudaSuccess ? error : __real_cudaDestroyTextureObject(tex);
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

cudaError_t __wrap_cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to) {
    const cudaError_t error = __real_cudaEventElapsedTime(ms, from, to);
    if (error == cudaSuccess)
        elapsed.push_back(*ms);
    return error;
}
}

// What release_texture returned, and what it freed, in order.
struct Released {
    cudaError_t error;
    std::string order;
};

// Calls release_texture; `fail` is what shall fail of it. What stays is freed.
static Released release(Loaded *l, char fail = 0) {
    freed = "";
    failing = fail;
    releasing = *l;
    Released released = {release_texture(&l->grid, &l->array, &l->tex), freed};
    failing = 0;
    if (released.error == cudaErrorNotSupported)
        not_begun();
    std::string really = released.order;
    if (fail == '2')
        really = really.substr(really.size() < 2 ? really.size() : 2);
    if (releasing.tex && really.find('t') == std::string::npos)
        __real_cudaDestroyTextureObject(releasing.tex);
    if (releasing.array && really.find('a') == std::string::npos)
        __real_cudaFreeArray(releasing.array);
    if (releasing.grid && really.find('g') == std::string::npos)
        __real_cudaFree(releasing.grid);
    cudaGetLastError();
    if (released.order.find('?') != std::string::npos)
        mistake("wrong-free", "release_texture frees something that is none of the three, or by "
                              "another's call: cudaFree, cudaFreeArray, cudaDestroyTextureObject");
    return released;
}

static const char *part_name(char letter) {
    return letter == 't' ? "the texture object" : letter == 'a' ? "the array" : "the grid";
}

static void check_release(void) {
    Loaded l = load_and_tune(5);
    const Released released = release(&l);
    for (char letter : {'t', 'a', 'g'}) {
        const size_t first = released.order.find(letter);
        if (first == std::string::npos)
            mistake("leak", "%s is not freed", part_name(letter));
        if (released.order.find(letter, first + 1) != std::string::npos)
            mistake("freed-twice", "%s is freed twice in one call", part_name(letter));
    }
    if (released.order.find('a') < released.order.find('t'))
        mistake("array-freed-early", "the array is freed before the texture object that reads it");
    if (released.error != cudaSuccess)
        mistake(NULL, "release_texture returned %s", cudaGetErrorName(released.error));
}

// A second call, and calls that find one of the three at 0. (What is never freed is told above.)
static void check_release_again(void) {
    Loaded l = load_and_tune(5);
    const Released first = release(&l);
    if (first.error != cudaSuccess)
        mistake(NULL, "release_texture returned %s", cudaGetErrorName(first.error));
    if (l.tex || l.array || l.grid)
        mistake("not-set-to-zero", "%s is not 0 after the call",
                l.tex     ? "the texture object"
                : l.array ? "the array"
                          : "the grid");
    const Released second = release(&l);
    if (!second.order.empty())
        mistake("freed-twice", "a second call frees %s again", part_name(second.order[0]));
    if (second.error != cudaSuccess)
        mistake(NULL, "a second call returned %s", cudaGetErrorName(second.error));
    for (char zero : {'g', 'a', 't'}) {
        l = load_and_tune(5);
        if (zero == 'g') {
            CUDA_CHECK(__real_cudaFree(l.grid));
            l.grid = NULL;
        } else {
            CUDA_CHECK(__real_cudaDestroyTextureObject(l.tex));
            l.tex = 0;
        }
        if (zero == 'a') {
            CUDA_CHECK(__real_cudaFreeArray(l.array));
            l.array = NULL;
        }
        const std::string there = zero == 'g' ? "ta" : zero == 'a' ? "g" : "ag";
        const Released some = release(&l);
        if (some.error != cudaSuccess)
            mistake(NULL, "with %s at 0 already, it returned %s", part_name(zero),
                    cudaGetErrorName(some.error));
        for (char letter : there)
            if (first.order.find(letter) != std::string::npos &&
                some.order.find(letter) == std::string::npos)
                mistake("all-or-nothing", "with %s at 0 already, %s is not freed", part_name(zero),
                        part_name(letter));
    }
}

// Two of its calls fail, with different errors: the first one's comes back, and the rest is freed.
static void check_release_errors(void) {
    Loaded l = load_and_tune(5);
    const Released whole = release(&l);
    if (whole.error != cudaSuccess)
        return; // step7-release tells
    l = load_and_tune(5);
    const Released some = release(&l, '2');
    if (some.order.empty())
        mistake(NULL, "release_texture makes no call that could fail");
    if (some.error != cudaErrorUnknown)
        mistake("first-error-lost",
                "two calls fail, the first one with cudaErrorUnknown, and release_texture "
                "returned %s",
                cudaGetErrorName(some.error));
    if (some.order.size() < whole.order.size())
        mistake("stops-at-error", "when calls fail, the rest is not freed");
}

// ---- Step 8 -------------------------------------------------------------------------------------

static void check_results(void) {
    const int size = 9, radii = 2;
    Comparison row = {};
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
    if (near(row.hardware, 1.0f, 0.05f) && near(row.software, 1.0f, 0.05f) &&
        !near(hardware, 1.0f, 0.1f))
        mistake("constants-printed",
                "hardware and software are both about 1, and the steps before "
                "give %.6g and %.6g: compute them",
                hardware, software);
    if (!near(row.hardware, hardware, 1e-4f) || !near(row.software, software, 1e-4f))
        mistake(NULL, "hardware %.6g and software %.6g, but the steps before give %.6g and %.6g",
                row.hardware, row.software, hardware, software);
}

// A size that make_grid refuses, and CUDA calls that fail, its own and those of the steps.
static void check_compare_errors(void) {
    Comparison row = {};
    row.size = -1;
    const cudaError_t refused = compare_at(1, 2, &row);
    if (refused == cudaErrorNotSupported)
        not_begun();
    if (refused != cudaErrorInvalidValue)
        mistake("error-ignored",
                "compare_at(1, ...) returns %s, and make_grid refuses the size 1: each call's "
                "error is to be handed on",
                cudaGetErrorName(refused));
    if (row.size != -1)
        mistake("output-on-error", "compare_at(1, ...) returns an error and changed *row");
    cudaGetLastError();
    errors("compare_at", [] {
        Comparison made;
        return compare_at(5, 2, &made);
    });
}

#define ONCE 4 // launches of `once`, below

// Launched once an attempt, to be counted.
__global__ void attempt(void) {}

static void check_launches(void) {
    const int attempts = launches_of("attempt");
    for (const char *kernel : {"integral_hardware", "integral_software"}) {
        const int launches = launches_of(kernel);
        if (attempts > 0 && launches < attempts * (ONCE + 6))
            mistake("too-few-launches",
                    "%s is launched %d times in all: a time is the mean of at "
                    "least 5 launches after one that is not counted",
                    kernel, launches / attempts - ONCE);
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

// What compare_at says, and what one launch takes, of each kernel.
struct TimesTaken {
    float got[2], once[2];
};
static const char *const time_names[2] = {"hardware_ms", "software_ms"};

static float ratio_of(const TimesTaken &t, int i) {
    return t.got[i] / t.once[i];
}

// How far the worse of the two is from one launch's, as a logarithm.
static float distance_of(const TimesTaken &t) {
    return fmaxf(fabsf(logf(ratio_of(t, 0))), fabsf(logf(ratio_of(t, 1))));
}

// By how much the hardware's is off more than the software's, and by how much they differ.
static float skew_of(const TimesTaken &t) {
    return logf(ratio_of(t, 0) / ratio_of(t, 1));
}
static float difference_of(const TimesTaken &t) {
    return logf(t.once[1] / t.once[0]);
}

// Is each the other one's? A busy machine makes both longer alike; a clock that does not wait makes
// both the same, and far too short.
static bool are_exchanged(const TimesTaken &t) {
    const float exchanged = skew_of(t) / difference_of(t); // 0 where they are right, else 2
    return fabsf(difference_of(t)) > 0.4f && exchanged > 1.4f && exchanged < 3.0f &&
           ratio_of(t, 0) * ratio_of(t, 1) > 1.0f / 400;
}

// Is each a number that cudaEventElapsedTime gave, and the time of many launches?
static bool are_totals(const TimesTaken &t) {
    bool total = true;
    for (int i = 0; i < 2; i++) {
        bool told = false;
        for (float ms : elapsed)
            told = told || ms == t.got[i];
        total = total && told && ratio_of(t, i) > 3.0f;
    }
    return total;
}

// Are both whole milliseconds, divided by a number of launches?
static bool are_whole(const TimesTaken &t) {
    for (int launches = 1; launches <= 100; launches++) {
        bool whole = true;
        for (float ms : t.got) {
            const double sum = (double)ms * launches;
            whole = whole && sum < 20000.0 && fabs(sum - round(sum)) < 2e-7 * fmax(sum, 1.0);
        }
        if (whole)
            return true;
    }
    return false;
}

static bool are_plausible(const TimesTaken &t) {
    return t.got[0] > 0.0f && t.got[1] > 0.0f && distance_of(t) < logf(8.0f) &&
           fminf(ratio_of(t, 0), ratio_of(t, 1)) > 0.25f && !are_exchanged(t) && !are_totals(t) &&
           !are_whole(t);
}

[[noreturn]] static void tell_times(const TimesTaken &t) {
    const char *name = NULL, *why = "";
    auto unit = [&](float by) { // both in another unit, and so off alike
        return fabsf(logf(ratio_of(t, 0) / by)) < 1.5f && fabsf(logf(ratio_of(t, 1) / by)) < 1.5f &&
               fabsf(skew_of(t)) < 0.5f * fabsf(difference_of(t));
    };
    if (!(t.got[0] > 0.0f && t.got[1] > 0.0f))
        why = "not above 0: did the clock wait, and are fractions kept?";
    else if (are_whole(t))
        why = "whole milliseconds: fractions are cut off";
    else if (are_exchanged(t)) {
        name = "times-exchanged";
        why = "each is the other's";
    } else if (are_totals(t)) {
        name = "not-averaged";
        why = "they are those of many launches, not divided by their number";
    } else if (unit(1e-3f)) {
        name = "seconds-for-milliseconds";
        why = "a thousandth of that";
    } else if (unit(1e3f)) {
        name = "microseconds-for-milliseconds";
        why = "a thousand times that";
    } else if (fmaxf(ratio_of(t, 0), ratio_of(t, 1)) < 0.25f &&
               fabsf(skew_of(t) - difference_of(t)) < 0.7f) {
        name = "timed-without-sync"; // as long as it takes to ask for a launch, whichever kernel
        why = "the same for both: the clock did not wait for the kernels";
    }
    mistake(name, "%s and %s are %.3g and %.3g, and a launch takes about %.3g and %.3g ms\n%s",
            time_names[0], time_names[1], t.got[0], t.got[1], t.once[0], t.once[1], why);
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
    TimesTaken best = {};
    for (int i = 0; i < TIMING_ATTEMPTS && (i == 0 || !are_plausible(best)); i++) {
        Comparison row = {};
        TimesTaken t = {{0.0f, 0.0f}, {1e9f, 1e9f}};
        time_once(size, radii, &t.once[0], &t.once[1]);
        attempt<<<1, 1>>>();
        elapsed.clear();
        returned(compare_at(size, radii, &row), "compare_at");
        t.got[0] = row.hardware_ms;
        t.got[1] = row.software_ms;
        if (i == 0 || are_plausible(t) || !(distance_of(t) >= distance_of(best)))
            best = t;
    }
    if (!are_plausible(best))
        tell_times(best);
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
    if (write_csv("/dev/full", rows, count) != -1)
        mistake("full-disk", "write_csv must return -1 where the disk is full: fclose tells");
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

// What findings of the checker's mean here, as the grader names it.
static const std::vector<FindingName> found_names = {
    {"out-of-bounds-read", "outside vert ", "constant-overrun"},
    {"out-of-bounds-write", "kernel integral_", "index-past-array"},
    {"global-memory-race", "kernel integral_", "one-partial-sum"},
    {"out-of-bounds-read", "before the", "negative-index"},
    {"out-of-bounds-read", "kernel probe,", "index-past-array"},
    {"out-of-bounds-read", "kernel integral_software,", "index-past-array"},
};

static const Check checks[] = {
    {"step1-values", 1, 4, "make_grid: values", check_grid, NULL, NULL, NULL},
    {"step1-sizes", 1, 2, "make_grid: any size", check_grid_sizes, NULL, NULL, NULL},
    {"step1-arguments", 1, 1, "make_grid: arguments", check_grid_arguments, NULL, NULL, NULL},
    {"step1-errors", 1, 1, "make_grid: errors", check_grid_errors, NULL, NULL, NULL},
    {"step2-vertices", 2, 6, "init_vertices", check_vertices, NULL, NULL, NULL},
    {"step2-limit", 2, 3, "static_assert", check_vertices_limit, NULL, NULL, NULL},
    {"step2-errors", 2, 1, "init_vertices: errors", check_vertices_errors, NULL, NULL, NULL},
    {"step3-texels", 3, 8, "load_texture", check_load, NULL, NULL, NULL},
    {"step3-errors", 3, 1, "load_texture: errors", check_load_errors, NULL, NULL, NULL},
    {"step4-filter", 4, 4, "tune_texture: filter", check_filter, NULL, NULL, NULL},
    {"step4-outside", 4, 3, "tune_texture: outside", check_outside, NULL, NULL, NULL},
    {"step4-errors", 4, 1, "tune_texture: errors", check_tune_errors, NULL, NULL, NULL},
    {"step5-samples", 5, 6, "fetch_hardware", check_hardware_samples, "step4-filter step4-outside",
     NULL, NULL},
    {"step5-weights", 5, 4, "vertex_weight", check_weights, "step2-vertices", NULL, NULL},
    {"step5-sum", 5, 6, "block_sum", check_sum, NULL, NULL, NULL},
    {"step5-integral", 5, 6, "integral_hardware", check_hardware_integral,
     "step5-samples step5-weights step5-sum", NULL, NULL},
    {"step5-errors", 5, 2, "integrate_hardware: errors", check_hardware_errors, "step4-filter",
     "huge", check_hardware_launch},
    {"step5-time", 5, 3, "integral_hardware: time", NULL, NULL, NULL, NULL},
    {"step6-samples", 6, 5, "fetch_software", check_software_samples, NULL, NULL, NULL},
    {"step6-outside", 6, 2, "fetch_software: outside", check_software_outside, NULL, NULL, NULL},
    {"step6-integral", 6, 4, "integral_software", check_software_integral,
     "step5-weights step5-sum step6-samples", NULL, NULL},
    {"step6-errors", 6, 2, "integrate_software: errors", check_software_errors, NULL, "huge",
     check_software_launch},
    {"step6-time", 6, 2, "integral_software: time", NULL, NULL, NULL, NULL},
    {"step7-release", 7, 5, "release_texture", check_release, "step4-filter", NULL, NULL},
    {"step7-again", 7, 2, "release_texture: again", check_release_again, "step4-filter", NULL,
     NULL},
    {"step7-errors", 7, 1, "release_texture: errors", check_release_errors, "step4-filter", NULL,
     NULL},
    {"step8-results", 8, 4, "compare_at: results", check_results,
     "step1-values step2-vertices step4-filter step5-integral step6-integral step7-release", NULL,
     NULL},
    {"step8-times", 8, 4, "compare_at: times", check_times,
     "step2-vertices step4-filter step5-integral step6-integral", NULL, check_launches},
    {"step8-csv", 8, 3, "write_csv", check_csv, NULL, NULL, NULL},
    {"step8-errors", 8, 1, "compare_at: errors", check_compare_errors,
     "step8-results step1-errors step2-errors step3-errors step4-errors step5-errors step6-errors "
     "step7-errors",
     NULL, NULL},
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
    int status = selftest(argc, argv, "lab7", checks, check_count, found_names);
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
