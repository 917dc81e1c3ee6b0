/* block.c - shared arrays that are free of races, by book-keeping, and barriers. */
#include "block.h"

#include <stdio.h>
#include <string.h>

#include "emit.h"
#include "expression.h"
#include "random.h"

struct shape shape;

void shape_choose(void) {
    static const unsigned sizes[] = {1,  2,  3,  5,  7,  8,  16,  17, 31,
                                     32, 33, 48, 64, 65, 96, 100, 128};
    unsigned dimensions = between(1, 3);
    for (int i = 0; i < 3; i++)
        shape.grid[i] = shape.block[i] = 1;
    if (dimensions == 1) {
        shape.block[0] = sizes[pick(17)];
        shape.grid[0] = between(1, 4);
    } else {
        shape.block[0] = between(1, dimensions == 2 ? 20 : 9);
        shape.block[1] = between(1, dimensions == 2 ? 8 : 5);
        shape.grid[0] = between(1, 3);
        shape.grid[1] = between(1, 2);
        if (dimensions == 3) {
            shape.block[2] = between(1, 3);
            shape.grid[2] = between(1, 2);
        }
    }
    shape.threads = shape.block[0] * shape.block[1] * shape.block[2];
    shape.blocks = shape.grid[0] * shape.grid[1] * shape.grid[2];
}

enum { MAX_ARRAYS = 5, WRITTEN = 1, READ = 2, UPDATED = 4 };

struct array {
    char name[40];
    unsigned size;          /* slots; for a tile its rows and columns */
    unsigned rows, columns; /* 0: not a tile */
    unsigned fields;
    enum scalar type[4];
    char field[4][8];
    unsigned state;
};
static struct array arrays[MAX_ARRAYS];
static unsigned count, dynamic_bytes;

void arrays_forget(void) {
    count = dynamic_bytes = 0;
}

unsigned arrays_dynamic_bytes(void) {
    return dynamic_bytes;
}

bool arrays_clean(void) {
    return arrays_state() == 0;
}

unsigned arrays_state(void) {
    unsigned state = 0;
    for (unsigned i = 0; i < count; i++)
        state |= arrays[i].state << 3 * i;
    return state;
}

void arrays_restore(unsigned state) {
    for (unsigned i = 0; i < count; i++)
        arrays[i].state = state >> 3 * i & 7;
}

void arrays_merge(unsigned state) {
    arrays_restore(arrays_state() | state);
}

static void own_slot(const struct array *a, unsigned field) {
    emit(a->rows ? "%s[threadIdx.y][threadIdx.x]%s" : "%s[linear]%s", a->name, a->field[field]);
}

static void any_slot(const struct array *a, unsigned field, int depth, bool uniform) {
    emit("%s[", a->name);
    if (a->rows) {
        below(a->rows, depth, uniform);
        emit("][");
        below(a->columns, depth, uniform);
    } else if (!uniform && chance(40)) {
        emit("(linear + %uu) %% %uu", pick(70), a->size);
    } else
        below(a->size, depth, uniform);
    emit("]%s", a->field[field]);
}

static const char *vector_of(enum scalar type) {
    static const char *const names[SCALARS] = {"uchar", "char",      "ushort",   "short", "uint",
                                               "int",   "ulonglong", "longlong", "float", "double"};
    return names[type];
}

static void declare_one(struct array *a, bool scratch, bool dynamic) {
    unsigned number = (unsigned)(a - arrays);
    memset(a, 0, sizeof *a);
    a->size = shape.threads + (chance(50) ? 0 : pick(40));
    a->fields = 1;
    a->type[0] = any_scalar();
    if (scratch) {
        a->type[0] = U32;
        a->size = 160;
        snprintf(a->name, sizeof a->name, "(scratch + block * 160u)");
        return;
    }
    snprintf(a->name, sizeof a->name, "shared%u", number);
    if (dynamic) {
        unsigned bytes = scalar_bytes[a->type[0]];
        dynamic_bytes = (dynamic_bytes + 15) / 16 * 16;
        line("%s *%s = reinterpret_cast<%s *>(dynamic + %u);", scalar_name[a->type[0]], a->name,
             scalar_name[a->type[0]], dynamic_bytes);
        dynamic_bytes += a->size * bytes;
        return;
    }
    if (shape.block[2] == 1 && chance(25)) {
        a->rows = shape.block[1];
        a->columns = shape.block[0];
        a->size = 0;
        line("__shared__ %s %s[%u][%u];", scalar_name[a->type[0]], a->name, a->rows,
             a->columns + pick(2));
        return;
    }
    if (chance(25)) {
        static const char *const xyzw[] = {".x", ".y", ".z", ".w"};
        a->fields = scalar_bytes[a->type[0]] == 8 ? 2 : between(2, 4);
        for (unsigned i = 0; i < a->fields; i++) {
            a->type[i] = a->type[0];
            strcpy(a->field[i], xyzw[i]);
        }
        line("__shared__ %s%u %s[%u];", vector_of(a->type[0]), a->fields, a->name, a->size);
        return;
    }
    if (chance(20)) {
        static const char *const fields[] = {".a", ".b", ".c", ".d"};
        a->fields = between(2, 4);
        line_begin();
        emit("struct cell%u { ", number);
        for (unsigned i = 0; i < a->fields; i++) {
            a->type[i] = any_scalar();
            strcpy(a->field[i], fields[i]);
            emit("%s %s; ", scalar_name[a->type[i]], fields[i] + 1);
        }
        emit("};\n");
        line("__shared__ cell%u %s[%u];", number, a->name, a->size);
        return;
    }
    line("__shared__ %s%s %s[%u];", chance(10) ? "volatile " : "", scalar_name[a->type[0]], a->name,
         a->size);
}

static void first_values(struct array *a) {
    if (a->rows) {
        line_begin();
        own_slot(a, 0);
        emit(" = ");
        value(a->type[0], 1, false);
        emit(";\n");
    } else {
        line("for (unsigned i = linear; i < %uu; i += %s) {", a->size,
             chance(50) ? "threads" : "blockDim.x * blockDim.y * blockDim.z");
        for (unsigned f = 0; f < a->fields; f++) {
            line_begin();
            emit("    %s[i]%s = ", a->name, a->field[f]);
            if (is_float(a->type[f]))
                emit("(%s)(i * %uu) * 0.25%s;\n", scalar_name[a->type[f]], between(1, 9),
                     a->type[f] == F32 ? "f" : "");
            else
                emit("(%s)(i * %uu + %uu);\n", scalar_name[a->type[f]], pick(1000), pick(100));
        }
        line("}");
    }
    a->state = READ | WRITTEN; /* of other slots */
}

void arrays_declare(bool scratch) {
    unsigned dynamic = chance(35) ? between(1, 2) : 0, fixed = pick(3) + (dynamic ? 0 : 1);
    arrays_forget();
    if (dynamic)
        line("extern __shared__ __align__(16) unsigned char dynamic[];");
    for (unsigned i = 0; i < dynamic; i++)
        declare_one(&arrays[count++], false, true);
    for (unsigned i = 0; i < fixed; i++)
        declare_one(&arrays[count++], false, false);
    if (scratch)
        declare_one(&arrays[count++], true, false);
    for (unsigned i = 0; i < count; i++)
        first_values(&arrays[i]);
    barrier();
}

void barrier(void) {
    switch (pick(8)) {
    case 0:
        line_begin();
        emit("h = mix(h, __syncthreads_%s(",
             ONE_OF("count", "or", "and")); /* or: any number but 0 */
        condition(1, false);
        emit(") != %s);\n", ONE_OF("0", "0u"));
        break;
    case 1:
        line("cooperative_groups::this_thread_block().sync();");
        break;
    case 2:
        line("MEET();"); /* a macro */
        break;
    case 3:
        line("meet();"); /* a device function */
        break;
    default:
        line("__syncthreads();");
    }
    arrays_restore(0);
}

/* May the array be used so here? Puts a barrier before it if need be and possible. */
static bool prepare(struct array *a, unsigned forbidden, struct context context) {
    if (!(a->state & forbidden))
        return true;
    if (!context.together)
        return false;
    barrier();
    return true;
}

static void write_own(struct array *a, struct context context) {
    if (!prepare(a, READ | UPDATED, context))
        return;
    unsigned f = pick(a->fields);
    line_begin();
    own_slot(a, f);
    emit(" = ");
    value(a->type[f], 2, false);
    emit(";\n");
    a->state |= WRITTEN;
}

static void read_other(struct array *a, struct context context) {
    if (!prepare(a, WRITTEN | UPDATED, context))
        return;
    unsigned f = pick(a->fields);
    const char *name = fresh_name();
    bool uniform = context.together && chance(35);
    line_begin();
    emit("const %s %s = ", scalar_name[a->type[f]], name);
    any_slot(a, f, 1, uniform);
    emit(";\n");
    a->state |= READ;
    scope_add(a->type[f], false, "%s", name)->uniform = uniform;
}

static void sum_neighbours(struct array *a, struct context context) {
    if (a->rows || !prepare(a, WRITTEN | UPDATED, context))
        return;
    unsigned f = pick(a->fields);
    const struct place *p = scope_pick(a->type[f], true, false);
    if (!p || p->length || is_float(p->type))
        return;
    line("for (unsigned k = 0; k < %uu; k++)", between(1, 6));
    line("    %s ^= %s[(linear * %uu + k) %% %uu]%s;", p->text, a->name, between(1, 5), a->size,
         a->field[f]);
    a->state |= READ;
}

/* Without what atomics return: that depends on the order. */
static void update(struct array *a, struct context context) {
    enum scalar type = a->type[0];
    if (a->rows || a->fields != 1 || (type != U32 && type != I32 && type != U64) ||
        !prepare(a, READ | WRITTEN, context))
        return;
    const char *name = ONE_OF("atomicAdd", "atomicMin", "atomicXor", "atomicOr", "atomicAnd");
    /* One kind between two barriers: an addition and a minimum do not commute. */
    if (a->state & UPDATED) {
        if (!context.together)
            return;
        barrier();
    }
    line_begin();
    emit("%s((%s *)&", name, scalar_name[type]); /* the cast: some are volatile */
    any_slot(a, 0, 1, false);
    emit(", ");
    value(type, 2, false);
    emit(");\n");
    a->state |= UPDATED;
}

/* The classic tree, in place; the last value of the loop is the same in all threads. */
static void reduce(struct array *a, struct context context) {
    if (a->rows || !context.together || is_float(a->type[0]) ||
        !prepare(a, READ | UPDATED, context))
        return;
    const char *name = fresh_name();
    line_begin();
    own_slot(a, 0);
    emit(" = ");
    value(a->type[0], 2, false);
    emit(";\n");
    barrier();
    line("for (unsigned step = 64; step > 0; step %s) {", ONE_OF("/= 2", ">>= 1"));
    line("    if (linear < step && linear + step < live)");
    line("        %s[linear]%s ^= %s[linear + step]%s;", a->name, a->field[0], a->name,
         a->field[0]);
    line("    __syncthreads();");
    line("}");
    line("const %s %s = %s[0]%s;", scalar_name[a->type[0]], name, a->name, a->field[0]);
    a->state = READ;
    scope_add(a->type[0], false, "%s", name)->uniform = true;
}

/* Ways to meet inside a function, a template, a lambda. */
static void call_meeting(struct array *a, struct context context) {
    if (a->rows || a->fields != 1 || !context.together || !prepare(a, READ | UPDATED, context))
        return;
    const char *type = scalar_name[a->type[0]], *name = fresh_name();
    unsigned way = pick(3);

    if (way == 2) {
        line("auto meeting_%s = [&](%s mine, unsigned k) {", name, type);
        line("    %s[linear] = mine;", a->name);
        line("    __syncthreads();");
        line("    const %s other = %s[(linear + k) %% %uu];", type, a->name, a->size);
        line("    __syncthreads();");
        line("    return other;");
        line("};");
    }
    line_begin();
    emit("const %s %s = ", type, name);
    if (way == 2)
        emit("meeting_%s(", name);
    else
        emit("%s((%s *)%s, %uu, linear, ", way ? "exchanged" : "rotated", type, a->name, a->size);
    value(a->type[0], 1, false);
    emit(", %uu);\n", pick(80));
    arrays_restore(0);
    scope_add(a->type[0], false, "%s", name);
}

void exchange(struct context context) {
    if (!count)
        return;
    struct array *a = &arrays[pick(count)];
    switch (pick(context.together ? 9 : 5)) {
    case 0:
    case 1:
        write_own(a, context);
        break;
    case 2:
        read_other(a, context);
        break;
    case 3:
        update(a, context);
        break;
    case 4:
        sum_neighbours(a, context);
        break;
    case 5:
        reduce(a, context);
        break;
    case 6:
        call_meeting(a, context);
        break;
    case 7:
        barrier();
        break;
    default:
        write_own(a, context);
        read_other(a, context);
    }
}

static bool no_exits;

void exits_allowed(bool allowed) {
    no_exits = !allowed;
}

void exit_early(void) {
    if (no_exits)
        return;
    unsigned limit = between(1, shape.threads);
    line("{");
    line("    const unsigned limit = %uu;", limit);
    line("    live = live < limit ? live : limit;");
    line("    if (linear >= live) {");
    line("        out[thread] = h;");
    line("        return;");
    line("    }");
    line("}");
}

void meeting_functions(void) {
    line("#define MEET() __syncthreads()");
    line("__device__ %svoid meet() {", ONE_OF("", "__noinline__ ", "__forceinline__ ", "inline "));
    line("    __syncthreads();");
    line("}");
    line("template <typename T>");
    line("__device__ %sT rotated(T *array, unsigned size, unsigned me, T mine, unsigned k) {",
         ONE_OF("", "__noinline__ ", "__forceinline__ "));
    line("    array[me] = mine;");
    line("    __syncthreads();");
    line("    T other = array[(me + k) %% size];");
    line("    meet();");
    line("    return other;");
    line("}");
    line("template <typename T>");
    line("__device__ T exchanged(T *array, unsigned size, unsigned me, const T &mine, unsigned k) "
         "{");
    line("    array[me] = mine;");
    line("    for (unsigned i = 0; i < 2; i++) {");
    line("        MEET();");
    line("        if (i == 0 && k %% 2 == 0)");
    line("            continue;");
    line("        k += array[(me + k) %% size] > (T)%u;", pick(100));
    line("    }");
    line("    const T other = array[(me + k) %% size];");
    line("    __syncthreads();");
    line("    return other;");
    line("}");
}
