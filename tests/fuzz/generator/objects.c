/* objects.c - structs, unions, vectors and arrays as locals; references, pointers and punning. */
#define _GNU_SOURCE
#include "objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "expression.h"
#include "random.h"
#include "scope.h"

enum { MAX_STRUCTS = 3, MAX_FIELDS = 6 };

struct field {
    enum scalar type;
    unsigned length; /* an array */
    unsigned bits;   /* a bit-field: no address */
};
static struct {
    unsigned count;
    struct field field[MAX_FIELDS];
    enum scalar converts; /* has a conversion operator to this */
} structs[MAX_STRUCTS];
static unsigned struct_count;

static const char *vector_base(enum scalar type) {
    static const char *const names[SCALARS] = {"uchar", "char",      "ushort",   "short", "uint",
                                               "int",   "ulonglong", "longlong", "float", "double"};
    return names[type];
}

static void one_struct(unsigned number) {
    unsigned count = between(2, MAX_FIELDS);
    structs[number].count = count;
    line("struct Record%u {", number);
    for (unsigned i = 0; i < count; i++) {
        struct field *f = &structs[number].field[i];
        *f = (struct field){.type = any_scalar()};
        if (chance(25)) {
            f->length = between(2, 5);
            line("    %s f%u[%u];", scalar_name[f->type], i, f->length);
        } else if (chance(12)) {
            f->type = U32;
            f->bits = between(1, 31);
            line("    unsigned f%u : %u;", i, f->bits);
        } else
            line("    %s f%u;", scalar_name[f->type], i);
    }
    /* A method, an operator and a conversion, made of the first field that has no index. */
    unsigned first = 0;
    while (first < count && structs[number].field[first].length)
        first++;
    enum scalar type = first < count ? structs[number].field[first].type : U32;
    structs[number].converts = unsigned_of(type);
    line("    __host__ __device__ operator %s() const {", scalar_name[unsigned_of(type)]);
    if (first == count || is_float(type))
        line("        return %uu;", pick(100));
    else
        line("        return (%s)f%u;", scalar_name[unsigned_of(type)], first);
    line("    }");
    if (first < count && !structs[number].field[first].bits) {
        line("    __device__ Record%u &operator+=(const Record%u &other) {", number, number);
        if (is_float(type))
            line("        f%u = tame(f%u + other.f%u);", first, first, first);
        else
            line("        f%u ^= other.f%u;", first, first);
        line("        return *this;");
        line("    }");
    } else {
        line("    __device__ Record%u &operator+=(const Record%u &) { return *this; }", number,
             number);
    }
    line("};");
}

void objects_types(void) {
    struct_count = between(1, MAX_STRUCTS);
    for (unsigned i = 0; i < struct_count; i++)
        one_struct(i);
    line("union Bits {");
    line("    unsigned u;");
    line("    float f;");
    line("    unsigned short half[2];");
    line("    unsigned char byte[4];");
    line("};");
}

static void add_fields(unsigned number, const char *name) {
    for (unsigned i = 0; i < structs[number].count; i++) {
        const struct field *f = &structs[number].field[i];
        if (f->length)
            scope_array(f->type, f->length, true, "%s.f%u", name, i);
        else
            scope_add(f->type, true, "%s.f%u", name, i)->bare = f->bits > 0;
    }
}

static void struct_object(void) {
    unsigned number = pick(struct_count);
    char name[16];
    snprintf(name, sizeof name, "%s", fresh_name());
    line("Record%u %s%s;", number, name, ONE_OF(" = {}", "{}"));
    for (unsigned i = 0; i < structs[number].count; i++) {
        const struct field *f = &structs[number].field[i];
        if (f->length || chance(30))
            continue;
        line_begin();
        emit("%s.f%u = ", name, i);
        value(f->type, 2, false);
        emit(";\n");
    }
    add_fields(number, name);
    if (chance(40)) { /* an array of them, copied, added, converted */
        char copies[16];
        snprintf(copies, sizeof copies, "%s", fresh_name());
        line("Record%u %s[2] = {%s, %s};", number, copies, name, name);
        char element[40];
        snprintf(element, sizeof element, "%s[1]", copies);
        add_fields(number, element);
        line("%s += %s[1];", element, copies);
        line("%s[0] = %s;", copies, chance(50) ? name : element);
        snprintf(element, sizeof element, "%s[0]", copies);
        add_fields(number, element);
    }
    if (chance(50)) {
        const char *converted = fresh_name();
        enum scalar type = structs[number].converts;
        line("%s %s = %s;", scalar_name[type], converted, name);
        scope_add(type, true, "%s", converted);
    }
}

static void vector_object(void) {
    static const char *const part[] = {"x", "y", "z", "w"};
    enum scalar type = chance(40) ? F32 : any_scalar();
    unsigned count = scalar_bytes[type] == 8 ? 2 : chance(50) ? 4 : between(2, 4);
    char name[16];
    snprintf(name, sizeof name, "%s", fresh_name());
    line_begin();
    emit("%s%u %s = make_%s%u(", vector_base(type), count, name, vector_base(type), count);
    for (unsigned i = 0; i < count; i++) {
        emit(i ? ", " : "");
        value(type, 1, false);
    }
    emit(");\n");
    for (unsigned i = 0; i < count; i++)
        scope_add(type, true, "%s.%s", name, part[i]);
    if (chance(60)) /* an accumulator indexed by a cast */
        scope_array(type, count, true, chance(50) ? "((%s *)&%s)" : "reinterpret_cast<%s *>(&%s)",
                    scalar_name[type], name);
}

static void array_object(void) {
    enum scalar type = any_scalar();
    unsigned length = between(2, 9);
    char name[16];
    snprintf(name, sizeof name, "%s", fresh_name());
    if (chance(25)) {
        unsigned columns = between(2, 4);
        line("%s %s[%u][%u];", scalar_name[type], name, length, columns);
        line("for (int i = 0; i < %u; i++)", length);
        line("    for (int j = 0; j < %u; j++)", columns);
        line("        %s[i][j] = (%s)(i * %u + j);", name, scalar_name[type], columns);
        unsigned row = pick(length);
        scope_array(type, columns, true, "%s[%u]", name, row);
        scope_array(type, length * columns, true, "(&%s[0][0])", name);
        return;
    }
    if (chance(50)) {
        line_begin();
        emit("%s %s[%u] = {", scalar_name[type], name, length);
        for (unsigned i = 0; i < length; i++) {
            emit(i ? ", " : "");
            value(type, 1, false);
        }
        emit("};\n");
    } else {
        line("%s %s[%u];", scalar_name[type], name, length);
        line_begin();
        emit("for (unsigned i = 0; i < %u; i++)\n", length);
        line_begin();
        emit("    %s[i] = ", name);
        value(type, 1, false);
        emit(";\n");
    }
    scope_array(type, length, true, "%s", name);
}

static void union_object(void) {
    char name[16];
    snprintf(name, sizeof name, "%s", fresh_name());
    line("Bits %s;", name);
    line_begin();
    emit("%s.%s = ", name, chance(50) ? "u" : "f");
    value(U32, 1, false);
    emit(";\n");
    scope_add(U32, true, "%s.u", name);
    scope_add(F32, true, "%s.f", name)->wild = true;
    scope_array(U16, 2, true, "%s.half", name);
    scope_array(U8, 4, true, "%s.byte", name);
}

/* auto [a, b] = ..., of a struct, of an array, by value and by reference. */
static void bindings(void) {
    enum scalar first = any_scalar(), second = any_scalar();
    bool array = chance(40);
    if (array)
        second = first;
    char a[16], b[16];
    snprintf(a, sizeof a, "%s", fresh_name());
    snprintf(b, sizeof b, "%s", fresh_name());
    line_begin();
    if (array)
        emit("%s pair_%s[2] = {", scalar_name[first], a);
    else
        emit("struct { %s one; %s two; } pair_%s = {", scalar_name[first], scalar_name[second], a);
    value(first, 2, false);
    emit(", ");
    value(second, 2, false);
    emit("};\n");
    line("auto %s[%s, %s] = pair_%s;", ONE_OF("", "&"), a, b, a);
    scope_add(first, true, "%s", a)->bare = true; /* no lambda of C++17 may capture it */
    scope_add(second, true, "%s", b)->bare = true;
}

static void enumeration(void) {
    char a[16], b[16];
    snprintf(a, sizeof a, "%s", fresh_name());
    snprintf(b, sizeof b, "%s", fresh_name());
    line("enum { %s = %u, %s };", a, pick(1000), b);
    scope_add(U32, false, "(unsigned)%s", a)->uniform = true;
    scope_add(U32, false, "(unsigned)%s", b)->uniform = true;
}

void declare_object(void) {
    switch (pick(10)) {
    case 0:
    case 1:
        struct_object();
        break;
    case 2:
    case 3:
        array_object();
        break;
    case 4:
        union_object();
        break;
    case 5:
        bindings();
        break;
    case 6:
        enumeration();
        break;
    default:
        vector_object();
    }
}

static const struct place *addressable(enum scalar type) {
    for (int tries = 0; tries < 8; tries++) {
        const struct place *p = scope_pick(type, true, false);
        if (p && !p->bare)
            return p;
    }
    return NULL;
}

void declare_alias(void) {
    const struct place *p = addressable(SCALARS);
    if (!p)
        return;
    const struct place target = *p; /* adding may move it */
    const char *type = scalar_name[target.type];
    char name[16];
    snprintf(name, sizeof name, "%s", fresh_name());
    line_begin();
    switch (pick(4)) {
    case 0: /* by reference */
        emit("%s &%s = ", chance(30) ? "auto" : type, name);
        lvalue(&target, 1, false);
        emit(";\n");
        scope_add(target.type, true, "%s", name)->wild = target.wild;
        return;
    case 1: /* by pointer */
        emit("%s *%s = &", type, name);
        lvalue(&target, 1, false);
        emit(";\n");
        scope_add(target.type, true, "(*%s)", name)->wild = target.wild;
        return;
    case 2: { /* as bytes or halves */
        enum scalar part = scalar_bytes[target.type] == 1 || chance(50) ? U8 : U16;
        bool old = chance(50);
        emit("%s *%s = %s%s *%s&", scalar_name[part], name, old ? "(" : "reinterpret_cast<",
             scalar_name[part], old ? ")" : ">(");
        lvalue(&target, 1, false);
        emit(old ? ";\n" : ");\n");
        /* A float's bits are only read, so that it does not become NaN. */
        scope_array(part, scalar_bytes[target.type] / scalar_bytes[part],
                    !is_float(target.type) || target.wild, "%s", name);
        return;
    }
    default: { /* as the other type of its size, on the spot */
        enum scalar as = is_float(target.type)                      ? unsigned_of(target.type)
                         : target.type == U32 || target.type == I32 ? F32
                                                                    : unsigned_of(target.type);
        emit("%s *%s = &", type, name);
        lvalue(&target, 1, false);
        emit(";\n");
        struct place *punned = scope_add(as, !is_float(target.type) || target.wild, "(*(%s *)%s)",
                                         scalar_name[as], name);
        punned->wild = is_float(as);
    }
    }
}

void copy_bytes(void) {
    enum scalar type = any_scalar();
    const struct place *from = addressable(type), *to;
    if (!from || from->wild)
        return;
    enum scalar other = is_float(type) ? unsigned_of(type) : type ^ 1;
    to = addressable(other);
    if (!to || to == from || is_float(to->type))
        return;
    line_begin();
    emit("{ %s bytes; memcpy(&bytes, &", scalar_name[other]);
    lvalue(from, 0, false);
    emit(", sizeof bytes); ");
    lvalue(to, 0, false);
    emit(" = bytes; }\n");
}
