/* What lives on from one region of a kernel to another.
 *
 * A variable that never changes and comes from threadIdx, parameters, constants and the like is
 * declared again in each region that uses it, as a const. Any other has one place for each thread:
 * a region that uses it begins with a copy and ends with storing it back, so that the compiler can
 * keep it in a register between.
 */
#include "regions.h"

#include "memory.h"

static const char *name_at(const plan *p, size_t i, size_t *length) {
    const token *t = &p->stream->tokens[i];
    *length = t->end - t->begin;
    return p->s->text + t->begin;
}

/* ---- pure origins --------------------------------------------------------------------------- */

/* What a loop counts is constant while a variable of its body lives. */
static bool is_pure_variable(const variable *v) {
    if (v->is_shared)
        return v->is_array; /* its address: what reads it is no name alone */
    if (v->is_parameter)
        return !v->changed;
    return v->class == CLASS_BLOCK ? !v->changed || (v->of_loop && !v->changed_aside) : v->is_pure;
}

static bool is_pure_name(const plan *p, const code *c, size_t i, unsigned sc, size_t place) {
    const token *t = &c->stream->tokens[i];
    const char *name = c->s->text + t->begin;
    size_t length = t->end - t->begin, n = 0;
    bool is_macro = false, is_call = code_char(c, i + 1) == '(';
    if (i > c->begin && code_char(c, i - 1) == '.')
        return !is_call;
    if (lex_is(c->s, t, "new") || lex_is(c->s, &c->stream->tokens[i + 1], "::"))
        return false;
    const variable *v = plan_variable(p, c, i, sc, place);
    if (v)
        return is_pure_variable(v);
    for (code body; calls_macro(p->u, name, length, &n, &body); is_macro = true)
        if (!variables_is_pure_code(p, &body, sc, place))
            return false;
    if (names_get(&p->u->variables, name, length) & (VARIABLE_DEVICE | VARIABLE_HOST))
        return false;
    return !is_call || is_macro || lex_is(c->s, t, "sizeof") || calls_is_pure(c->s, t) ||
           calls_is_plain_type(p->u, c->s, t);
}

/* No memory is read, nothing is changed, nothing called but arithmetic. */
bool variables_is_pure_code(const plan *p, const code *c, unsigned sc, size_t place) {
    for (size_t i = c->begin; i < c->end; i++) {
        size_t target;
        bool is_direct, is_first = i == c->begin;
        char punctuation = code_char(c, i);
        if (c->stream->tokens[i].kind == TOKEN_IDENTIFIER) {
            if (!is_pure_name(p, c, i, sc, place))
                return false;
        } else if (punctuation == '[' || lex_is(c->s, &c->stream->tokens[i], "->") ||
                   code_takes_address(c, i) || code_changes(c, i, &target, &is_direct) ||
                   (punctuation == '*' && (is_first || !code_is_operand(c, i - 1)))) {
            return false;
        }
    }
    return true;
}

static code initial_value(const plan *p, const variable *v) {
    return (code){p->s, p->stream, v->initializer + (plan_char(p, v->initializer) == '='), v->end};
}

/* In the order of the declarations, so that a variable's origins are known before it. */
static void find_pure(plan *p) {
    for (size_t i = 0; i < p->variable_count; i++) {
        variable *v = &p->variables[i];
        if (!v->declared || v->changed || v->given_away || v->is_array || v->is_reference ||
            v->initializer == NO_TOKEN)
            continue;
        const code c = initial_value(p, v);
        v->is_pure = variables_is_pure_code(p, &c, v->scope, v->name);
    }
}

/* ---- uses ----------------------------------------------------------------------------------- */

static void use_code(plan *p, size_t region, const code *c, unsigned sc, size_t place);

static void use(plan *p, size_t region, variable *v) {
    bool *used = &p->used[region * p->variable_count + (size_t)(v - p->variables)];
    if (*used)
        return;
    *used = true;
    if (v->class == CLASS_BLOCK || v->region == region || v->is_shared ||
        (v->is_parameter && !v->changed))
        return;
    v->lives_on = true;
    if (v->is_pure) {
        const code c = initial_value(p, v);
        use_code(p, region, &c, v->scope, v->name);
    }
}

static void use_code(plan *p, size_t region, const code *c, unsigned sc, size_t place) {
    for (size_t i = c->begin; i < c->end; i++) {
        const token *t = &c->stream->tokens[i];
        if (t->kind != TOKEN_IDENTIFIER)
            continue;
        const size_t here = c->stream == p->stream ? i : place;
        variable *v = plan_variable(p, c, i, sc, here);
        if (v) {
            use(p, region, v);
            continue;
        }
        size_t n = 0;
        for (code body; calls_macro(p->u, c->s->text + t->begin, t->end - t->begin, &n, &body);)
            use_code(p, region, &body, sc, here);
    }
}

static bool use_node(plan *p, node *n) {
    if (n->kind == NODE_STATEMENT || n->kind == NODE_DECLARATION)
        use_code(p, n->region, &(code){p->s, p->stream, n->begin, n->end}, n->scope, n->begin);
    return true;
}

static bool note_region(plan *p, node *n) {
    for (size_t v = 0; v < p->variable_count; v++)
        if (p->variables[v].declared == n)
            p->variables[v].region = n->region;
    return true;
}

/* ---- classes -------------------------------------------------------------------------------- */

/* A pointer to one of a thread's own variables must not be carried into a later region, where that
 * has another place. Could this variable hold one? */
static bool may_point(const variable *v) {
    return !v->is_shared && (v->is_pointer || !v->is_plain);
}

/* The address of a variable of the thread's own: &x, or the name of an array. */
static bool is_address(const plan *p, const code *c, size_t i, unsigned sc) {
    size_t name = code_takes_address(c, i) ? i + 1 : i;
    if (c->stream->tokens[name].kind != TOKEN_IDENTIFIER)
        return false;
    const variable *v = plan_variable(p, c, name, sc, name);
    if (!v || v->is_shared || v->name == name)
        return false;
    const char after = code_char(c, name + 1);
    bool follows = after == '[' || lex_is(c->s, &c->stream->tokens[name + 1], "->");
    if (name != i)
        return !(follows && (v->is_pointer || v->is_auto));
    const size_t next = after == '[' ? skip_group(c->s, c->stream, name + 1) : name;
    bool is_plane = code_char(c, v->name + 1) == '[' &&
                    code_char(c, skip_group(c->s, c->stream, v->name + 1)) == '[';
    return v->is_array && (after != '[' || (is_plane && code_char(c, next) != '['));
}

static bool keeps_addresses(plan *p, node *n) {
    if (n->kind != NODE_STATEMENT && n->kind != NODE_DECLARATION)
        return true;
    const code c = {p->s, p->stream, n->begin, n->end};
    bool points = false;
    size_t address = NO_TOKEN;
    for (size_t i = c.begin; i < c.end; i++) {
        const bool is_name = c.stream->tokens[i].kind == TOKEN_IDENTIFIER;
        const variable *v = is_name ? plan_variable(p, &c, i, n->scope, i) : NULL;
        points |= v && may_point(v);
        if (is_address(p, &c, i, n->scope))
            address = i;
    }
    return !points || address == NO_TOKEN ||
           plan_refuse(p, address, "the address of a thread's variable may live across a barrier");
}

static bool check_pointers(plan *p) {
    bool carries = false;
    for (size_t i = 0; i < p->variable_count; i++)
        carries |= p->variables[i].class == CLASS_SLOT && may_point(&p->variables[i]);
    return !carries || plan_visit(p, p->body, keeps_addresses);
}

static bool set_class(plan *p, variable *v) {
    size_t length;
    const char *name = name_at(p, v->name, &length);
    if (v->is_parameter && v->changed)
        v->lives_on = true;
    if (!v->lives_on)
        return true;
    if (v->is_pure) {
        v->class = CLASS_AGAIN;
        return true;
    }
    if (v->is_reference || v->is_auto)
        return plan_refuse(p, v->name, "'%.*s' lives across a barrier and is %s", (int)length, name,
                           v->is_auto ? "auto" : "a reference");
    v->class = CLASS_SLOT;
    v->slot = p->slots++;
    return p->slots <= 64 || plan_refuse(p, v->name, "too many variables live across barriers");
}

bool variables_find_lives(plan *p) {
    const size_t cells = p->regions * p->variable_count;
    p->used = checked_realloc(NULL, cells * sizeof *p->used);
    memset(p->used, 0, cells * sizeof *p->used);
    find_pure(p);
    plan_visit(p, p->body, note_region);
    plan_visit(p, p->body, use_node);
    p->slots = 1; /* 0: who has returned */
    for (size_t i = 0; i < p->variable_count; i++)
        if (p->variables[i].class != CLASS_BLOCK && !set_class(p, &p->variables[i]))
            return false;
    return check_pointers(p);
}
