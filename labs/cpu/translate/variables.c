/* A kernel's variables: which are the block's, which each thread's, and what lives across a
 * barrier.
 *
 * The block's are those that the control around barriers needs: loop counters, the sizes they run
 * to. They are declared outside the regions, where no threadIdx can be used; regions see them as
 * const copies.
 */
#include "regions.h"

#include "memory.h"

static const char *name_at(const plan *p, size_t i, size_t *length) {
    const token *t = &p->stream->tokens[i];
    *length = t->end - t->begin;
    return p->s->text + t->begin;
}

static bool same_name(const plan *p, size_t i, const char *name, size_t length) {
    size_t n;
    const char *other = name_at(p, i, &n);
    return n == length && memcmp(name, other, n) == 0;
}

variable *variables_find(const plan *p, const char *name, size_t length, unsigned sc, size_t at) {
    for (;; sc = p->parent[sc]) {
        for (size_t v = p->variable_count; v-- > 0;) {
            variable *x = &p->variables[v];
            if (x->scope == sc && x->name <= at && same_name(p, x->name, name, length))
                return x;
        }
        if (sc == 0)
            return NULL;
    }
}

static variable *add(plan *p) {
    p->variables = checked_realloc(p->variables, (p->variable_count + 1) * sizeof *p->variables);
    variable *v = &p->variables[p->variable_count++];
    *v = (variable){.initializer = NO_TOKEN};
    return v;
}

/* ---- declarations --------------------------------------------------------------------------- */

/* The token after the type that a declaration at i begins with; i if none can be seen there. */
static size_t skip_type(const plan *p, size_t i, variable *v) {
    const size_t first = i;
    bool has_type = false;
    v->is_plain = true;
    for (;;) {
        if (plan_is(p, i, "const") || plan_is(p, i, "constexpr") || plan_is(p, i, "register")) {
            v->is_const |= !plan_is(p, i, "register");
            i++;
        } else if (calls_is_plain_type(p->u, p->s, &p->stream->tokens[i])) {
            has_type = true;
            i++;
        } else if (plan_is(p, i, "auto")) {
            v->is_auto = has_type = true;
            v->is_plain = false;
            i++;
        } else if (!has_type && (plan_is_name(p, i) || plan_is(p, i, "::"))) {
            has_type = true;
            v->is_plain = false;
            if (plan_is(p, i, "::") || plan_is(p, i, "typename") || plan_is(p, i, "struct"))
                i++;
            for (;; i += 2) { /* a::b<c>::d */
                size_t after = skip_angles(p->s, p->stream, i + 1);
                if (plan_is(p, after, "::")) {
                    i = after - 1;
                    continue;
                }
                i = after;
                break;
            }
        } else {
            break;
        }
    }
    return has_type ? i : first;
}

/* One declarator at *i, up to its , or ;. */
static bool declarator(const plan *p, size_t *i, size_t end, variable *v) {
    size_t j = *i;
    v->begin = j;
    for (; j < end; j++) {
        if (plan_char(p, j) == '*') {
            v->is_pointer = true;
            v->is_const = false;
        } else if (plan_char(p, j) == '&') {
            v->is_reference = true;
        } else if (plan_is(p, j, "const")) {
            v->is_const = true;
        } else if (!plan_is(p, j, "__restrict__") && !plan_is(p, j, "__restrict")) {
            break;
        }
    }
    if (!plan_is_name(p, j))
        return false;
    v->name = j++;
    for (; plan_char(p, j) == '['; j = skip_group(p->s, p->stream, j))
        v->is_array = true;
    char c = plan_char(p, j);
    if (c == '=' || c == '(' || c == '{')
        v->initializer = j;
    else if (c != ',' && c != ';')
        return false;
    while (j < end && plan_char(p, j) != ',' && plan_char(p, j) != ';') {
        c = plan_char(p, j);
        j = c == '(' || c == '[' || c == '{' ? skip_group(p->s, p->stream, j) : j + 1;
    }
    v->end = j;
    *i = j + 1;
    return true;
}

/* Does a declaration begin here, by the look of its first tokens? */
static bool looks_declared(const plan *p, size_t after_type, size_t first) {
    size_t j = after_type;
    if (j == first)
        return false;
    while (plan_char(p, j) == '*' || plan_char(p, j) == '&' || plan_is(p, j, "const") ||
           plan_is(p, j, "__restrict__"))
        j++;
    if (!plan_is_name(p, j))
        return false;
    char c = plan_char(p, j + 1);
    /* x * y = 1, x & y = 1 make no sense as expressions; x < y > z does not either */
    return j == after_type || (c && strchr("=;,[({", c));
}

bool variables_declare(plan *p, node *n) {
    variable pattern = {.initializer = NO_TOKEN, .scope = n->scope, .declared = n};
    size_t first = n->begin, i = skip_type(p, first, &pattern);
    if (!looks_declared(p, i, first)) {
        bool is_type = i > first && (pattern.is_plain || pattern.is_auto || pattern.is_const);
        if (is_type && plan_char(p, i) != '(')
            return plan_refuse(p, first, "the declaration is not understood");
        return true;
    }
    pattern.type = first;
    pattern.type_end = i;
    while (i < n->end) {
        variable v = pattern;
        if (!declarator(p, &i, n->end, &v))
            return plan_refuse(p, first, "the declaration is not understood");
        *add(p) = v;
    }
    n->kind = NODE_DECLARATION;
    return true;
}

void variables_declare_shared(plan *p, node *n) {
    for (size_t i = n->begin; i < n->end;) {
        char c = plan_char(p, i), after = plan_char(p, i + 1);
        if (plan_is_name(p, i) && after && strchr("[;,", after)) {
            variable *v = add(p);
            v->name = i;
            v->scope = n->scope;
            v->is_shared = true;
            v->is_array = after == '[';
        }
        i = c == '(' || c == '[' || c == '{' ? skip_group(p->s, p->stream, i) : i + 1;
    }
}

static void declare_parameters(plan *p, size_t open, size_t close) {
    for (size_t i = open + 1; i <= close;) {
        size_t name = NO_TOKEN, star = NO_TOKEN, begin = i;
        for (; i < close && plan_char(p, i) != ','; i++) {
            char c = plan_char(p, i);
            if (plan_char(p, i) == '=')
                break;
            if (c == '*' || c == '[')
                star = i;
            if (plan_is_name(p, i))
                name = i;
            if (c == '<' && skip_angles(p->s, p->stream, i) != i)
                i = skip_angles(p->s, p->stream, i) - 1;
            else if (c == '(' || c == '[')
                i = skip_group(p->s, p->stream, i) - 1;
        }
        if (name != NO_TOKEN) {
            variable *v = add(p);
            v->name = name;
            v->is_parameter = true;
            v->is_pointer = star != NO_TOKEN;
            v->is_plain = !v->is_pointer;
            for (size_t j = begin; j < name; j++)
                v->is_plain &= plan_is(p, j, "const") ||
                               calls_is_plain_type(p->u, p->s, &p->stream->tokens[j]);
        }
        for (; i < close && plan_char(p, i) != ','; i++) /* a default argument */
            if (plan_char(p, i) == '(')
                i = skip_group(p->s, p->stream, i) - 1;
        i++;
    }
}

/* ---- changes -------------------------------------------------------------------------------- */

static code code_of(const plan *p, size_t begin, size_t end) {
    return (code){p->s, p->stream, begin, end};
}

variable *plan_variable(const plan *p, const code *c, size_t i, unsigned sc, size_t place) {
    const token *t = &c->stream->tokens[i];
    if (i > c->begin &&
        (code_char(c, i - 1) == '.' || lex_is(c->s, &c->stream->tokens[i - 1], "->") ||
         lex_is(c->s, &c->stream->tokens[i - 1], "::")))
        return NULL;
    return variables_find(p, c->s->text + t->begin, t->end - t->begin, sc, place);
}

/* Marks what the tokens of a statement change. aside: not in the header of the variable's loop. */
static void mark_changes(plan *p, size_t begin, size_t end, unsigned sc, bool aside) {
    const code c = code_of(p, begin, end);
    for (size_t i = begin; i < end; i++) {
        size_t target;
        bool is_direct;
        variable *given = calls_may_change(p->u, &c, i) ? plan_variable(p, &c, i, sc, i) : NULL;
        if (given)
            given->given_away = true;
        if (!code_changes(&c, i, &target, &is_direct) || target == NO_TOKEN)
            continue;
        variable *v = plan_variable(p, &c, target, sc, target);
        if (!v || (!is_direct && (v->is_pointer || v->is_auto)) || target == v->name)
            continue;
        v->changed = true;
        v->changed_aside |= aside;
    }
}

/* ---- the block's variables ------------------------------------------------------------------ */

static bool need(plan *p, variable *v, size_t user);
static bool same_for_all(plan *p, const code *c, unsigned sc, size_t place);

static bool same_name_for_all(plan *p, const code *c, size_t i, unsigned sc, size_t place) {
    const token *t = &c->stream->tokens[i];
    const char *name = c->s->text + t->begin;
    size_t length = t->end - t->begin, n = 0;
    if (i > c->begin && (code_char(c, i - 1) == '.' || lex_is(c->s, t - 1, "->"))) {
        if (code_char(c, i + 1) == '(')
            return plan_refuse(p, place, "the control around a barrier calls %.*s()", (int)length,
                               name);
        return true;
    }
    if (lex_is(c->s, t, "threadIdx"))
        return plan_refuse(p, place, "the control around a barrier depends on threadIdx");
    variable *v = plan_variable(p, c, i, sc, place);
    if (v)
        return need(p, v, place);
    bool is_macro = false;
    for (code body; calls_macro(p->u, name, length, &n, &body); is_macro = true)
        if (!same_for_all(p, &body, sc, place))
            return false;
    bool is_call = code_char(c, i + 1) == '(' && !is_macro && !is_keyword(c->s, t) &&
                   !calls_is_plain_type(p->u, c->s, t) && !calls_is_pure(c->s, t);
    if (is_call && !lex_is(c->s, t, "dim3"))
        return plan_refuse(p, place, "the control around a barrier calls %.*s()", (int)length,
                           name);
    return true;
}

/* Whether an expression is the same for all threads and changes the block's variables alone. */
static bool same_for_all(plan *p, const code *c, unsigned sc, size_t place) {
    for (size_t i = c->begin; i < c->end; i++) {
        size_t target;
        bool is_direct;
        const size_t here = c->stream == p->stream ? i : place;
        if (c->stream->tokens[i].kind == TOKEN_IDENTIFIER) {
            if (!same_name_for_all(p, c, i, sc, here))
                return false;
        } else if (code_takes_address(c, i)) {
            return plan_refuse(p, here, "the control around a barrier takes an address");
        } else if (code_changes(c, i, &target, &is_direct)) {
            variable *v =
                target == NO_TOKEN || !is_direct ? NULL : plan_variable(p, c, target, sc, here);
            if (!v || !need(p, v, here))
                return plan_refuse(p, here, "the control around a barrier changes memory");
        }
    }
    return true;
}

static bool need(plan *p, variable *v, size_t user) {
    size_t length;
    const char *name = name_at(p, v->name, &length);
    if (v->is_shared || (v->is_parameter && !v->changed))
        return true;
    bool is_scalar = v->declared && !v->is_array && !v->is_reference;
    if (!is_scalar)
        return plan_refuse(p, user, "the control around a barrier depends on '%.*s'", (int)length,
                           name);
    const bool known = v->needed && v->class == CLASS_BLOCK;
    v->needed = true;
    v->class = CLASS_BLOCK;
    if (known || v->initializer == NO_TOKEN)
        return true;
    const code c = code_of(p, v->initializer + (plan_char(p, v->initializer) == '='), v->end);
    if (same_for_all(p, &c, v->declared->scope, v->name))
        return true;
    return plan_refuse(p, user,
                       "the control around a barrier depends on '%.*s', which each thread "
                       "has for itself",
                       (int)length, name);
}

/* name op= expression; name++; ++name; of a needed variable: the variable, else NULL. */
static variable *updated(const plan *p, const node *n) {
    const code c = code_of(p, n->begin, n->end);
    size_t target, name = n->begin + (plan_is_name(p, n->begin) ? 0 : 2);
    bool is_direct, changes = false;
    if (n->kind != NODE_STATEMENT || !plan_is_name(p, name))
        return NULL;
    const size_t first = name == n->begin ? name + 1 : n->begin;
    for (size_t i = first; i < n->end && i < first + 3 && !changes; i++)
        changes = code_changes(&c, i, &target, &is_direct) && target == name && is_direct;
    variable *v = changes ? plan_variable(p, &c, name, n->scope, name) : NULL;
    return v && v->needed ? v : NULL;
}

/* ---- walks over the tree -------------------------------------------------------------------- */

bool plan_visit(plan *p, node *n, visitor *visit) {
    for (; n; n = n->next)
        if (!visit(p, n) || !plan_visit(p, n->body, visit) || !plan_visit(p, n->otherwise, visit))
            return false;
    return true;
}

static bool mark_node(plan *p, node *n) {
    if (n->kind == NODE_STATEMENT || n->kind == NODE_DECLARATION)
        mark_changes(p, n->begin, n->end, n->scope, true);
    if (n->header_end)
        mark_changes(p, n->header, n->header_end, n->inner, n->kind != NODE_LOOP);
    /* a loop's header may also change what another loop or the block declares */
    for (size_t v = 0; n->kind == NODE_LOOP && v < p->variable_count; v++)
        if (p->variables[v].changed && p->variables[v].scope != n->inner) {
            const code c = code_of(p, n->header, n->header_end);
            for (size_t i = c.begin; i < c.end; i++) {
                size_t target;
                bool is_direct;
                if (code_changes(&c, i, &target, &is_direct) && target != NO_TOKEN &&
                    plan_variable(p, &c, target, n->inner, target) == &p->variables[v])
                    p->variables[v].changed_aside = true;
            }
        }
    return true;
}

/* What the control around barriers, the sizes of shared arrays and local types need. */
static bool need_node(plan *p, node *n) {
    if (n->header_end) {
        const code c = code_of(p, n->header + 1, n->header_end - 1);
        for (size_t i = c.begin; i < c.end; i++) /* variables that the header declares */
            for (size_t v = 0; v < p->variable_count; v++)
                if (p->variables[v].name == i && !need(p, &p->variables[v], n->begin))
                    return false;
        /* of a declaration only the initial values are expressions; need() has seen them */
        size_t begin = c.begin;
        for (size_t v = 0; v < p->variable_count; v++)
            if (p->variables[v].of_loop && p->variables[v].scope == n->inner &&
                n->kind == NODE_LOOP && p->variables[v].end >= begin)
                begin = p->variables[v].end + 1;
        const code rest = code_of(p, begin, c.end);
        return same_for_all(p, &rest, n->inner, n->begin);
    }
    if (n->kind != NODE_SHARED && n->kind != NODE_TYPE)
        return true;
    const code c = code_of(p, n->begin, n->end);
    for (size_t i = c.begin; i < c.end; i++) {
        variable *v = c.stream->tokens[i].kind == TOKEN_IDENTIFIER
                          ? plan_variable(p, &c, i, n->scope, i)
                          : NULL;
        if (v && !need(p, v, i))
            return false;
    }
    return true;
}

static bool update_node(plan *p, node *n) {
    variable *v = updated(p, n);
    if (!v)
        return true;
    n->kind = NODE_UPDATE;
    const code c = code_of(p, n->begin, n->end);
    return same_for_all(p, &c, n->scope, n->begin);
}

/* Regions must leave the block's variables alone. */
static bool check_block_variables(plan *p, node *n) {
    if (n->kind != NODE_STATEMENT && n->kind != NODE_DECLARATION)
        return true;
    const code c = code_of(p, n->begin, n->end);
    for (size_t i = c.begin; i < c.end; i++) {
        size_t target, length;
        bool is_direct;
        if (!code_changes(&c, i, &target, &is_direct) || target == NO_TOKEN)
            continue;
        const variable *v = plan_variable(p, &c, target, n->scope, target);
        if (!v || v->class != CLASS_BLOCK || target == v->name || v->declared == n)
            continue;
        const char *name = name_at(p, v->name, &length);
        return plan_refuse(p, i,
                           "the control around a barrier depends on '%.*s', which threads "
                           "change",
                           (int)length, name);
    }
    return true;
}

static size_t count_needed(const plan *p) {
    size_t count = 0;
    for (size_t v = 0; v < p->variable_count; v++)
        count += p->variables[v].needed;
    return count;
}

bool variables_find_block(plan *p, size_t parameters, size_t parameters_end) {
    declare_parameters(p, parameters, parameters_end);
    plan_visit(p, p->body, mark_node);
    if (!plan_visit(p, p->body, need_node))
        return false;
    for (size_t before = (size_t)-1; before != count_needed(p);) {
        before = count_needed(p);
        if (!plan_visit(p, p->body, update_node))
            return false;
    }
    return plan_visit(p, p->body, check_block_variables);
}
