/* expression.c - what is computed: integers that wrap, floats that are rounded as they say. */
#define _GNU_SOURCE
#include "expression.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "random.h"

enum { MAX_FUNCTIONS = 32 };
static struct function functions[MAX_FUNCTIONS];
static int function_count;

void function_add(const struct function *function) {
    if (function_count < MAX_FUNCTIONS)
        functions[function_count++] = *function;
}

int function_mark(void) {
    return function_count;
}

void function_release(int mark) {
    function_count = mark;
}

static void literal(enum scalar type) {
    static const uint64_t edges[] = {0, 1, 2, 31, 32, 127, 128, 255, 256, 32767, 32768, 65535};
    uint64_t bits = chance(60) ? pick(20) : chance(50) ? edges[pick(12)] : random_bits();
    switch (type) {
    case U32:
        emit("%" PRIu32 "u", (uint32_t)bits);
        break;
    case U64:
        emit(chance(50) ? "%" PRIu64 "ull" : "0x%" PRIx64 "ull", bits);
        break;
    case I32:
        emit("(int)%" PRIu32 "u", (uint32_t)bits);
        break;
    case I64:
        emit("(long long)%" PRIu64 "ull", bits);
        break;
    case F32:
    case F64: {
        const char *suffix = type == F32 ? "f" : "";
        double number = (int)pick(4001) - 2000;
        number /= chance(50) ? 1 : 1 << pick(12);
        if (chance(4))
            emit("%s", type == F32 ? ONE_OF("1e-40f", "3e38f", "(-1e-45f)", "(-0.0f)", "1e20f")
                                   : ONE_OF("1e-310", "1e308", "(-5e-324)", "(-0.0)", "1e200"));
        else if (chance(70))
            emit("(%.6f%s)", number, suffix);
        else
            emit("(%a%s)", number, suffix);
        break;
    }
    default:
        emit("(%s)%u", scalar_name[type], (unsigned)bits & (scalar_bytes[type] == 1 ? 127 : 32767));
    }
}

void lvalue(const struct place *place, int depth, bool uniform) {
    emit("%s", place->text);
    if (place->length) {
        emit("[");
        below(place->length, depth, uniform);
        emit("]");
    }
}

static void use(const struct place *place, int depth, bool uniform) {
    if (place->wild) {
        emit("tame(");
        lvalue(place, depth, uniform);
        emit(")");
    } else {
        lvalue(place, depth, uniform);
    }
}

void below(unsigned limit, int depth, bool uniform) {
    const struct place *p = scope_pick(U32, false, uniform);
    if (limit == 1 || (!uniform && chance(10)))
        emit("%u", pick(limit));
    else if (depth > 0 && chance(30)) {
        emit("(");
        expression(chance(50) ? U32 : U16, depth - 1, uniform);
        emit(") %% %uu", limit);
    } else if (p && !p->length) {
        emit("%s %% %uu", p->text, limit);
    } else
        emit("%u", pick(limit));
}

static void leaf(enum scalar type, bool uniform) {
    const struct place *p = scope_pick(type, false, uniform);
    if (p && chance(80)) {
        use(p, 0, uniform);
        return;
    }
    p = scope_pick(SCALARS, false, uniform);
    if (!p || chance(35) || (is_float(p->type) && !is_float(type))) {
        literal(type);
        return;
    }
    emit("(%s)", scalar_name[type]);
    use(p, 0, uniform);
}

static void binary(enum scalar type, const char *operator, int depth, bool uniform) {
    emit("(");
    expression(type, depth, uniform);
    emit(" %s ", operator);
    expression(type, depth, uniform);
    emit(")");
}

static void call(const char *name, enum scalar type, unsigned arguments, int depth, bool uniform) {
    emit("%s(", name);
    for (unsigned i = 0; i < arguments; i++) {
        emit(i ? ", " : "");
        expression(type, depth, uniform);
    }
    emit(")");
}

static void shift(enum scalar type, int depth, bool uniform) {
    emit("(");
    expression(type, depth, uniform);
    emit(" %s (", is_unsigned(type) && chance(50) ? "<<" : ">>");
    expression(U32, depth, uniform);
    emit(" & %uu))", 8 * scalar_bytes[type] - 1);
}

/* Never by 0, nor the smallest number by -1. */
static void divide(enum scalar type, int depth, bool uniform) {
    emit("(");
    expression(type, depth, uniform);
    emit(" %s ((", ONE_OF("/", "%"));
    expression(type, depth, uniform);
    emit(" & %u) + 1))", chance(50) ? 15 : 127);
}

static void from_float(enum scalar type, int depth, bool uniform) {
    const char *mode = ONE_OF("rn", "rz", "ru", "rd");
    bool twice = chance(30);
    const char *to = type == U32 ? "uint" : type == I32 ? "int" : type == U64 ? "ull" : "ll";
    emit("__%s2%s_%s(", twice ? "double" : "float", to, mode);
    value(twice ? F64 : F32, depth, uniform);
    emit(")");
}

static bool call_function(enum scalar type, int depth, bool uniform) {
    int start = function_count ? (int)pick((unsigned)function_count) : 0;
    for (int i = 0; i < function_count; i++) {
        const struct function *f = &functions[(start + i) % function_count];
        if (f->result != type)
            continue;
        emit("%s(", f->name);
        for (unsigned p = 0; p < f->parameters; p++) {
            emit(p ? ", " : "");
            value(f->parameter[p], depth, uniform);
        }
        emit(")");
        return true;
    }
    return false;
}

static void choice(enum scalar type, int depth, bool uniform) {
    emit("(");
    condition(depth, uniform);
    emit(" ? ");
    expression(type, depth, uniform);
    emit(" : ");
    expression(type, depth, uniform);
    emit(")");
}

static void wide_unsigned(enum scalar type, int depth, bool uniform) {
    bool narrow = type == U32;
    switch (pick(17)) {
    case 0:
        emit("%s", narrow ? "(unsigned)" : "(unsigned long long)");
        call(narrow ? "__popc" : "__popcll", type, 1, depth, uniform);
        break;
    case 1:
        emit("%s", narrow ? "(unsigned)" : "(unsigned long long)");
        emit("%s((%s)", narrow ? ONE_OF("__clz", "__ffs") : ONE_OF("__clzll", "__ffsll"),
             narrow ? "int" : "long long");
        expression(type, depth, uniform);
        emit(")");
        break;
    case 2:
        call(narrow ? "__brev" : "__brevll", type, 1, depth, uniform);
        break;
    case 3:
        call(narrow ? ONE_OF("__umulhi", "min", "max") : ONE_OF("__umul64hi", "min", "max"), type,
             2, depth, uniform);
        break;
    case 4:
        if (narrow)
            call(ONE_OF("__byte_perm", "__funnelshift_l", "__funnelshift_r", "__funnelshift_lc",
                        "__usad"),
                 U32, 3, depth, uniform);
        else
            binary(type, "*", depth, uniform);
        break;
    case 5:
        shift(type, depth, uniform);
        break;
    case 6:
        divide(type, depth, uniform);
        break;
    case 7:
        if (chance(50)) {
            emit("%s", narrow ? "__float_as_uint(tame("
                              : "(unsigned long long)__double_as_longlong(tame(");
            expression(narrow ? F32 : F64, depth, uniform);
            emit("))");
        } else
            from_float(type, depth, uniform);
        break;
    case 8: {
        enum scalar other = any_integer();
        emit("(%s)", scalar_name[type]);
        expression(other, depth, uniform);
        break;
    }
    case 9:
        emit("(~");
        expression(type, depth, uniform);
        emit(")");
        break;
    default:
        binary(type, ONE_OF("+", "-", "*", "^", "&", "|", "+"), depth, uniform);
    }
}

static void wide_signed(enum scalar type, int depth, bool uniform) {
    switch (pick(8)) {
    case 0:
        shift(type, depth, uniform);
        break;
    case 1:
        divide(type, depth, uniform);
        break;
    case 2:
        binary(type, ONE_OF("^", "&", "|"), depth, uniform);
        break;
    case 3:
        call(ONE_OF("min", "max"), type, 2, depth, uniform);
        break;
    case 4:
        from_float(type, depth, uniform);
        break;
    case 5:
        if (type == I32)
            call("__mulhi", type, 2, depth, uniform);
        else
            call("__mul64hi", type, 2, depth, uniform);
        break;
    default:
        emit("(%s)", scalar_name[type]);
        expression(unsigned_of(type), depth, uniform);
    }
}

/* Narrower than int: C++ computes these as int, where nothing but the product can overflow. */
static void narrow(enum scalar type, int depth, bool uniform) {
    emit("(%s)", scalar_name[type]);
    if (chance(50))
        binary(type, ONE_OF("+", "-", "^", "&", "|"), depth, uniform);
    else if (chance(40))
        expression(unsigned_of(type) == type ? U32 : I32, depth, uniform);
    else if (chance(50))
        divide(type, depth, uniform);
    else
        expression((enum scalar)pick(F32), depth, uniform);
}

static void floating(enum scalar type, int depth, bool uniform) {
    bool single = type == F32;
    char name[32] = "";
    switch (pick(15)) {
    case 0:
        call(single ? "fmaf" : "fma", type, 3, depth, uniform);
        break;
    case 1:
        emit("%s(%s(", single ? "sqrtf" : "sqrt", single ? "fabsf" : "fabs");
        expression(type, depth, uniform);
        emit("))");
        break;
    case 2:
        strcpy(name, single ? ONE_OF("__fadd_", "__fsub_", "__fmul_", "__fdiv_")
                            : ONE_OF("__dadd_", "__dsub_", "__dmul_", "__ddiv_"));
        strcat(name, ONE_OF("rn", "rz", "ru", "rd"));
        call(name, type, 2, depth, uniform);
        break;
    case 3:
        strcpy(name, single ? "__fmaf_" : "__fma_");
        strcat(name, ONE_OF("rn", "rz", "ru", "rd"));
        call(name, type, 3, depth, uniform);
        break;
    case 4:
        emit("%s%s(%s(", single ? "__fsqrt_" : "__dsqrt_", ONE_OF("rn", "rz", "ru", "rd"),
             single ? "fabsf" : "fabs");
        expression(type, depth, uniform);
        emit("))");
        break;
    case 5:
        call(single ? ONE_OF("floorf", "ceilf", "truncf", "rintf", "fabsf", "roundf")
                    : ONE_OF("floor", "ceil", "trunc", "rint", "fabs", "round"),
             type, 1, depth, uniform);
        break;
    case 6: /* + 0: which zero of the two is not said */
        emit("(");
        emit("%s(", single ? ONE_OF("fminf", "fmaxf") : ONE_OF("fmin", "fmax"));
        value(type, depth, uniform);
        emit(", ");
        value(type, depth, uniform);
        emit(") + 0.0%s)", single ? "f" : "");
        break;
    case 7:
        emit("%s(", single ? "copysignf" : "copysign");
        value(type, depth, uniform);
        emit(", ");
        value(type, depth, uniform);
        emit(")");
        break;
    case 8:
        if (single)
            emit("tame(__uint_as_float(");
        else
            emit("tame(__longlong_as_double((long long)");
        expression(single ? U32 : U64, depth, uniform);
        emit("))");
        break;
    case 9: {
        enum scalar from = single && chance(30) ? F64 : any_integer();
        emit("(%s)", scalar_name[type]);
        expression(from, depth, uniform);
        break;
    }
    case 10:
        emit("(-");
        expression(type, depth, uniform);
        emit(")");
        break;
    default:
        binary(type, ONE_OF("+", "-", "*", "/", "+", "*"), depth, uniform);
    }
}

void expression(enum scalar type, int depth, bool uniform) {
    if (depth <= 0 || chance(15)) {
        leaf(type, uniform);
        return;
    }
    depth--;
    if (chance(7)) {
        choice(type, depth, uniform);
        return;
    }
    if (chance(12) && call_function(type, depth > 1 ? 1 : depth, uniform))
        return;
    if (is_float(type))
        floating(type, depth, uniform);
    else if (is_small(type))
        narrow(type, depth, uniform);
    else if (is_unsigned(type))
        wide_unsigned(type, depth, uniform);
    else
        wide_signed(type, depth, uniform);
}

void value(enum scalar type, int depth, bool uniform) {
    if (is_float(type)) {
        emit("tame(");
        expression(type, depth, uniform);
        emit(")");
    } else
        expression(type, depth, uniform);
}

void condition(int depth, bool uniform) {
    if (depth > 0 && chance(20)) {
        emit("(");
        condition(depth - 1, uniform);
        emit(" %s ", ONE_OF("&&", "||"));
        condition(depth - 1, uniform);
        emit(")");
        return;
    }
    if (chance(25)) {
        emit("((");
        expression(U32, depth, uniform);
        emit(" & %uu) %s 0)", 1u << pick(4), ONE_OF("==", "!="));
        return;
    }
    enum scalar type = any_scalar();
    emit("(");
    expression(type, depth, uniform);
    emit(" %s ", ONE_OF("<", ">", "<=", ">=", "==", "!="));
    expression(type, depth, uniform);
    emit(")");
}
