/* The statements of a kernel as a tree: the control around barriers, and the rest in pieces. */
#include "regions.h"

#include "memory.h"

static size_t skip_statement(const plan *p, size_t i);

/* The token after `word ( ... ) statement`. */
static size_t skip_controlled(const plan *p, size_t i) {
    i++;
    if (plan_is(p, i, "constexpr"))
        i++;
    if (plan_char(p, i) != '(')
        return i;
    return skip_statement(p, skip_group(p->s, p->stream, i));
}

static size_t skip_to_semicolon(const plan *p, size_t i) {
    while (i < p->close) {
        char c = plan_char(p, i);
        if (c == ';')
            return i + 1;
        i = c == '(' || c == '[' || c == '{' ? skip_group(p->s, p->stream, i) : i + 1;
    }
    return i;
}

/* The token after the statement at i. */
static size_t skip_statement(const plan *p, size_t i) {
    if (i >= p->close)
        return i;
    if (plan_char(p, i) == '{')
        return skip_group(p->s, p->stream, i);
    if (plan_is(p, i, "for") || plan_is(p, i, "while") || plan_is(p, i, "switch"))
        return skip_controlled(p, i);
    if (plan_is(p, i, "if")) {
        i = skip_controlled(p, i);
        return plan_is(p, i, "else") ? skip_statement(p, i + 1) : i;
    }
    if (plan_is(p, i, "do"))
        return skip_to_semicolon(p, skip_statement(p, i + 1));
    return skip_to_semicolon(p, i);
}

static bool is_barrier(const plan *p, size_t i) {
    return plan_is(p, i, "__syncthreads") && plan_char(p, i + 1) == '(' &&
           plan_char(p, i + 2) == ')' && plan_char(p, i + 3) == ';';
}

static bool mentions(const plan *p, size_t begin, size_t end, const char *word) {
    for (size_t i = begin; i < end; i++)
        if (plan_is(p, i, word))
            return true;
    return false;
}

/* The first break or continue in a statement that leaves a loop around it; NO_TOKEN: none. */
static size_t jump_out(const plan *p, size_t i, size_t end, bool in_switch) {
    while (i < end) {
        if (plan_is(p, i, "for") || plan_is(p, i, "while") || plan_is(p, i, "do")) {
            i = skip_statement(p, i);
            continue;
        }
        if (plan_is(p, i, "switch")) {
            size_t after = skip_statement(p, i), found = jump_out(p, i + 1, after, true);
            if (found != NO_TOKEN)
                return found;
            i = after;
            continue;
        }
        if (plan_is(p, i, "continue") || (plan_is(p, i, "break") && !in_switch))
            return i;
        i++;
    }
    return NO_TOKEN;
}

static node *new_node(node_kind kind, size_t begin, size_t end, unsigned sc) {
    node *n = checked_realloc(NULL, sizeof *n);
    *n = (node){.kind = kind, .begin = begin, .end = end, .scope = sc, .inner = sc};
    return n;
}

static unsigned new_scope(plan *p, unsigned parent) {
    p->parent = checked_realloc(p->parent, (p->scopes + 1) * sizeof *p->parent);
    p->parent[p->scopes] = parent;
    return p->scopes++;
}

static bool parse_list(plan *p, size_t i, size_t end, unsigned sc, bool in_loop, node **list);

/* The statement under a for, while, if or else: a block's list, or a list of one. */
static bool parse_body(plan *p, size_t i, size_t end, unsigned sc, bool in_loop, node **list) {
    unsigned inner = new_scope(p, sc);
    if (plan_char(p, i) == '{')
        return parse_list(p, i + 1, end - 1, inner, in_loop, list);
    return parse_list(p, i, end, inner, in_loop, list);
}

static bool parse_loop(plan *p, node *n) {
    size_t open = n->begin + 1;
    n->header = open;
    n->header_end = skip_group(p->s, p->stream, open);
    n->inner = new_scope(p, n->scope);
    if (plan_is(p, n->begin, "for")) {
        size_t init_end = skip_to_semicolon(p, open + 1);
        if (init_end > n->header_end)
            return plan_refuse(p, n->begin, "a range-based for goes around a barrier");
        bool declares = plan_is_name(p, open + 1) &&
                        (plan_is_name(p, open + 2) || plan_char(p, open + 2) == '*');
        if (declares) {
            node *d = new_node(NODE_DECLARATION, open + 1, init_end, n->inner);
            size_t first = p->variable_count;
            if (!variables_declare(p, d))
                return plan_refuse(p, n->begin, "the variables of this loop are not understood");
            for (size_t v = first; v < p->variable_count; v++)
                p->variables[v].of_loop = p->variables[v].needed = true;
        }
    }
    return parse_body(p, n->header_end, n->end, n->inner, true, &n->body);
}

static bool parse_if(plan *p, node *n, bool in_loop) {
    n->header = n->begin + 1;
    if (plan_is(p, n->header, "constexpr"))
        n->header++;
    n->header_end = skip_group(p->s, p->stream, n->header);
    size_t then_end = skip_statement(p, n->header_end);
    if (!parse_body(p, n->header_end, then_end, n->scope, in_loop, &n->body))
        return false;
    if (then_end >= n->end)
        return true;
    return parse_body(p, then_end + 1, n->end, n->scope, in_loop, &n->otherwise);
}

static bool parse_do(plan *p, node *n) {
    size_t body_end = skip_statement(p, n->begin + 1);
    n->header = body_end + 1; /* after while */
    n->header_end = skip_group(p->s, p->stream, n->header);
    return parse_body(p, n->begin + 1, body_end, n->scope, true, &n->body);
}

static bool is_label(const plan *p, size_t i) {
    return plan_is(p, i, "case") || plan_is(p, i, "default") ||
           (plan_is_name(p, i) && plan_char(p, i + 1) == ':');
}

/* A macro at the start may hide a declaration; one that stands for a type does not. */
static bool begins_with_macro(const plan *p, size_t i) {
    const token *t = &p->stream->tokens[i];
    code body;
    size_t n = 0;
    bool found = false;
    while (calls_macro(p->u, p->s->text + t->begin, t->end - t->begin, &n, &body)) {
        for (size_t j = body.begin; j < body.end; j++)
            if (!calls_is_plain_type(p->u, body.s, &body.stream->tokens[j]))
                return true;
        found |= body.begin == body.end;
    }
    return found;
}

static bool classify(plan *p, node *n) {
    size_t i = n->begin;
    if (is_label(p, i))
        return plan_refuse(p, i, "there is a label");
    if (begins_with_macro(p, i))
        return plan_refuse(p, i, "a statement begins with a macro");
    bool is_shared = false, is_static = false, is_constant = false;
    for (size_t j = i; j < n->end && plan_char(p, j) != '=' && plan_char(p, j) != '('; j++) {
        is_shared |= plan_is(p, j, "__shared__");
        is_static |= plan_is(p, j, "static") || plan_is(p, j, "extern");
        is_constant |= plan_is(p, j, "constexpr");
    }
    if (is_shared) {
        n->kind = NODE_SHARED;
        variables_declare_shared(p, n);
    } else if (plan_is(p, i, "typedef") || plan_is(p, i, "using") || (is_static && is_constant))
        n->kind = NODE_TYPE;
    else if (is_static)
        return plan_refuse(p, i, "there is a static variable");
    else if (plan_is(p, i, "struct") || plan_is(p, i, "class") || plan_is(p, i, "union") ||
             plan_is(p, i, "enum"))
        return plan_refuse(p, i, "a type is defined in the kernel");
    else if (n->kind == NODE_STATEMENT && !variables_declare(p, n))
        return false;
    return true;
}

static bool parse_one(plan *p, node *n, bool in_loop) {
    size_t i = n->begin;
    bool waits = mentions(p, i, n->end, "__syncthreads");
    if (is_barrier(p, i)) {
        n->kind = NODE_BARRIER;
        return true;
    }
    if (in_loop && (plan_is(p, i, "break") || plan_is(p, i, "continue"))) {
        n->kind = NODE_JUMP;
        return true;
    }
    bool jumps = in_loop && jump_out(p, i, n->end, false) != NO_TOKEN;
    if (!waits && !jumps)
        return plan_char(p, i) == '{' || plan_is(p, i, "if") || plan_is(p, i, "for") ||
                       plan_is(p, i, "while") || plan_is(p, i, "do") || plan_is(p, i, "switch")
                   ? true
                   : classify(p, n);
    if (plan_char(p, i) == '{') {
        n->kind = NODE_BLOCK;
        return parse_body(p, i, n->end, n->scope, in_loop, &n->body);
    }
    if (plan_is(p, i, "if")) {
        n->kind = NODE_IF;
        return parse_if(p, n, in_loop);
    }
    if (plan_is(p, i, "for") || plan_is(p, i, "while")) {
        n->kind = NODE_LOOP;
        return parse_loop(p, n);
    }
    if (plan_is(p, i, "do")) {
        n->kind = NODE_DO;
        return parse_do(p, n);
    }
    return plan_refuse(p, i,
                       waits ? "__syncthreads() is not a statement of its own"
                             : "a switch leaves a loop around a barrier");
}

static bool parse_list(plan *p, size_t i, size_t end, unsigned sc, bool in_loop, node **list) {
    while (i < end) {
        size_t after = skip_statement(p, i);
        if (after <= i || after > end)
            return plan_refuse(p, i, "the statement is not understood");
        if (plan_char(p, i) != ';') {
            node *n = new_node(NODE_STATEMENT, i, after, sc);
            *list = n;
            list = &n->next;
            if (!parse_one(p, n, in_loop))
                return false;
        }
        i = after;
    }
    return true;
}

bool statements_parse(plan *p) {
    for (size_t i = p->open; i < p->close; i++)
        if (p->stream->tokens[i].kind > TOKEN_PUNCTUATION)
            return plan_refuse(p, i, "there is a preprocessor directive in the kernel");
    new_scope(p, 0); /* parameters */
    return parse_list(p, p->open + 1, p->close, new_scope(p, 0), false, &p->body);
}
