/* Why lab 7's error stops falling: its integral in double, from trilinear values of finer and finer
 * grids, and at last (size 0) from the exact function at the same vertices. The last line is the
 * error of the sum over vertices alone. gcc -O2 handouts/instructor/sphere.c -lm -o sphere &&
 * ./sphere */
#include <math.h>
#include <stdio.h>

enum { NODES = 48, SPHERES = 16 };
static const double radius = 10, pi = 3.14159265358979323846;

/* The square of d_yz. */
static double field(const double at[3]) {
    const double square = at[0] * at[0] + at[1] * at[1] + at[2] * at[2];
    const double d = square > 0 ? sqrt(15 / (4 * pi)) * at[1] * at[2] / square : 0;
    return d * d;
}

static double interpolated(const double at[3], int size) {
    double sum = 0;
    for (int corner = 0; corner < 8; corner++) {
        double node[3], weight = 1;
        for (int axis = 0; axis < 3; axis++) {
            const double place = (at[axis] + radius) / (2 * radius) * (size - 1);
            const double cell = fmin(floor(place), size - 2);
            const int upper = corner >> axis & 1;
            weight *= upper ? place - cell : 1 - (place - cell);
            node[axis] = 2 * radius * (cell + upper) / (size - 1) - radius;
        }
        sum += weight * field(node);
    }
    return sum;
}

int main(void) {
    static const int sizes[] = {32, 64, 128, 256, 512, 1024, 0};
    const double step = pi / NODES;
    puts("  size      error");
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        double sum = 0;
        for (int vertex = 0; vertex < 2 * NODES * NODES; vertex++) {
            const double phi = vertex / NODES * step, psi = (vertex % NODES + 0.5) * step;
            for (int sphere = 0; sphere < SPHERES; sphere++) {
                const double r = radius * (1 - 0.5 * sphere / SPHERES);
                const double at[3] = {r * sin(psi) * cos(phi), r * sin(psi) * sin(phi),
                                      r * cos(psi)};
                sum += (sizes[i] ? interpolated(at, sizes[i]) : field(at)) * sin(psi) * step *
                       step / SPHERES;
            }
        }
        printf("%6d %10.2e\n", sizes[i], sum - 1);
    }
    return 0;
}
