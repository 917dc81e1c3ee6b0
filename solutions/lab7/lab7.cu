// Lab 7, given: checks every step, then prints step 8's tables and writes them as CSV.
//   lab7             check, then compare on grids up to 128^3 and up to 256 spheres
//   lab7 check       check alone; exit status 1 when a step is not right
//   lab7 table FILE  compare alone; the CSV goes to FILE, not beside the program
// A check builds on the steps before it and is left out when one of them fails.
#include "lab7.h"
#include <errno.h>
#include <math.h>
#include <string.h>
#include <string>
#include <vector>

static int failures;

// One line of the report: the step is right when `problem` is empty. Returns whether it is.
static bool report(int step, const char *what, const char *problem) {
    printf("step %d  %-18s %s\n", step, what, *problem ? problem : "ok");
    failures += *problem != '\0';
    return *problem == '\0';
}

// Notes an error of a step's function as the problem. Returns whether all is well so far.
static bool noted(cudaError_t error, const char *function, char *problem, size_t size) {
    if (error != cudaSuccess && !*problem)
        snprintf(problem, size, "%s: %s", function, cudaGetErrorString(error));
    return !*problem;
}

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
    std::vector<float> values(n);
    Vertex *d_points = NULL;
    float *d_values = NULL;
    CUDA_CHECK(cudaMalloc(&d_points, n * sizeof(Vertex)));
    CUDA_CHECK(cudaMalloc(&d_values, n * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_points, points.data(), n * sizeof(Vertex), cudaMemcpyHostToDevice));
    probe<<<(n + 127) / 128, 128>>>(what, tex, grid, size, d_points, d_values, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(values.data(), d_values, n * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_points));
    CUDA_CHECK(cudaFree(d_values));
    return values;
}

// Compares values with expected ones; the first that differs by more than `tolerance` is the
// problem.
static void compare(char *problem, size_t size, const char *what, const std::vector<Vertex> &points,
                    const std::vector<float> &values, const std::vector<float> &expected,
                    float tolerance) {
    for (size_t i = 0; i < values.size() && !*problem; i++)
        if (!(fabsf(values[i] - expected[i]) <= tolerance))
            snprintf(problem, size, "%s (%.4g, %.4g, %.4g) is %.7g, expected %.7g", what,
                     points[i].x, points[i].y, points[i].z, values[i], expected[i]);
}

static bool check_grid(void) {
    char problem[200] = "";
    const int size = 11; // no multiple of any block
    std::vector<float> values(size * size * size);
    std::vector<Vertex> points;
    float *grid = NULL;
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++)
                points.push_back(
                    {node_position(i, size), node_position(j, size), node_position(k, size)});
    if (noted(make_grid(size, &grid), "make_grid", problem, sizeof problem)) {
        CUDA_CHECK(
            cudaMemcpy(values.data(), grid, values.size() * sizeof(float), cudaMemcpyDeviceToHost));
        CUDA_CHECK(cudaFree(grid));
        compare(problem, sizeof problem, "the node at", points, values,
                values_at(FUNC, 0, NULL, size, points), 1e-6f);
    }
    return report(1, "make_grid", problem);
}

static bool check_vertices(void) {
    char problem[200] = "";
    std::vector<Vertex> vertices(VERTCOUNT);
    if (noted(init_vertices(), "init_vertices", problem, sizeof problem))
        CUDA_CHECK(cudaMemcpyFromSymbol(vertices.data(), vert, sizeof vert));
    for (int i = 0; i < VERTCOUNT && !*problem; i++) {
        Vertex v = vertices[i];
        float r = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z), phi = atan2f(v.y, v.x);
        float degrees = 180.0f / 3.14159265f;
        float wanted_phi = (float)(i / COEF) * 180.0f / COEF;
        float wanted_psi = (i % COEF + 0.5f) * 180.0f / COEF;
        phi = phi * degrees + (phi < -1e-4f ? 360.0f : 0.0f);
        if (!(fabsf(r - RADIUS) <= 1e-4f * RADIUS) || !(fabsf(phi - wanted_phi) <= 0.05f) ||
            !(fabsf(acosf(v.z / r) * degrees - wanted_psi) <= 0.05f))
            snprintf(problem, sizeof problem,
                     "vertex %d is (%.4g, %.4g, %.4g); expected phi %.2f and psi %.2f degrees", i,
                     v.x, v.y, v.z, wanted_phi, wanted_psi);
    }
    return report(2, "init_vertices", problem);
}

// A coarse grid on which every axis and every node can be told apart: the value at (x, y, z), and
// by linear interpolation anywhere in the cube, is x + 100 y + 10000 z.
static const int coarse = 5;
static float linear_field(Vertex p) {
    return p.x + 100.0f * p.y + 10000.0f * p.z;
}

static float *make_linear_grid(void) {
    std::vector<float> nodes;
    float *grid = NULL;
    for (int k = 0; k < coarse; k++)
        for (int j = 0; j < coarse; j++)
            for (int i = 0; i < coarse; i++)
                nodes.push_back(linear_field({node_position(i, coarse), node_position(j, coarse),
                                              node_position(k, coarse)}));
    CUDA_CHECK(cudaMalloc(&grid, nodes.size() * sizeof(float)));
    CUDA_CHECK(
        cudaMemcpy(grid, nodes.data(), nodes.size() * sizeof(float), cudaMemcpyHostToDevice));
    return grid;
}

// Steps 3 and 4 can only be seen together: what the texture returns at the centres of the texels,
// between two of them, and outside.
static bool check_texture(const float *grid, cudaArray_t *array, cudaTextureObject_t *tex) {
    char problem[200] = "";
    if (!noted(load_texture(grid, coarse, array), "load_texture", problem, sizeof problem))
        return report(3, "load_texture", problem);
    printf("step 3  %-18s returned cudaSuccess; step 4 shows what it loaded\n", "load_texture");
    if (!noted(tune_texture(*array, tex), "tune_texture", problem, sizeof problem))
        return report(4, "tune_texture", problem);
    const float n = coarse;
    std::vector<Vertex> points = {{0.5f, 0.5f, 0.5f},
                                  {1.5f, 0.5f, 0.5f},
                                  {0.5f, 1.5f, 0.5f},
                                  {0.5f, 0.5f, 1.5f},
                                  {n - 0.5f, n - 0.5f, n - 0.5f},
                                  {2.0f, 0.5f, 0.5f},
                                  {0.5f, 2.25f, 0.5f},
                                  {0.5f, 0.5f, 3.5f},
                                  {-9.0f, 0.5f, 0.5f},
                                  {0.5f, n + 9.0f, 0.5f},
                                  {0.5f, 0.5f, -9.0f}};
    std::vector<float> expected;
    auto clamp = [n](float u) { return fminf(fmaxf(u - 0.5f, 0.0f), n - 1.0f); };
    for (Vertex p : points) {
        float step = 2.0f * RADIUS / (n - 1.0f);
        expected.push_back(linear_field(
            {clamp(p.x) * step - RADIUS, clamp(p.y) * step - RADIUS, clamp(p.z) * step - RADIUS}));
    }
    compare(problem, sizeof problem, "steps 3 and 4: the texture at", points,
            values_at(TEXELS, *tex, grid, coarse, points), expected, 0.05f * RADIUS);
    return report(4, "tune_texture", problem);
}

// Points within the cube, and a few outside with what their values are.
static void make_points(std::vector<Vertex> *points, std::vector<float> *expected) {
    unsigned state = 1;
    auto random = [&state](float limit) {
        state = state * 1664525u + 1013904223u;
        return ((float)(state >> 8) / 8388608.0f - 1.0f) * limit;
    };
    auto inside = [](float x) { return fminf(fmaxf(x, -RADIUS), RADIUS); };
    for (int i = 0; i < 200; i++) {
        float limit = i < 180 ? RADIUS : 1.5f * RADIUS;
        Vertex p = {random(limit), random(limit), random(limit)};
        points->push_back(p);
        expected->push_back(linear_field({inside(p.x), inside(p.y), inside(p.z)}));
    }
}

static void check_integral(float integral, char *problem, size_t size) {
    if (!*problem && !(fabsf(integral - exact_integral()) <= 0.05f))
        snprintf(problem, size, "the integral is %.6f, expected %.0f within 0.05", integral,
                 exact_integral());
}

static void check_fetch(Probe what, const float *grid, cudaTextureObject_t tex, char *problem,
                        size_t size) {
    std::vector<Vertex> points;
    std::vector<float> expected;
    make_points(&points, &expected);
    // The texture unit rounds each weight to 1/256 of a cell; software has float's precision.
    float cell = 2.0f * RADIUS / (coarse - 1) * 10101.0f;
    compare(problem, size, "the field at", points, values_at(what, tex, grid, coarse, points),
            expected, what == HARDWARE ? 2.5f / 256.0f * cell : 1e-5f * cell);
}

static bool check_hardware(const float *grid, cudaTextureObject_t tex) {
    char problem[200] = "";
    check_fetch(HARDWARE, grid, tex, problem, sizeof problem);
    float area = 0.0f;
    for (float weight : values_at(WEIGHT, 0, NULL, 0, std::vector<Vertex>(VERTCOUNT)))
        area += weight;
    if (!*problem && !(fabsf(area - 12.5664f) <= 0.05f))
        snprintf(problem, sizeof problem, "the weights sum to %.5f, expected 4 pi", area);

    float *fine = NULL, integral = 0.0f;
    cudaArray_t array = NULL;
    cudaTextureObject_t fine_tex = 0;
    CUDA_CHECK(make_grid(FG_SIZE, &fine));
    CUDA_CHECK(load_texture(fine, FG_SIZE, &array));
    CUDA_CHECK(tune_texture(array, &fine_tex));
    if (noted(integrate_hardware(fine_tex, FG_SIZE, 3, &integral), "integrate_hardware", problem,
              sizeof problem))
        check_integral(integral, problem, sizeof problem);
    CUDA_CHECK(cudaDestroyTextureObject(fine_tex));
    CUDA_CHECK(cudaFreeArray(array));
    CUDA_CHECK(cudaFree(fine));
    return report(5, "integral_hardware", problem);
}

static bool check_software(const float *grid) {
    char problem[200] = "";
    float *fine = NULL, integral = 0.0f;
    check_fetch(SOFTWARE, grid, 0, problem, sizeof problem);
    CUDA_CHECK(make_grid(FG_SIZE, &fine));
    if (noted(integrate_software(fine, FG_SIZE, 3, &integral), "integrate_software", problem,
              sizeof problem))
        check_integral(integral, problem, sizeof problem);
    CUDA_CHECK(cudaFree(fine));
    return report(6, "integral_software", problem);
}

static bool check_release(float **grid, cudaArray_t *array, cudaTextureObject_t *tex) {
    char problem[200] = "";
    if (noted(release_texture(grid, array, tex), "release_texture", problem, sizeof problem) &&
        (*grid || *array || *tex))
        snprintf(problem, sizeof problem, "grid, array and texture object must be 0 afterwards");
    noted(release_texture(grid, array, tex), "release_texture, second call", problem,
          sizeof problem);
    return report(7, "release_texture", problem);
}

static bool check_compare(void) {
    char problem[200] = "";
    Comparison row = {};
    if (noted(compare_at(FG_SIZE, 2, &row), "compare_at", problem, sizeof problem)) {
        check_integral(row.hardware, problem, sizeof problem);
        check_integral(row.software, problem, sizeof problem);
        if (!*problem && !(row.hardware_ms > 0.0f && row.software_ms > 0.0f))
            snprintf(problem, sizeof problem, "a time is not positive");
    }
    if (!*problem && write_csv("/nonexistent/lab7.csv", &row, 1) != -1)
        snprintf(problem, sizeof problem, "write_csv must return -1 when it cannot write");
    return report(8, "compare_at", problem);
}

static void check_all(void) {
    bool ok = check_grid();
    ok = check_vertices() && ok;
    float *grid = make_linear_grid();
    cudaArray_t array = NULL;
    cudaTextureObject_t tex = 0;
    bool loaded = check_texture(grid, &array, &tex);
    if (ok && loaded)
        ok = check_hardware(grid, tex);
    ok = ok && check_software(grid);
    ok = check_release(&grid, &array, &tex) && ok && loaded;
    if (ok)
        check_compare();
    else
        printf("step 8  %-18s needs the other steps\n", "compare_at");
}

static void print_table(const char *title, const std::vector<Comparison> &rows) {
    printf("\n%s\n%6s %6s %12s %12s %12s %12s %9s\n", title, "size", "radii", "error, hw",
           "error, sw", "time, hw", "time, sw", "sw / hw");
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
    bool check_only = argc == 2 && strcmp(argv[1], "check") == 0;
    bool table_only = argc == 3 && strcmp(argv[1], "table") == 0;
    if (argc > 1 && !check_only && !table_only) {
        fprintf(stderr, "usage: lab7 [check | table FILE]\n");
        return 2;
    }
    if (!table_only)
        check_all();
    if (failures > 0 || check_only)
        return failures > 0;
    std::string path = table_only ? argv[2] : std::string(argv[0]) + ".csv";
    return compare_all(path.c_str());
}
