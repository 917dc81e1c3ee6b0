/* statement.c - what a kernel does, one statement after the other. */
#include "statement.h"

#include <stdio.h>
#include <string.h>

#include "emit.h"
#include "expression.h"
#include "objects.h"
#include "random.h"
#include "texture.h"

enum { MAX_DEPTH = 3, MAX_LOOPS = 2 };

void declare_scalar(struct context context) {
    enum scalar type = any_scalar();
    char name[16];
    snprintf(name, sizeof name, "%s", fresh_name());
    bool uniform = context.together && chance(25);
    line_begin();
    emit("%s%s %s%s", uniform ? "const " : "", chance(10) ? "auto" : scalar_name[type], name,
         " = ");
    value(type, 3, uniform);
    emit(";\n");
    scope_add(type, !uniform, "%s", name)->uniform = uniform;
}

void assignment(void) {
    const struct place *p = scope_pick(SCALARS, true, false);
    if (!p)
        return;
    const struct place target = *p;
    line_begin();
    if (is_unsigned(target.type) && chance(15)) {
        bool before = chance(50);
        emit("%s", before ? ONE_OF("++", "--") : "");
        lvalue(&target, 1, false);
        emit("%s;\n", before ? "" : ONE_OF("++", "--"));
        return;
    }
    lvalue(&target, 1, false);
    if (is_unsigned(target.type) && chance(40))
        emit(" %s= ", target.type == U16 ? ONE_OF("+", "-", "^", "|") : ONE_OF("+", "-", "*", "^"));
    else if (!is_float(target.type) && chance(30))
        emit(" %s= ", ONE_OF("^", "|", "&"));
    else
        emit(" = ");
    value(target.type, 3, false);
    emit(";\n");
}

static void block_end(const char *tail) {
    indent(-1);
    line("}%s", tail);
}

static struct context inside(struct context context, bool together) {
    context.together = context.together && together;
    context.depth++;
    return context;
}

static void if_statement(struct context context) {
    bool uniform = context.together && chance(55);
    struct context inner = inside(context, uniform);
    unsigned before, after_then;
    line_begin();
    emit("if (");
    condition(2, uniform);
    emit(") {\n");
    before = arrays_state();
    indent(1);
    statements(inner, between(1, 4));
    after_then = arrays_state();
    if (chance(45)) {
        indent(-1);
        line("} else {");
        indent(1);
        if (uniform)
            arrays_restore(before);
        statements(inner, between(1, 3));
    } else
        arrays_merge(before);
    arrays_merge(after_then);
    block_end("");
}

/* Around a loop whose body may meet: nothing of one round is left for the next. */
static void settle(struct context context) {
    if (context.together && !arrays_clean())
        barrier();
}

/* Left early by each thread for itself; never where threads must stay together. */
static void leave_loop(struct context context) {
    if (context.together || !chance(35))
        return;
    line_begin();
    emit("if (");
    condition(1, false);
    emit(")\n");
    line("    %s;", ONE_OF("break", "continue"));
}

static void loop_body(struct context inner) {
    statements(inner, between(1, 4));
    leave_loop(inner);
    if (chance(40))
        assignment();
    settle(inner);
}

static void loop_statement(struct context context) {
    bool uniform = context.together && chance(65);
    struct context inner = inside(context, uniform);
    char name[16];
    inner.loops++;
    snprintf(name, sizeof name, "%s", fresh_name());
    settle(inner);
    int mark = scope_mark();
    unsigned way = pick(4);
    line_begin();
    switch (way) {
    case 0:
        emit("for (unsigned %s = 0; %s < %uu; %s++) {\n", name, name, between(1, 4), name);
        break;
    case 1:
        emit("for (unsigned %s = 0, end = (", name);
        below(4, 2, uniform);
        emit("); %s < end; ++%s) {\n", name, name);
        break;
    case 2:
        emit("unsigned %s = (", name);
        below(4, 2, uniform);
        emit(") + 1;\n");
        line("while (%s-- > 0) {", name);
        break;
    default:
        emit("unsigned %s = 0;\n", name);
        line("do {");
    }
    scope_add(U32, false, "%s", name)->uniform = uniform;
    indent(1);
    loop_body(inner);
    if (way == 3) {
        char tail[64];
        /* Behind `continue`, too. */
        snprintf(tail, sizeof tail, " while (++%s < %uu);", name, between(1, 4));
        block_end(tail);
    } else
        block_end("");
    scope_release(mark);
    if (way >= 2)
        scope_add(U32, false, "%s", name)->uniform = uniform;
    settle(inner);
}

static void switch_statement(struct context context) {
    bool uniform = context.together && chance(60);
    struct context inner = inside(context, uniform);
    unsigned cases = between(2, 4);
    settle(inner);
    line_begin();
    emit("switch (");
    below(cases + 1, 2, uniform);
    emit(") {\n");
    for (unsigned i = 0; i < cases; i++) {
        bool last = i + 1 == cases;
        if (last && chance(50))
            line("default: {");
        else
            line("case %u: {", i);
        indent(1);
        statements(inner, between(1, 3));
        settle(inner);
        block_end("");
        if (last || chance(75))
            line("    break;");
        else
            line("    // falls through");
    }
    line("}");
}

/* A lambda over some locals, called on the spot. */
static void lambda_statement(void) {
    enum scalar result = any_scalar(), parameter = any_scalar();
    char name[16], got[16];
    struct place captured[3];
    unsigned captures = 0;
    bool by_reference = chance(60), assigns = false;
    for (unsigned i = 0; i < 3; i++) {
        const struct place *p = scope_pick(SCALARS, false, false);
        if (p && !p->bare)
            captured[captures++] = *p;
    }
    snprintf(name, sizeof name, "%s", fresh_name());
    snprintf(got, sizeof got, "%s", fresh_name());
    line("auto %s = [%s](%s argument)%s {", name, by_reference ? "&" : "=", scalar_name[parameter],
         by_reference ? "" : " mutable");
    int mark = scope_mark(), earlier = scope_hide(mark);
    for (unsigned i = 0; i < captures; i++) {
        struct place *p =
            scope_array(captured[i].type, captured[i].length, false, "%s", captured[i].text);
        p->wild = captured[i].wild;
        p->writable = by_reference && captured[i].writable;
        assigns |= p->writable;
    }
    scope_add(parameter, true, "argument");
    indent(1);
    if (assigns || chance(50))
        assignment();
    line_begin();
    emit("return ");
    value(result, 2, false);
    emit(";\n");
    block_end(";");
    scope_release(mark);
    scope_hide(earlier);
    line_begin();
    emit("%s %s = (%s)%s(", scalar_name[result], got, scalar_name[result], name);
    value(parameter, 2, false);
    emit(");\n");
    scope_add(result, true, "%s", got);
}

/* Sums in global memory that do not depend on the order; floats that stay small integers. */
static void global_atomic(void) {
    line_begin();
    switch (pick(7)) {
    case 0:
        emit("atomicAdd(&sums->total, ");
        expression(U32, 2, false);
        break;
    case 1:
        emit("atomicMax(&sums->most, ");
        expression(I32, 2, false);
        break;
    case 2:
        emit("atomicMin(&sums->least, ");
        expression(U64, 2, false);
        break;
    case 3:
        emit("atomic%s(&sums->%s, ", "Xor", "parity");
        expression(U32, 2, false);
        break;
    case 4:
        emit("atomicAdd(&sums->real, (float)(");
        expression(U32, 2, false);
        emit(" & 15)");
        break;
    case 5:
        emit("atomicInc(&sums->count, 37u"); /* one limit for all: else the order counts */
        break;
    default:
        emit("highest(&sums->highest, ");
        expression(U32, 2, false);
    }
    emit(");\n");
}

/* Functions that change their argument: fuzz.cuh. */
static void call_by_reference(void) {
    const struct place *p = scope_pick(any_integer(), true, false);
    if (!p || p->bare)
        return;
    const struct place target = *p;
    bool pointer = chance(50);
    line_begin();
    emit(pointer ? "stir_at(&" : "stir(");
    lvalue(&target, 1, false);
    emit(", ");
    value(U32, 2, false);
    emit(");\n");
}

static void statement(struct context context) {
    unsigned kind = pick(100);
    bool nests = context.depth < MAX_DEPTH;
    if (kind < 14)
        declare_scalar(context);
    else if (kind < 30)
        assignment();
    else if (kind < 38)
        declare_object();
    else if (kind < 43)
        declare_alias();
    else if (kind < 46)
        copy_bytes();
    else if (kind < 52 && nests)
        if_statement(context);
    else if (kind < 59 && nests && context.loops < MAX_LOOPS)
        loop_statement(context);
    else if (kind < 62 && nests)
        switch_statement(context);
    else if (kind < 65)
        lambda_statement();
    else if (kind < 68)
        call_by_reference();
    else if (!context.kernel)
        assignment();
    else if (kind < 82)
        exchange(context);
    else if (kind < 89)
        warp_statement(context);
    else if (kind < 92)
        global_atomic();
    else if (kind < 97)
        fetch_statement();
    else if (context.together && context.depth <= 1)
        exit_early();
    else
        assignment();
}

/* The variables of a scope that ends live on in h. */
static void mix_in(int mark) {
    const struct place *p;
    for (int i = mark; (p = scope_at(i)); i++) {
        if (p->length ? chance(50) : chance(80)) {
            line_begin();
            emit("h = mix(h, ");
            lvalue(p, 0, false);
            emit(");\n");
        }
    }
}

void statements(struct context context, unsigned count) {
    int mark = scope_mark();
    for (unsigned i = 0; i < count; i++)
        statement(context);
    mix_in(mark);
    scope_release(mark);
}
