/* program.c - puts a program together: namespace pSEED with all it needs, and its run(). */
#include "program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "block.h"
#include "emit.h"
#include "expression.h"
#include "objects.h"
#include "random.h"
#include "scope.h"
#include "statement.h"
#include "texture.h"

enum { MAX_INPUTS = 3, TABLE = 16, MAX_KERNELS = 3 };

static unsigned input_count;
static struct {
    enum scalar type;
    unsigned length;
} inputs[MAX_INPUTS];

static void list_of_literals(enum scalar type, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (is_float(type))
            emit("%s%.4f%s", i ? ", " : "", ((int)pick(4001) - 2000) / 16.0,
                 type == F32 ? "f" : "");
        else
            emit("%s%u", i ? ", " : "", pick(128));
    }
}

/* Constant tables, filled where they stand or by the host. */
static unsigned tables;
static enum scalar table_type[3];
static bool table_copied[3];

static void declare_tables(void) {
    tables = between(1, 3);
    for (unsigned i = 0; i < tables; i++) {
        enum scalar type = table_type[i] = any_scalar();
        table_copied[i] = chance(50);
        line_begin();
        emit("%s %s table%u[%u]", ONE_OF("__constant__", "__constant__", "__device__"),
             scalar_name[type], i, TABLE);
        if (!table_copied[i]) {
            emit(" = {");
            list_of_literals(type, TABLE);
            emit("}");
        }
        emit(";\n");
        scope_array(type, TABLE, false, "table%u", i)->uniform = true;
    }
}

static void fill_tables(void) {
    for (unsigned i = 0; i < tables; i++)
        if (table_copied[i]) {
            line("{");
            line_begin();
            emit("    const %s values[%u] = {", scalar_name[table_type[i]], TABLE);
            list_of_literals(table_type[i], TABLE);
            emit("};\n");
            line("    CHECK(cudaMemcpyToSymbol(table%u, values, sizeof values));", i);
            line("}");
        }
}

static void device_function(unsigned number) {
    struct function f = {.result = any_scalar(), .parameters = between(1, MAX_PARAMETERS)};
    snprintf(f.name, sizeof f.name, "compute%u", number);
    int mark = scope_mark();
    line_begin();
    emit("%s%s %s(",
         ONE_OF("__device__ ", "__device__ __noinline__ ", "static __device__ inline ",
                "__device__ __forceinline__ "),
         scalar_name[f.result], f.name);
    for (unsigned i = 0; i < f.parameters; i++) {
        f.parameter[i] = any_scalar();
        emit("%s%s p%u", i ? ", " : "", scalar_name[f.parameter[i]], i);
        scope_add(f.parameter[i], true, "p%u", i);
    }
    emit(") {\n");
    indent(1);
    line("unsigned h = %uu;", pick(1000));
    if (chance(40)) {
        line_begin();
        emit("if (");
        condition(1, false);
        emit(")\n");
        line_begin();
        emit("    return ");
        value(f.result, 1, false);
        emit(";\n");
    }
    statements((struct context){.depth = 1, .loops = 1}, between(1, 4));
    line_begin();
    emit("return (%s)h %s ", scalar_name[f.result], is_float(f.result) ? "*" : "^");
    value(f.result, 2, false);
    emit(";\n");
    indent(-1);
    line("}");
    scope_release(mark);
    function_add(&f);
}

static void templates(void) {
    static const enum scalar types[] = {U32, F32, U64, F64};
    line("template <typename T, unsigned N> __device__ T polynomial(T x) {");
    line("    T sum = (T)%u;", pick(50));
    line("    for (unsigned i = 0; i < N; i++)");
    line("        sum = sum * x + (T)(i + %uu);", pick(9));
    line("    return tame(sum);");
    line("}");
    line("template <typename T> struct Bias {");
    line("    T by;");
    line("    __host__ __device__ explicit Bias(T value) : by(value) {}");
    line("    __device__ T operator()(T x) const { return tame(x %s by); }", ONE_OF("+", "-", "*"));
    line("};");
    line("template <> struct Bias<double> {");
    line("    double by;");
    line("    __host__ __device__ explicit Bias(double value) : by(value) {}");
    line("    __device__ double operator()(double x) const { return by - x; }");
    line("};");
    for (unsigned i = 0; i < 3; i++) {
        enum scalar type = types[pick(4)];
        struct function f = {.result = type, .parameters = 1, .parameter = {type}};
        if (chance(60))
            snprintf(f.name, sizeof f.name, "polynomial<%s, %u>", scalar_name[type], between(0, 5));
        else
            snprintf(f.name, sizeof f.name, "Bias<%s>(%u)", scalar_name[type], pick(30));
        function_add(&f);
    }
}

struct kernel {
    struct shape shape;
    unsigned dynamic;
    bool is_template;
};

static void kernel_places(bool first, unsigned previous) {
    static const char *const axes[] = {"x", "y", "z"};
    scope_add(U32, false, "linear");
    scope_add(U32, false, "thread");
    scope_add(U32, false, "h");
    scope_add(U32, false, "block")->uniform = true;
    scope_add(U32, false, "live")->uniform = true;
    scope_add(U32, false, "blockDim.%s", axes[pick(3)])->uniform = true;
    scope_add(U32, false, "blockIdx.%s", axes[pick(2)])->uniform = true;
    scope_add(U32, false, "threadIdx.%s", axes[pick(2)]);
    scope_add(U32, false, "size")->uniform = true;
    scope_add(F32, false, "factor")->uniform = true;
    for (unsigned i = 0; i < input_count; i++)
        scope_array(inputs[i].type, inputs[i].length, false, "in%u", i)->uniform = true;
    if (!first)
        scope_array(U32, previous, false, "previous")->uniform = true;
}

static void one_kernel(unsigned number, struct kernel *k, unsigned previous, enum fault fault) {
    bool first = number == 0;
    shape_choose();
    if (fault && first)
        fault_shape();
    k->shape = shape;
    k->is_template = chance(25);
    forget_names();
    if (k->is_template)
        line("template <typename T, unsigned N>");
    line_begin();
    emit("__global__ void %skernel%u(unsigned *out, Sums *sums, unsigned *scratch, unsigned size, "
         "float factor",
         chance(30) ? "__launch_bounds__(192) " : "", number);
    for (unsigned i = 0; i < input_count; i++)
        emit(", const %s *%sin%u", scalar_name[inputs[i].type], ONE_OF("", "__restrict__ "), i);
    if (!first)
        emit(", const unsigned *previous");
    textures_parameters();
    emit(") {\n");
    indent(1);
    int mark = scope_mark();
    line("const unsigned threads = blockDim.x * blockDim.y * blockDim.z;");
    line("const unsigned linear = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + "
         "threadIdx.x;");
    line("const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;");
    line("const unsigned thread = block * threads + linear;");
    line("unsigned live = threads, h = thread;");
    kernel_places(first, previous);
    if (k->is_template) {
        const char *name = fresh_name();
        line("T %s = (T)(N + linear);", name);
        scope_add(U32, true, "%s", name);
    }
    arrays_declare(chance(30));
    k->dynamic = arrays_dynamic_bytes();
    struct context context = {.together = true, .kernel = true};
    if (fault && first) {
        exits_allowed(false);
        statements(context, between(1, 5));
        fault_statement(fault);
        statements(context, between(1, 5));
        exits_allowed(true);
    } else
        statements(context, between(5, 12));
    line("out[thread] = h;");
    scope_release(mark);
    indent(-1);
    line("}");
}

static void launch(unsigned number, const struct kernel *k) {
    const unsigned *g = k->shape.grid, *b = k->shape.block;
    line("{");
    indent(1);
    line_begin();
    emit("kernel%u%s<<<", number, k->is_template ? "<unsigned, 7>" : "");
    if (b[1] == 1 && b[2] == 1 && chance(70))
        emit("%u, %u", g[0], b[0]);
    else if (b[2] == 1 && chance(50))
        emit("dim3(%u, %u), dim3(%u, %u)", g[0], g[1], b[0], b[1]);
    else
        emit("dim3(%u, %u, %u), dim3(%u, %u, %u)", g[0], g[1], g[2], b[0], b[1], b[2]);
    if (k->dynamic)
        emit(", %u", k->dynamic);
    emit(">>>(out%u, sums, scratch, %u, %.3ff", number, between(0, 200), pick(1000) / 8.0);
    for (unsigned i = 0; i < input_count; i++)
        emit(", in%u", i);
    if (number)
        emit(", out%u", number - 1);
    textures_arguments();
    emit(");\n");
    line("CHECK(cudaGetLastError());");
    line("report(program, %u, out%u, %u, sums);", number, number,
         k->shape.threads * k->shape.blocks);
    indent(-1);
    line("}");
}

static void host(const struct kernel *kernels, unsigned count, enum fault fault) {
    line("static void run(const char *program) {");
    indent(1);
    line("Sums *sums;");
    line("unsigned *scratch;");
    line("CHECK(cudaMalloc(&sums, sizeof *sums));");
    line("CHECK(cudaMalloc(&scratch, 160 * 16 * sizeof *scratch));");
    line("clear(sums);");
    fill_tables();
    for (unsigned i = 0; i < input_count; i++)
        line("%s *in%u = filled<%s>(%u, %u);", scalar_name[inputs[i].type], i,
             scalar_name[inputs[i].type], inputs[i].length, pick(100000));
    textures_make();
    for (unsigned i = 0; i < count; i++) {
        unsigned threads = kernels[i].shape.threads * kernels[i].shape.blocks;
        line("unsigned *out%u;", i);
        line("CHECK(cudaMalloc(&out%u, %u * sizeof *out%u));", i, threads, i);
        line("CHECK(cudaMemset(out%u, 0, %u * sizeof *out%u));", i, threads, i);
    }
    fault_before_launch(fault);
    for (unsigned i = 0; i < count; i++)
        launch(i, &kernels[i]);
    fault_after_launch(fault);
    textures_release();
    for (unsigned i = 0; i < input_count; i++)
        line("CHECK(cudaFree(in%u));", i);
    for (unsigned i = 0; i < count; i++)
        line("CHECK(cudaFree(out%u));", i);
    line("CHECK(cudaFree(scratch));");
    line("CHECK(cudaFree(sums));");
    indent(-1);
    line("}");
}

void program(uint64_t seed, enum fault fault) {
    struct kernel kernels[MAX_KERNELS];
    unsigned count, previous = 0;
    random_seed(seed);
    count = chance(60) ? 1 : between(2, MAX_KERNELS);
    input_count = between(1, MAX_INPUTS);
    for (unsigned i = 0; i < input_count; i++) {
        inputs[i].type = any_scalar();
        inputs[i].length = between(8, 100);
    }
    int mark = scope_mark(), functions = function_mark();
    line("namespace p%" PRIu64 " {", seed);
    textures_choose();
    objects_types();
    declare_tables();
    fault_declarations(fault);
    templates();
    meeting_functions();
    forget_names();
    for (unsigned i = pick(4); i > 0; i--)
        device_function(i);
    for (unsigned i = 0; i < count; i++) {
        one_kernel(i, &kernels[i], previous, fault);
        previous = kernels[i].shape.threads * kernels[i].shape.blocks;
    }
    host(kernels, count, fault);
    line("} // namespace p%" PRIu64, seed);
    line("%s", "");
    function_release(functions);
    scope_release(mark);
}
