/* warp.c - shuffles, votes and reductions, of whole warps, of partial ones, and of some lanes. */
#include "block.h"

#include <stdio.h>

#include "emit.h"
#include "expression.h"
#include "random.h"

static enum scalar shuffled(void) {
    static const enum scalar types[] = {U32, I32, F32, U64, I64, F64};
    return types[pick(6)];
}

/* The lanes of the warp that have not returned. Votes may name those that have, too. */
static const char *mask(bool vote) {
    return vote && chance(30) ? ONE_OF("0xffffffffu", "~0u") : "lanes_alive(linear, live)";
}

static void vote(const char *mask_text) {
    const char *name = fresh_name();
    line_begin();
    switch (pick(3)) {
    case 0:
        emit("const unsigned %s = __ballot_sync(%s, ", name, mask_text);
        condition(2, false);
        emit(");\n");
        break;
    case 1:
        emit("const unsigned %s = __%s_sync(%s, ", name, ONE_OF("any", "all"), mask_text);
        condition(2, false);
        emit(") != 0;\n");
        break;
    default:
        emit("const unsigned %s = __match_any_sync(%s, ", name, mask_text);
        expression(U32, 1, false);
        emit(" & %uu);\n", (1u << between(1, 3)) - 1);
    }
    scope_add(U32, false, "%s", name);
}

static void reduction(const char *mask_text) {
    bool sign = chance(30);
    const char *name = fresh_name();
    line_begin();
    emit("const %s %s = __reduce_%s_sync(%s, ", sign ? "int" : "unsigned", name,
         sign ? ONE_OF("add", "min", "max") : ONE_OF("add", "min", "max", "and", "or", "xor"),
         mask_text);
    /* Signed sums stay small. */
    if (sign) {
        emit("(");
        expression(I32, 2, false);
        emit(") >> 8");
    } else
        expression(U32, 2, false);
    emit(");\n");
    scope_add(sign ? I32 : U32, false, "%s", name);
}

/* Where the source lane is not there, the thread's own value is taken. */
static void shuffle(void) {
    enum scalar type = shuffled();
    const char *name = fresh_name();
    unsigned width = chance(60) ? 32 : 4u << pick(3), way = pick(4);
    char widths[16] = "";
    if (width < 32 || chance(20))
        snprintf(widths, sizeof widths, ", %u", width);
    line("%s %s;", scalar_name[type], name);
    line("{");
    indent(1);
    line_begin();
    emit("const %s mine = ", scalar_name[type]);
    value(type, 2, false);
    emit(";\n");
    line("const unsigned lane = linear & 31u, mask = lanes_alive(linear, live);");
    if (way == 0) {
        line_begin();
        emit("const unsigned from = (lane & ~%uu) + (", width - 1);
        below(width, 1, false);
        emit(");\n");
        line("%s = __shfl_sync(mask, mine, from%s);", name, widths);
    } else {
        unsigned distance = way == 3 ? between(1, width - 1) : between(1, width - 1);
        line("%s = __shfl_%s_sync(mask, mine, %u%s);", name,
             way == 1   ? "up"
             : way == 2 ? "down"
                        : "xor",
             distance, widths);
        if (way == 1)
            line("const unsigned from = lane %% %uu < %uu ? lane : lane - %uu;", width, distance,
                 distance);
        else if (way == 2)
            line("const unsigned from = lane %% %uu + %uu >= %uu ? lane : lane + %uu;", width,
                 distance, width, distance);
        else
            line("const unsigned from = lane ^ %uu;", distance);
    }
    line("if (!(mask >> from & 1u))");
    line("    %s = mine;", name);
    indent(-1);
    line("}");
    scope_add(type, true, "%s", name);
}

/* Some lanes go their own way and talk among themselves. */
static void some_lanes(void) {
    const char *name = fresh_name();
    enum scalar type = shuffled();
    line_begin();
    emit("%s %s = ", scalar_name[type], name);
    value(type, 1, false);
    emit(";\n");
    line("{");
    indent(1);
    line_begin();
    emit("const bool some = ");
    condition(2, false);
    emit(";\n");
    line("const unsigned those = __ballot_sync(lanes_alive(linear, live), some);");
    line("if (some) {");
    indent(1);
    switch (pick(3)) {
    case 0:
        line("%s = __shfl_sync(those, %s, __ffs(those) - 1);", name, name);
        break;
    case 1:
        line_begin();
        emit("h = mix(h, __popc(__ballot_sync(those, ");
        condition(1, false);
        emit(")));\n");
        line("__syncwarp(those);");
        break;
    default:
        line_begin();
        emit("h = mix(h, __reduce_%s_sync(those, ", ONE_OF("add", "max", "xor"));
        expression(U32, 2, false);
        emit("));\n");
        line("%s = __shfl_sync(those, %s, 31 - __clz(those));", name, name);
    }
    indent(-1);
    if (chance(40)) {
        line("} else {");
        line("    %s = __shfl_sync(~those & lanes_alive(linear, live), %s,", name, name);
        line("                     __ffs(~those & lanes_alive(linear, live)) - 1);");
    }
    line("}");
    if (chance(30))
        line("__syncwarp(lanes_alive(linear, live));");
    indent(-1);
    line("}");
    scope_add(type, true, "%s", name);
}

void warp_statement(struct context context) {
    if (!context.together || !context.kernel)
        return;
    switch (pick(5)) {
    case 0:
        vote(mask(true));
        break;
    case 1:
        reduction(mask(true));
        break;
    case 2:
        some_lanes();
        break;
    default:
        shuffle();
    }
}
