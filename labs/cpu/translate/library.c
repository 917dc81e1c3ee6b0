/* library.c - device code that calls the host's library, and host code that calls the device's:
 * nvcc refuses it, while g++ would call it, and what it reads and writes would be hidden from the
 * checker.
 *
 * As with the program's own names (suspects.c) g++ decides, which knows whether `strlen` is that of
 * <string.h> or one of the program's. A function of C's gets a second declaration with a message;
 * in std::min( the word std is replaced by a namespace of ours, which holds all of std and a
 * message.
 *
 * The device's functions, which the CPU device could well run on the host, nobody else has: their
 * names are enough, where the program has nothing of the name.
 */
#include "memory.h"
#include "walk.h"

/* Of headers that every .cu file begins with (cuda_runtime.h), without overloads, so that
 * decltype(name) is known; nvcc 13.0 refuses each in device code. */
static const char *const functions_of_c[] = {
    "strcpy",   "strncpy", "strcat",  "strncat", "strcmp", "strncmp", "strlen",  "strtok",
    "strdup",   "memmove", "memcmp",  "atoi",    "atol",   "atoll",   "atof",    "strtod",
    "strtof",   "strtol",  "strtoul", "rand",    "srand",  "exit",    "abort",   "getenv",
    "system",   "qsort",   "calloc",  "realloc", "puts",   "putchar", "fprintf", "sprintf",
    "snprintf", "fputs",   "fflush",  "scanf",   "sscanf", "fopen",   "fclose",  "fgets",
    "getchar",  "perror",  "fwrite",  "fread",   "time",   "difftime"};

/* Those that are constexpr in C++17 are device code's with -expt-relaxed-constexpr, in C++20 more.
 */
static const char *const functions_of_std[] = {
    "min",           "max",         "minmax",      "clamp",     "stable_sort",
    "sort",          "swap",        "copy",        "fill",      "fill_n",
    "find",          "count",       "reverse",     "transform", "lower_bound",
    "upper_bound",   "max_element", "min_element", "iota",      "accumulate",
    "inner_product", "partial_sum", "for_each",    "to_string", "distance"};

static bool is_one_of(const walker *w, size_t i, const char *const *names, size_t count) {
    for (size_t n = 0; n < count; n++)
        if (walk_is(w, i, names[n]))
            return true;
    return false;
}

static bool is_of_c(const walker *w, size_t i) {
    return is_one_of(w, i, functions_of_c, sizeof functions_of_c / sizeof *functions_of_c);
}

static bool is_of_std(const walker *w, size_t i) {
    return is_one_of(w, i, functions_of_std, sizeof functions_of_std / sizeof *functions_of_std);
}

void library_call(walker *w, size_t i, const scope *outer) {
    const bool is_scoped = walk_is(w, i - 1, "::");
    const bool in_std = is_scoped && i > 2 && walk_is(w, i - 2, "std") &&
                        !walk_is(w, i - 3, "::") && !walk_is(w, i - 3, "->") &&
                        walk_char(w, i - 3) != '.';
    const bool is_global =
        is_scoped && i > 1 && !walk_is_name(w, i - 2) && walk_char(w, i - 2) != '>';
    const token *t = &w->stream->tokens[i];
    if (names_get(&w->u->functions, w->s->text + t->begin, t->end - t->begin))
        return; /* the program has one of its own */
    if ((!is_scoped || in_std || is_global) && is_of_c(w, i)) {
        suspects_note(w, i, outer, SUSPECT_LIBRARY);
    } else if (in_std && !w->u->relaxed_constexpr && is_of_std(w, i)) {
        suspects_note(w, i, outer, SUSPECT_CALL);
        walk_replace_token(w, i - 2, "::cpu_device::__host_std");
    }
}

/* Each was refused by nvcc 13.0 in host code; some also end with _block and _system. */
static const char *const functions_of_device[] = {"__syncthreads",
                                                  "__syncthreads_count",
                                                  "__syncthreads_and",
                                                  "__syncthreads_or",
                                                  "__syncwarp",
                                                  "__threadfence",
                                                  "__threadfence_block",
                                                  "__threadfence_system",
                                                  "atomicAdd",
                                                  "atomicSub",
                                                  "atomicExch",
                                                  "atomicMin",
                                                  "atomicMax",
                                                  "atomicInc",
                                                  "atomicDec",
                                                  "atomicCAS",
                                                  "atomicAnd",
                                                  "atomicOr",
                                                  "atomicXor",
                                                  "__shfl_sync",
                                                  "__shfl_up_sync",
                                                  "__shfl_down_sync",
                                                  "__shfl_xor_sync",
                                                  "__ballot_sync",
                                                  "__all_sync",
                                                  "__any_sync",
                                                  "__match_any_sync",
                                                  "__activemask",
                                                  "tex1Dfetch",
                                                  "tex1D",
                                                  "tex2D",
                                                  "tex3D",
                                                  "tex1DLayered",
                                                  "tex2DLayered",
                                                  "texCubemap",
                                                  "tex1DLod",
                                                  "tex2DLod",
                                                  "tex3DLod",
                                                  "tex2Dgather",
                                                  "surf1Dread",
                                                  "surf2Dread",
                                                  "surf2Dwrite",
                                                  "__ldg",
                                                  "__popc",
                                                  "__popcll",
                                                  "__clz",
                                                  "__ffs",
                                                  "__brev",
                                                  "__byte_perm",
                                                  "__float_as_int",
                                                  "__int_as_float",
                                                  "__float_as_uint",
                                                  "__uint_as_float",
                                                  "__fdividef",
                                                  "__sinf",
                                                  "__cosf",
                                                  "__expf",
                                                  "__logf",
                                                  "__powf",
                                                  "__fmaf_rn",
                                                  "__fadd_rn",
                                                  "__fmul_rn",
                                                  "__float2int_rn",
                                                  "__float2int_rz",
                                                  "__float2uint_rn",
                                                  "__int2float_rn",
                                                  "__double2int_rz",
                                                  "__double_as_longlong",
                                                  "__mul24",
                                                  "__umul24",
                                                  "__mulhi",
                                                  "__saturatef",
                                                  "__frcp_rn",
                                                  "__fsqrt_rn",
                                                  "__frsqrt_rn",
                                                  "__funnelshift_l",
                                                  "__funnelshift_r",
                                                  "__dp4a",
                                                  "__sad",
                                                  "__trap",
                                                  "__nanosleep",
                                                  "clock64"};

/* Of both sides. */
static const char *const functions_of_both[] = {
    "printf",      "min",         "max",         "abs",         "sinf",        "cosf",
    "tanf",        "expf",        "logf",        "powf",        "sqrtf",       "rsqrtf",
    "fabsf",       "floorf",      "ceilf",       "roundf",      "rintf",       "truncf",
    "fmodf",       "fminf",       "fmaxf",       "fmaf",        "sin",         "cos",
    "tan",         "exp",         "log",         "pow",         "sqrt",        "rsqrt",
    "fabs",        "floor",       "ceil",        "round",       "rint",        "trunc",
    "fmod",        "fmin",        "fmax",        "fma",         "lrintf",      "lroundf",
    "make_float2", "make_float3", "make_float4", "make_int2",   "make_int3",   "make_int4",
    "make_uint2",  "make_uint3",  "make_uint4",  "make_uchar4", "make_double2"};

bool library_is_function(const walker *w, size_t i) {
    const token *t = &w->stream->tokens[i];
    return (is_one_of(w, i, functions_of_device,
                      sizeof functions_of_device / sizeof *functions_of_device) ||
            is_one_of(w, i, functions_of_both,
                      sizeof functions_of_both / sizeof *functions_of_both)) &&
           !include_has_macro(w->u, w->s->text + t->begin, t->end - t->begin);
}

void library_call_on_host(walker *w, size_t i, const scope *outer) {
    const token *t = &w->stream->tokens[i];
    const char *name = w->s->text + t->begin;
    const size_t length = t->end - t->begin;
    const char next = walk_char(w, i + 1);
    if (w->u->collecting || w->saved_count || !outer->is_plain || (next != '(' && next != '<') ||
        !is_one_of(w, i, functions_of_device,
                   sizeof functions_of_device / sizeof *functions_of_device) ||
        names_get(&w->u->functions, name, length) || names_get(&w->u->variables, name, length) ||
        include_has_macro(w->u, name, length) || suspects_is_unevaluated(w, i))
        return;
    unit_error(w->u, w->f, t->begin,
               "host code calls the device function '%.*s': only device code can, a kernel or a "
               "__device__ function",
               (int)length, name);
}

void library_begin(translation_unit *u) {
    static const char line[] =
        "extern \"C\" decltype(%s) %s __attribute__((__deprecated__(\"device code calls the host "
        "function '%s': nvcc has no '%s' for device code, write a __device__ function\")));\n";
    for (size_t n = 0; n < sizeof functions_of_c / sizeof *functions_of_c; n++) {
        const char *name = functions_of_c[n];
        if (!(names_get(&u->suspects, name, strlen(name)) & SUSPECT_LIBRARY))
            continue;
        const size_t size = sizeof line + 4 * strlen(name);
        char *text = checked_realloc(NULL, size);
        snprintf(text, size, line, name, name, name, name);
        edit_insert(&u->files[0]->edits, 0, text, false);
    }
}
