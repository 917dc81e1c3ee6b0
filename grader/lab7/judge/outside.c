/* Lab 7, step 6: what a read outside the grid tells, from the element that was read and the point
 * that was asked for. */
#include "lab7.h"

#include <math.h>
#include <string.h>

/* Adds `index` and the next one to the `count` indices of nodes; the new count. */
static int add_pair(int *nodes, int count, double index) {
    nodes[count] = (int)index;
    nodes[count + 1] = (int)index + 1;
    return count + 2;
}

/* The indices of the two nodes about u, where it is moved into the grid, into a grid a node larger,
 * or not at all; rounding may put u on either side of a node. */
enum { MOST_NODES = 12 };
static int nodes_about(double u, int size, int nodes[MOST_NODES]) {
    int count = 0;
    for (int side = -1; side <= 1; side += 2) {
        const double near = u + side * 1e-4, above = fmax(near, 0);
        count = add_pair(nodes, count, floor(near));
        count = add_pair(nodes, count, floor(fmin(above, size - 1)));
        count = add_pair(nodes, count, floor(fmin(above, size)));
    }
    return count;
}

/* Is `element` that of a node about u by the right formula, outside the grid for an index alone? */
static bool is_past_edge(const double u[3], int size, long element) {
    int nodes[3][MOST_NODES], counts[3];
    for (int axis = 0; axis < 3; axis++)
        counts[axis] = nodes_about(u[axis], size, nodes[axis]);
    for (int a = 0; a < counts[0]; a++)
        for (int b = 0; b < counts[1]; b++)
            for (int c = 0; c < counts[2]; c++) {
                const int i = nodes[0][a], j = nodes[1][b], k = nodes[2][c];
                if ((i >= size || j >= size || k >= size) &&
                    ((long)k * size + j) * size + i == element)
                    return true;
            }
    return false;
}

static void tell_past_edge(void) {
    fail("cell-past-edge",
         "A node outside the grid is read, for a point on an upper face or beyond it. A "
         "point is moved into 0 .. size - 1 first, and the last cell begins at node size - "
         "2, so that the upper face, node size - 1, is its upper end: i = min((int)u, size "
         "- 2).");
}

/* The first read outside the grid by this kernel: its thread and element. */
static bool find_read(const struct run *run, const char *kernel, int size, long *thread,
                      long *element) {
    struct fault fault;
    if (!judge_fault(run, kernel, &fault) || fault.writes || fault.y || fault.z ||
        fault.bytes != sizeof(float) * (size_t)(size * size * size))
        return false;
    *thread = fault.x;
    *element = (long)(fault.offset / sizeof(float));
    return true;
}

/* u: the point of thread n of kernel sample */
void judge_sample_outside(const struct run *run, int size, const double (*u)[3]) {
    long n, element;
    if (!find_read(run, "sample", size, &n, &element) || n >= HIDDEN_POINTS)
        return;
    if (is_past_edge(u[n], size, element)) {
        tell_past_edge();
        return;
    }
    int cell[3];
    for (int axis = 0; axis < 3; axis++)
        cell[axis] = (int)fmax(fmin(floor(u[n][axis]), size - 2), 0);
    fail("index-past-array",
         "Element %ld of the grid is read, which has %d, for the point at (%.4g, %.4g, "
         "%.4g), counted in nodes: its cell begins at node (%d, %d, %d), element %d. Node "
         "(i, j, k) is element (k * size + j) * size + i, the next one along x is 1 "
         "further, along y size, along z size * size, which are 1, %d and %d here.",
         element, size * size * size, u[n][0], u[n][1], u[n][2], cell[0], cell[1], cell[2],
         (cell[2] * size + cell[1]) * size + cell[0], size, size * size);
}

void judge_integral_outside(const struct run *run, int size) {
    const int radii = (int)judge_argument(run, "radii");
    const double radius = judge_argument(run, "RADIUS");
    long i, element;
    if (!find_read(run, "integral_software", size, &i, &element))
        return;
    for (int sphere = 0; sphere <= radii; sphere++) /* the second call has one more */
        for (int of = radii; of <= radii + 1; of++) {
            double u[3];
            for (int axis = 0; axis < 3; axis++)
                u[axis] = ((double)hidden_vertex(run->seed, (int)i, axis, radius) *
                               (1 - 0.5 * sphere / of) +
                           radius) *
                          (size - 1) / (2 * radius);
            if (is_past_edge(u, size, element)) {
                tell_past_edge();
                return;
            }
        }
}
