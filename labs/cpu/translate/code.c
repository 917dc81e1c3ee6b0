/* What tokens do, as far as that shows without types: operands, addresses, changes. */
#include "regions.h"

#include <string.h>

char code_char(const code *c, size_t i) {
    if (i >= c->stream->count)
        return '\0';
    const token *t = &c->stream->tokens[i];
    return t->kind == TOKEN_PUNCTUATION && t->end - t->begin == 1 ? c->s->text[t->begin] : '\0';
}

/* Whether tokens i and i + 1 touch and are these two characters. */
static bool pair(const code *c, size_t i, char first, char second) {
    return i + 1 < c->end && code_char(c, i) == first && code_char(c, i + 1) == second &&
           c->stream->tokens[i].end == c->stream->tokens[i + 1].begin;
}

/* Is the = at i an assignment, alone or behind an operator? Then *operation is where that begins.
 */
static bool is_assignment(const code *c, size_t i, size_t *operation) {
    if (code_char(c, i) != '=' || pair(c, i, '=', '='))
        return false;
    *operation = i;
    if (i == c->begin || c->stream->tokens[i - 1].end != c->stream->tokens[i].begin)
        return true;
    char before = code_char(c, i - 1);
    if (before == '=' || before == '!')
        return false;
    if (before == '<' || before == '>') {
        if (i < c->begin + 2 || !pair(c, i - 2, before, before))
            return false;
        *operation = i - 2;
    } else if (before && strchr("+-*/%&|^", before)) {
        *operation = i - 1;
    }
    return true;
}

/* The variable at the bottom of the expression that ends before i: a for a, a.b and a[i].b. */
static size_t base_before(const code *c, size_t i, bool *is_direct) {
    *is_direct = true;
    while (i-- > c->begin) {
        char p = code_char(c, i);
        if (p == ']' || p == ')') {
            int depth = 0;
            for (;; i--) {
                char q = code_char(c, i);
                depth += q == ')' || q == ']' ? 1 : q == '(' || q == '[' ? -1 : 0;
                if (depth == 0 || i == c->begin)
                    break;
            }
            *is_direct &= p == ')';
            continue;
        }
        if (c->stream->tokens[i].kind != TOKEN_IDENTIFIER)
            return NO_TOKEN;
        if (i > c->begin && code_char(c, i - 1) == '.') {
            i--;
            continue;
        }
        return i;
    }
    return NO_TOKEN;
}

/* If something is changed at token i of c, sets *target to the token of the variable's name, or to
 * NO_TOKEN where it has none. */
bool code_changes(const code *c, size_t i, size_t *target, bool *is_direct) {
    size_t operation;
    *target = NO_TOKEN;
    *is_direct = true;
    if (pair(c, i, '+', '+') || pair(c, i, '-', '-')) {
        char before = i > c->begin ? code_char(c, i - 1) : ';';
        const token *previous = &c->stream->tokens[i > c->begin ? i - 1 : i];
        bool is_postfix =
            before == ']' || before == ')' ||
            (i > c->begin && previous->kind == TOKEN_IDENTIFIER && !is_keyword(c->s, previous));
        if (is_postfix)
            *target = base_before(c, i, is_direct);
        else if (i + 3 < c->stream->count && c->stream->tokens[i + 2].kind == TOKEN_IDENTIFIER) {
            *target = i + 2;
            char after = code_char(c, i + 3);
            *is_direct = after != '[' && !lex_is(c->s, &c->stream->tokens[i + 3], "->");
        }
        return true;
    }
    if (!is_assignment(c, i, &operation))
        return false;
    *target = base_before(c, operation, is_direct);
    return true;
}

bool code_is_operand(const code *c, size_t i) {
    const token *t = &c->stream->tokens[i];
    return t->kind == TOKEN_NUMBER || (t->kind == TOKEN_IDENTIFIER && !is_keyword(c->s, t)) ||
           code_char(c, i) == ')' || code_char(c, i) == ']';
}

/* The unary operator & : the address of something. */
bool code_takes_address(const code *c, size_t i) {
    if (code_char(c, i) != '&' || pair(c, i, '&', '&') ||
        (i > c->begin && pair(c, i - 1, '&', '&')))
        return false;
    return i == c->begin || !code_is_operand(c, i - 1);
}
