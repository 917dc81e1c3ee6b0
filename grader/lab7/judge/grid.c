/* Lab 7, step 1: the function at the nodes. */
#include "points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDER, PLACE, SIGN, FACTOR, DIMENSIONS };

struct nodes {
    const struct run *run;
    const double *got;
    int size;
    double radius;
};

static double position(struct choice *c, const struct nodes *g, int i) {
    const double r = g->radius, n = g->size;
    INSTEAD(2 * r * i / n - r, "cells-counted-as-nodes",
            "The step between nodes is 2 * RADIUS / size; there are size - 1 "
            "steps between the faces: node_position(i, size) knows.");
    INSTEAD(2 * r * (i + 0.5) / n - r, "cells-counted-as-nodes",
            "The function is taken in the middle of cells, half a step from the "
            "nodes: node i lies at node_position(i, size).");
    INSTEAD(2 * r * i / (n - 1), "position-for-coordinate",
            "The cube begins at 0 instead of -RADIUS: node i lies at "
            "node_position(i, size).");
    INSTEAD(i, "position-for-coordinate",
            "The function is taken at the indices i, j, k themselves: node i "
            "lies at node_position(i, size), in units of length.");
    INSTEAD(r - 2 * r * i / (n - 1), "position-for-coordinate",
            "The cube goes from RADIUS to -RADIUS: node 0 lies at -RADIUS, "
            "node size - 1 at RADIUS.");
    INSTEAD(2 * i / (n - 1) - 1, "position-for-coordinate",
            "The cube goes from -1 to 1: it is [-RADIUS, RADIUS]^3.");
    INSTEAD((2 * r * i / (n - 1) - r) / 2, "position-for-coordinate",
            "The cube is half as wide as it should be: 2 * RADIUS.");
    INSTEAD(2 * r * i / (n - 1) - 2 * r, "position-for-coordinate",
            "The cube ends at 0 instead of RADIUS, as if RADIUS were subtracted "
            "twice: node i lies at node_position(i, size).");
    INSTEAD(2 * r * i / (n - 2) - r, "cells-counted-as-nodes",
            "The step between nodes is 2 * RADIUS / (size - 2), as if size were "
            "one less: node_position takes size itself and takes 1 away on its "
            "own.");
    INSTEAD(2 * r * (i + 1) / (n - 1) - r, "position-for-coordinate",
            "Every node has the position of the next one: node i lies at "
            "node_position(i, size), i from 0.");
    INSTEAD(2 * r * (i - 1) / (n - 1) - r, "position-for-coordinate",
            "Every node has the position of the one before: node i lies at "
            "node_position(i, size), i from 0.");
    INSTEAD(trunc(2 * r * i / (n - 1) - r), "position-for-coordinate",
            "x, y and z are cut to whole numbers, as an int holds them: "
            "positions are floats.");
    ASKED(2 * r * i / (n - 1) - r);
}

struct factor {
    int axis;
    double by;
};
static struct factor factor_of(struct choice *c) {
    INSTEAD(((struct factor){0, 0.5}), "position-for-coordinate",
            "x is half of what it should be, node_position of its index.");
    INSTEAD(((struct factor){0, 2}), "position-for-coordinate",
            "x is twice what it should be, node_position of its index.");
    INSTEAD(((struct factor){0, 0}), "position-for-coordinate",
            "x is 0 everywhere: it is node_position of its index.");
    INSTEAD(((struct factor){1, 0.5}), "position-for-coordinate",
            "y is half of what it should be, node_position of its index.");
    INSTEAD(((struct factor){1, 2}), "position-for-coordinate",
            "y is twice what it should be, node_position of its index.");
    INSTEAD(((struct factor){1, 0}), "position-for-coordinate",
            "y is 0 everywhere: it is node_position of its index.");
    INSTEAD(((struct factor){2, 0.5}), "position-for-coordinate",
            "z is half of what it should be, node_position of its index.");
    INSTEAD(((struct factor){2, 2}), "position-for-coordinate",
            "z is twice what it should be, node_position of its index.");
    INSTEAD(((struct factor){2, 0}), "position-for-coordinate",
            "z is 0 everywhere: it is node_position of its index.");
    ASKED(((struct factor){0, 1}));
}

static double node_with(const struct nodes *g, const int at[3], struct choice *choices) {
    const struct axes order = order_of(&choices[ORDER]);
    const struct sides sides = sides_of(&choices[SIGN]);
    const struct factor factor = factor_of(&choices[FACTOR]);
    double p[3];
    for (int axis = 0; axis < 3; axis++) {
        p[axis] = position(&choices[PLACE], g, at[order.of[axis]]);
        if (sides.turned[axis])
            p[axis] = -p[axis];
    }
    p[factor.axis] *= factor.by;
    return hidden_function(g->run->seed, p[0], p[1], p[2]);
}

static double value_at(const struct nodes *g, const int at[3], const int *choice) {
    struct choice choices[DIMENSIONS];
    judge_choose(choice, DIMENSIONS, choices);
    return node_with(g, at, choices);
}

/* Of node n, for the lines. */
static double node_lines(const void *context, struct choice *choices, size_t n) {
    const struct nodes *g = context;
    const int size = g->size, i = (int)n, at[3] = {i % size, i / size % size, i / size / size};
    return node_with(g, at, choices);
}

static void list_nodes(struct nodes *g, struct dimension *dimensions) {
    judge_list_lines(
        &(struct value_family){
            .count = DIMENSIONS, .got_count = 1, .with = node_lines, .context = g},
        dimensions);
}

static bool is_right(const struct nodes *g, int n, const int at[3], const int *choice) {
    double expected = value_at(g, at, choice);
    return fabs(g->got[n] - expected) <= 1e-4 * g->radius * fmax(1, fabs(expected) / 100);
}

/* Is what is written right? Then only what is not is wrong, and no other place explains it. */
static bool written_are_right(const struct nodes *g) {
    static const int as_asked[FAMILY_DIMENSIONS];
    int size = g->size;
    for (int n = 0; n < size * size * size; n++) {
        const int at[3] = {n % size, n / size % size, n / size / size};
        if (!judge_is_unwritten(g->got[n], NAN) && !is_right(g, n, at, as_asked))
            return false;
    }
    return true;
}

static int nodes_fit(const int *choice, const void *context) {
    const struct nodes *g = context;
    int size = g->size, missed = 0, written = 0, limit = size * size * size;
    for (int n = 0; n < size * size * size; n++) {
        int at[3] = {n % size, n / size % size, n / size / size};
        if (judge_is_unwritten(g->got[n], NAN))
            continue;
        written++;
        missed += !is_right(g, n, at, choice);
        if (missed * 100 > limit)
            return 0;
    }
    return missed * 100 <= written ? written - missed : 0;
}

/* ---- elements at wrong addresses, several nodes at one --------------------------------------- */

#define CARET                                                                                      \
    "`^` is the exclusive or of C, no power: node (i, j, k) is element (k * size + j) * size + i."
#define LAYERS(at)                                                                                 \
    "The address is " at                                                                           \
    ", the same for several nodes: a layer has size * size nodes, so node (i, j, k) is element (k * size + j) * size + i."
static long address_of(struct choice *c, const int at[3], long size) {
    const long i = at[0], j = at[1], k = at[2];
    INSTEAD((k * size) ^ (2 + j * size + i), "caret-for-power", CARET);
    INSTEAD(k * (size ^ 2) + j * size + i, "caret-for-power", CARET);
    INSTEAD(((k * size) ^ 2) + j * size + i, "caret-for-power", CARET);
    INSTEAD((k + j) * size + i, "wrong-stride", LAYERS("(k + j) * size + i"));
    INSTEAD(k * size * size + j + i, "wrong-stride", LAYERS("k * size * size + j + i"));
    INSTEAD(k + j * size + i, "wrong-stride", LAYERS("k + j * size + i"));
    INSTEAD(i + j + k, "wrong-stride", LAYERS("i + j + k"));
    INSTEAD(j * size + i, "wrong-stride", LAYERS("j * size + i"));
    INSTEAD(i, "wrong-stride", LAYERS("i"));
    ASKED((k * size + j) * size + i);
}

/* Addresses that are sums of multiples of i, j and k, the right one among them. */
static const struct {
    const char *text;
    int squares, rows, ones; /* times size * size, size and 1 */
} strides[3][9] = {
    {{"i", 0, 0, 1}, {"2 * i", 0, 0, 2}, {"i * size", 0, 1, 0}, {"i * size * size", 1, 0, 0}},
    {{"j * size", 0, 1, 0},
     {"j * (size - 1)", 0, 1, -1},
     {"j * (size + 1)", 0, 1, 1},
     {"j", 0, 0, 1},
     {"2 * j * size", 0, 2, 0},
     {"(j * size + j) * size", 1, 1, 0},
     {"0 (without j)", 0, 0, 0},
     {"j * size * size", 1, 0, 0}},
    {{"k * size * size", 1, 0, 0},
     {"k * size * (size - 1)", 1, -1, 0},
     {"k * (size - 1) * (size - 1)", 1, -2, 1},
     {"k * size * (size + 1)", 1, 1, 0},
     {"k * (size + 1) * (size + 1)", 1, 2, 1},
     {"k", 0, 0, 1},
     {"k * size", 0, 1, 0},
     {"2 * k * size * size", 2, 0, 0},
     {"0 (without k)", 0, 0, 0}}};

static long stride_of(int axis, int which, long size) {
    return strides[axis][which].squares * size * size + strides[axis][which].rows * size +
           strides[axis][which].ones;
}

static long address_by(const int which[3], int offset, const int at[3], long size) {
    long place = offset;
    for (int axis = 0; axis < 3; axis++)
        place += at[axis] * stride_of(axis, which[axis], size);
    return place;
}

/* How an element's address is made: by a line of address_of, or strides and an offset. */
struct addressing {
    struct choice *address; /* NULL: strides */
    int strides[3], offset;
};

/* Does each written element hold the value of one of the nodes whose address it would be? */
static bool addressed_so(const struct nodes *g, const struct addressing *how, char *state) {
    static const int as_asked[FAMILY_DIMENSIONS];
    enum { ADDRESSED = 1, MATCHED = 2 };
    int size = g->size, count = size * size * size, written = 0, matched = 0;
    memset(state, 0, (size_t)count);
    for (int n = 0; n < count; n++) {
        int at[3] = {n % size, n / size % size, n / size / size};
        long place = how->address ? address_of(how->address, at, size)
                                  : address_by(how->strides, how->offset, at, size);
        if (place >= 0 && place < count && !(state[place] & MATCHED))
            state[place] |= is_right(g, (int)place, at, as_asked) ? ADDRESSED | MATCHED : ADDRESSED;
    }
    for (int n = 0; n < count; n++) {
        bool empty = judge_is_unwritten(g->got[n], NAN);
        if (empty == (state[n] != 0))
            return false;
        written += !empty;
        matched += (state[n] & MATCHED) != 0;
    }
    return written && matched * 100 >= written * 97;
}

/* What the addresses of a few nodes tell already: something was written there, whichever node came
 * last. */
static bool may_be_addressed_so(const struct nodes *g, const struct addressing *how) {
    int size = g->size, missed = 0;
    long count = (long)size * size * size;
    for (int n = 0; n < size; n++) {
        const int at[3] = {n, size - 1 - n, n / 2};
        long place = address_by(how->strides, how->offset, at, size);
        if (place >= 0 && place < count)
            missed += judge_is_unwritten(g->got[place], NAN);
    }
    return missed == 0;
}

static void judge_strides(const struct nodes *g) {
    char *state = malloc((size_t)g->size * (size_t)g->size * (size_t)g->size);
    for (int n = 1; state && n < 3 * 4 * 8 * 9; n++) {
        /* n is 0 where all is as asked. */
        const int offsets[3] = {0, 1, -1};
        const struct addressing how = {NULL, {n / 3 % 4, n / 12 % 8, n / 96}, offsets[n % 3]};
        const int *s = how.strides;
        if (may_be_addressed_so(g, &how) && addressed_so(g, &how, state))
            fail("wrong-stride",
                 "The values are there and at other addresses, %s + %s + %s%s: node (i, "
                 "j, k) is element (k * size + j) * size + i.",
                 strides[2][s[2]].text, strides[1][s[1]].text, strides[0][s[0]].text,
                 how.offset == 0  ? ""
                 : how.offset > 0 ? " + 1"
                                  : " - 1");
    }
    free(state);
}

static void judge_addresses(const struct nodes *g) {
    char *state = malloc((size_t)g->size * (size_t)g->size * (size_t)g->size);
    struct choice address = {0};
    const struct addressing how = {.address = &address};
    address_of(&address, (const int[3]){0}, g->size);
    for (int last = address.count; state && address.number < last;) {
        address.number++;
        if (addressed_so(g, &how, state))
            fail(address.diagnosis, "Most nodes are never written. %s", address.text);
    }
    free(state);
}

/* ---- a node that is not made of the thread's own three numbers ------------------------------- */

enum { THREAD_X, THREAD_Y, THREAD_Z, BLOCK_X, BLOCK_Y, BLOCK_Z, NO_PART };
static const char *const part_names[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                         "blockIdx.y",  "blockIdx.z",  "nothing"};

struct launch {
    int grid[3], block[3];
};

/* Is just what is written the nodes of all threads when index `axis` has `part` where its own
 * thread (or, with of_block, its own block) belongs? */
static bool indexed_so(const struct nodes *g, const struct launch *l, int axis, int part,
                       bool of_block, char *reached) {
    int size = g->size, other = part == NO_PART || part % 3 == axis ? (axis + 1) % 3 : part % 3,
        third = 3 - axis - other;
    memset(reached, 0, (size_t)size * size * size);
    for (int own = 0; own < l->grid[axis] * l->block[axis]; own++)
        for (int beside = 0; beside < l->grid[other] * l->block[other] && beside < size; beside++) {
            int from = part % 3 == axis ? axis : other, number = from == axis ? own : beside,
                taken = part == NO_PART ? 0
                        : part < 3      ? number % l->block[from]
                                        : number / l->block[from],
                block = of_block ? taken : own / l->block[axis],
                thread = of_block ? own % l->block[axis] : taken, node[3];
            node[axis] = block * l->block[axis] + thread;
            node[other] = beside;
            for (int n = 0; n < size && node[axis] < size; n++) {
                node[third] = n;
                reached[(node[2] * size + node[1]) * size + node[0]] = 1;
            }
        }
    for (int n = 0; n < size * size * size; n++)
        if (judge_is_unwritten(g->got[n], NAN) == (reached[n] != 0))
            return false;
    return true;
}

/* Fails when one number of a thread or block stands for another in one of the three indices. */
static void judge_indices(const struct nodes *g) {
    static const char *const names[3] = {"i", "j", "k"}, axes[3] = {'x', 'y', 'z'};
    struct launch l;
    for (int axis = 0; axis < 3; axis++) {
        char name[20];
        snprintf(name, sizeof name, "grid.%d", axis);
        double grid = judge_count(g->run, "calc_f", 0, name);
        snprintf(name, sizeof name, "block.%d", axis);
        double block = judge_count(g->run, "calc_f", 0, name);
        if (!(grid >= 1 && block >= 1 && grid * block >= g->size &&
              grid * block <= 4096)) /* too small: no index' fault */
            return;
        l.grid[axis] = (int)grid;
        l.block[axis] = (int)block;
    }
    if (!written_are_right(g))
        return;
    char *reached = malloc((size_t)g->size * (size_t)g->size * (size_t)g->size);
    for (int n = 0; reached && n < 3 * 2 * (NO_PART + 1); n++) {
        int axis = n / 2 % 3, part = n / 6;
        bool of_block = n % 2;
        if (part == (of_block ? BLOCK_X : THREAD_X) + axis ||
            !indexed_so(g, &l, axis, part, of_block, reached))
            continue;
        fail("wrong-thread-index",
             "Only some nodes are written: in %s %s stands where %sIdx.%c belongs. It is "
             "blockIdx.%c * blockDim.%c + threadIdx.%c.",
             names[axis], part_names[part], of_block ? "block" : "thread", axes[axis], axes[axis],
             axes[axis], axes[axis]);
    }
    free(reached);
}

/* Threads along an axis of launch number `launch` of calc_f; NAN where they were not counted. */
static double threads_along(const struct run *run, int launch, int axis) {
    static const char *const grids[3] = {"grid.0", "grid.1", "grid.2"}, *const blocks[3] = {
                                                                            "block.0", "block.1",
                                                                            "block.2"};
    return judge_count(run, "calc_f", launch, grids[axis]) *
           judge_count(run, "calc_f", launch, blocks[axis]);
}

/* Fails when the launch is the same for another size, where only nodes 0 to to[axis] - 1 are
 * written. */
static void judge_fixed(const struct run *run, const int to[3], int size) {
    for (int axis = 0; axis < 3; axis++) {
        const double threads = threads_along(run, 0, axis);
        if (threads != threads_along(run, 1, axis) || threads != to[axis])
            return;
    }
    fail("fixed-grid",
         "calc_f is launched with %d x %d x %d threads for size %d, and with as many for "
         "size %d: the nodes behind these have no thread. The number of blocks follows from "
         "size, (size + block - 1) / block along each axis.",
         to[0], to[1], to[2], size, LAB7_LARGE);
}

/* Nodes that nobody wrote, told by the part of the cube that is written. */
static void judge_holes(const struct nodes *g) {
    int size = g->size, to[3] = {0, 0, 0}, unwritten = 0;
    static const char *const names[3] = {"i", "j", "k"}, *const axes[3] = {"x", "y", "z"};
    for (int n = 0; n < size * size * size; n++) {
        int at[3] = {n % size, n / size % size, n / size / size};
        if (judge_is_unwritten(g->got[n], NAN))
            unwritten++;
        else
            for (int axis = 0; axis < 3; axis++)
                to[axis] = at[axis] + 1 > to[axis] ? at[axis] + 1 : to[axis];
    }
    if (!unwritten)
        return;
    if (unwritten == size * size * size) {
        judge_unwritten(g->run, "make_grid", "nodes", g->got, (size_t)(size * size * size), NAN);
        return;
    }
    int behind = size * size * size; /* the nodes from the first that is not written */
    while (behind > 0 && judge_is_unwritten(g->got[behind - 1], NAN))
        behind--;
    if (unwritten == size * size * size - behind && behind % (size * size) != 0) {
        judge_unwritten(g->run, "make_grid", "nodes (counted as they lie in memory)", g->got,
                        (size_t)(size * size * size), NAN);
        return;
    }
    if (unwritten != size * size * size - to[0] * to[1] * to[2])
        fail(NULL,
             "%d of %d^3 nodes are never written, here and there: is each written by a "
             "thread of its own? Node (i, j, k) is element (k * size + j) * size + i (and ^ "
             "is no power in C).",
             unwritten, size);
    char text[200] = "";
    int cut = 0, by_one = 0;
    for (int axis = 0; axis < 3; axis++)
        if (to[axis] < size) {
            size_t length = strlen(text);
            snprintf(text + length, sizeof text - length, "%s%s >= %d", cut ? " or " : "",
                     names[axis], to[axis]);
            cut++;
            by_one += to[axis] == size - 1;
        }
    if (cut == by_one && cut == 3)
        fail("guard-too-strict",
             "The nodes with %s are never written (size %d): the guard lets nodes 0 to size "
             "- 2 through. A thread returns when i >= size, j >= size or k >= size.",
             text, size);
    for (int axis = 0; axis < 3; axis++)
        if (2 * to[axis] <= size)
            fail(
                "first-block-only",
                "%d of %d^3 nodes were not computed, those with %s: the grid is far too small along "
                "%s. A dim3 is 1 where it is not told; launch (size + block - 1) / block blocks "
                "along each axis, block.%s along %s.",
                unwritten, size, text, axes[axis], axes[axis], axes[axis]);
    judge_fixed(g->run, to, size);
    for (int axis = 0; axis < 3; axis++)
        if (to[axis] < size && threads_along(g->run, 0, axis) >= size)
            fail(NULL,
                 "%d of %d^3 nodes were not computed, those with %s, and there are threads "
                 "enough along %s, %.0f: %s is not blockIdx.%s * blockDim.%s + "
                 "threadIdx.%s, or the guard keeps them out.",
                 unwritten, size, text, axes[axis], threads_along(g->run, 0, axis), names[axis],
                 axes[axis], axes[axis], axes[axis]);
    for (int axis = 0; axis < 3; axis++)
        if (to[axis] < size)
            fail("last-block-dropped",
                 "%d of %d^3 nodes were not computed, those with %s: size %d is no multiple "
                 "of the block, or the numbers of blocks are not those of their axes. Launch "
                 "(size + block - 1) / block blocks along each axis, block.%s along %s.",
                 unwritten, size, text, size, axes[axis], axes[axis]);
}

/* Fails for a thread that has no node and writes one all the same, where its indices are those of
 * the node that it writes. */
static void judge_guard(const struct run *run, int size) {
    static const char *const names[3] = {"i", "j", "k"};
    struct fault fault;
    char text[100] = "";
    if (!judge_fault(run, "calc_f", &fault) || !fault.writes)
        return;
    const long at[3] = {fault.x, fault.y, fault.z}, whole = (long)size * size * size;
    if (at[1] == 0 && at[2] == 0 && threads_along(run, 0, 1) == 1 &&
        threads_along(run, 0, 2) == 1 && threads_along(run, 0, 0) >= (double)whole &&
        at[0] < whole && fault.offset != (size_t)at[0] * sizeof(float))
        fail("index-past-array",
             "Thread %ld of a launch along x alone has node %ld, and writes element %zu, "
             "past the end of the grid (size %d): its indices are i = t %% size, j = t / "
             "size %% size, k = t / (size * size), and the element is (k * size + j) * size "
             "+ i.",
             at[0], at[0], fault.offset / sizeof(float), size);
    if (fault.offset != (size_t)((at[2] * size + at[1]) * size + at[0]) * sizeof(float))
        return;
    for (int axis = 0; axis < 3; axis++)
        if (at[axis] >= size)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s = %ld",
                     *text ? " and " : "", names[axis], at[axis]);
    fail("missing-bounds-guard",
         "A thread with %s writes, past the end of the grid, and size is %d: nodes go from 0 "
         "to size - 1. Let a thread return when i >= size || j >= size || k >= size.",
         text, size);
}

/* Fails when make_grid did not come back with a grid, or with one that is too small. */
static void judge_call(const struct run *run, int size) {
    double error = judge_number(run, "make_grid.error", NAN),
           left = judge_number(run, "make_grid.left", 0);
    size_t bytes;
    if (judge_overrun(run, &bytes) && bytes == (size_t)size * size * size)
        fail("count-instead-of-bytes",
             "The grid has %zu bytes, one for each node, and a node takes four: cudaMalloc "
             "counts bytes, (size_t)size * size * size * sizeof(float).",
             bytes);
    const size_t n = (size_t)size, short_of[] = {n, n * n, 3 * n};
    for (size_t i = 0; i < 3; i++)
        if (judge_overrun(run, &bytes) && bytes == short_of[i] * sizeof(float))
            fail("wrong-extent",
                 "The grid has %zu bytes, for %zu nodes, and there are %zu: ask cudaMalloc "
                 "for (size_t)size * size * size * sizeof(float).",
                 bytes, short_of[i], n * n * n);
    judge_guard(run, size);
    const bool refused = error == 1 || error == 9; /* cudaErrorInvalidValue in CUDA 13 */
    /* A GPU does not say what it dislikes. Of so many nodes an axis no block of legal size is left
     * without any, so that the grid has some. */
    if (refused && run->gpu && size <= 32)
        fail(NULL,
             "make_grid returned an error of its launch for size %d: a block has at most "
             "1024 threads, x * y * z, and a grid at least one block, (size + block - 1) / "
             "block along each axis.",
             size);
    const bool too_large =
        run->gpu ? size > 32 : judge_was_refused(run, " threads, and a block has ");
    if (refused && too_large)
        fail("launch-refused",
             "make_grid returned an error of its launch for size %d: a block has at most "
             "1024 threads, and of dim3 block(x, y, z) these are x * y * z.",
             size);
    if (refused && (run->gpu || judge_was_refused(run, "none of the three may be 0")))
        fail("last-block-dropped",
             "make_grid returned an error of its launch for size %d: a grid of 0 blocks, or "
             "blocks larger than a GPU takes (1024 threads). Divide rounding up: (size + "
             "block - 1) / block.",
             size);
    judge_succeeded(run, "make_grid");
    if (left == 1 || left == 9)
        fail("unchecked-launch",
             "make_grid reports success, but its launch failed and nobody asked: a launch reports "
             "its errors to cudaGetLastError() alone. (At most 1024 threads are a block.)");
}

static double node_value(const void *context, const int *choice, size_t n) {
    const struct nodes *g = context;
    const int size = g->size, i = (int)n, node[3] = {i % size, i / size % size, i / size / size};
    return value_at(g, node, choice);
}

/* Fails for a grid that is right, and not in another, much larger size: of that every
 * LAB7_EVERY-th node was written. */
static void judge_large(const struct nodes *small) {
    static const int as_asked[FAMILY_DIMENSIONS];
    const double *picked = judge_numbers(small->run, "picked", LAB7_PICKED);
    struct nodes g = {small->run, picked, LAB7_LARGE, small->radius};
    for (int i = 0; picked && i < LAB7_PICKED; i++) {
        const int n = i * LAB7_EVERY, size = LAB7_LARGE,
                  at[3] = {n % size, n / size % size, n / size / size};
        if (is_right(&g, i, at, as_asked))
            continue;
        fail(
            "fixed-grid",
            "make_grid(%d, ...) is right, and of make_grid(%d, ...) every %dth node was looked at: "
            "number %d of %d %s. The blocks of a launch grow with size, or a thread goes on "
            "by the whole grid's threads until all nodes are done.",
            small->size, size, LAB7_EVERY, n, LAB7_LARGE_NODES,
            judge_is_unwritten(picked[i], NAN) ? "is never written" : "is wrong");
    }
}

void check_grid(const struct run *run) {
    struct dimension dimensions[DIMENSIONS];
    const struct family family = {dimensions, DIMENSIONS, 2, nodes_fit};
    static const int as_asked[FAMILY_DIMENSIONS];
    struct nodes g = {.run = run,
                      .size = (int)judge_argument(run, "size"),
                      .radius = judge_argument(run, "RADIUS")};
    int size = g.size, wrong = 0, first = -1;
    char where[2000] = "";
    judge_call(run, size);
    g.got = judge_numbers(run, "make_grid", (size_t)size * size * size);
    if (!g.got && judge_has_finding(run, "use-after-free", ""))
        fail(NULL, "make_grid returned cudaSuccess, and the grid in *grid is freed already: the "
                   "caller frees it.");
    if (!g.got)
        fail("output-missing",
             "make_grid returned cudaSuccess, and *grid is still NULL: store the pointer "
             "there, *grid = nodes. (What is assigned to grid itself ends with the call.)");
    judge_field("nodes", (size_t)size, (size_t)size, (size_t)size);
    for (int n = 0; n < size * size * size; n++) {
        const int node[3] = {n % size, n / size % size, n / size / size};
        if (!is_right(&g, n, node, as_asked)) {
            judge_wrong((size_t)n, g.got[n], value_at(&g, node, as_asked));
            wrong++;
            if (first < 0)
                first = n;
        }
    }
    measured("nodes", (double)size * size * size);
    measured("wrong", wrong);
    double large = judge_number(run, "large.error", 0);
    if (!wrong && large != 0)
        fail(NULL,
             "make_grid(%d, ...) is right and make_grid(%d, ...) returns %s: a launch is "
             "<<<blocks, threads of a block>>>, and a block has at most 1024 threads, "
             "whatever the size.",
             size, LAB7_LARGE, judge_error_name(large));
    if (!wrong)
        judge_large(&g);
    if (!wrong)
        judge_used(run, "make_grid", "global_stores.accesses", (double)size * size * size / 4,
                   "stores of a kernel");
    if (!wrong)
        pass("All %d^3 nodes have the function's value.", size);
    /* A wrong address leaves holes, too. */
    judge_addresses(&g);
    if (!written_are_right(&g)) {
        list_nodes(&g, dimensions);
        judge_explain("The nodes have the function's value of other places.", &family, &g);
    }
    judge_strides(&g);
    judge_indices(&g);
    judge_holes(&g);
    const struct value_family nodes = {.got = g.got,
                                       .got_count = (size_t)size * size * size,
                                       .tolerance = 1e-4 * g.radius,
                                       .value = node_value,
                                       .context = &g};
    if (wrong * 100.0 >= 97.0 * size * size * size)
        judge_constant("The nodes", &nodes);
    judge_add_positions(run, g.radius, where, sizeof where);
    fail(NULL,
         "%d of %d^3 nodes are wrong, the first is node (%d, %d, %d): %.7g, expected %.7g. "
         "Node (i, j, k) is element (k * size + j) * size + i.%s",
         wrong, size, first % size, first / size % size, first / size / size, g.got[first],
         value_at(&g, (const int[3]){first % size, first / size % size, first / size / size},
                  as_asked),
         where);
}

void check_grid_arguments(const struct run *run) {
    static const int sizes[3] = {1, 0, -4};
    const double *wrong = judge_numbers(run, "wrong", 3);
    if (!wrong)
        fail(NULL, "make_grid did not come back from wrong sizes (1, 0, -4).");
    for (int i = 0; wrong && i < 3; i++)
        if (wrong[i] == 801)
            fail(NULL, "make_grid is still to be written: it returns cudaErrorNotSupported.");
        else if (wrong[i] != 1)
            fail(NULL, "make_grid(%d) returns %s, expected cudaErrorInvalidValue.", sizes[i],
                 judge_error_name(wrong[i]));
    if (judge_number(run, "touched", 1) != 0)
        fail("output-on-error",
             "make_grid refuses a size and changes *grid all the same: leave it as it was "
             "when you return an error.");
    pass("Sizes below 2 are refused.");
}

/* Whether the grids are right, and what a launch may have to do with it, is judged elsewhere. */
void check_grid_smallest(const struct run *run) {
    double two = judge_number(run, "two.error", NAN), three = judge_number(run, "three.error", NAN);
    if (two == 1 && three == 0)
        fail("smallest-size-refused",
             "make_grid(2) returns %s; size 2 is the smallest grid there is, and right: only "
             "size < 2 is refused.",
             judge_error_name(two));
    pass("Sizes below 2 are refused, size 2 is not.");
}
