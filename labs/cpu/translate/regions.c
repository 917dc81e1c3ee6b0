/* The text of a kernel's second version.
 *
 *   , [=](::cpu_device::regions &cpudev_r) -> ::cpu_device::region_end {
 *       CPUDEV_BETWEEN_REGIONS                            threadIdx and what waits cannot be named
 *       for (int d = n; d; d /= 2) {
 *           cpudev_r.each([&, d = d](const uint3 threadIdx, const unsigned cpudev_i) ... {
 *               int const t = threadIdx.x;                declared again
 *               auto x = cpudev_v1[cpudev_i];             one place for each thread
 *               { statements; ::cpu_device::keep(cpudev_v1[cpudev_i], x); }
 *           });
 *       }
 *   }
 *
 * Its lines carry the marker of a system header: what g++ warns of, it has said of the kernel
 * itself.
 */
#include "regions.h"

#include <stdarg.h>

#include "memory.h"

char plan_char(const plan *p, size_t i) {
    return walk_char(p->w, i);
}

bool plan_is(const plan *p, size_t i, const char *word) {
    return walk_is(p->w, i, word);
}

bool plan_is_name(const plan *p, size_t i) {
    return walk_is_name(p->w, i);
}

bool plan_refuse(plan *p, size_t token, const char *format, ...) {
    if (*p->why)
        return false; /* the first reason says most */
    size_t line = lex_line(p->s, p->stream->tokens[token].begin);
    int n = snprintf(p->why, sizeof p->why, "line %zu: ", line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(p->why + n, sizeof p->why - (size_t)n, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- regions -------------------------------------------------------------------------------- */

static bool declares_for_block(const plan *p, const node *n, const variable *v) {
    (void)p;
    return v->declared == n && v->class == CLASS_BLOCK;
}

/* A variable of the block can be declared before the region at hand if nothing in that region can
 * matter to its value. */
static bool splits(const plan *p, const node *n) {
    for (size_t i = 0; i < p->variable_count; i++) {
        const variable *v = &p->variables[i];
        if (!declares_for_block(p, n, v) || v->initializer == NO_TOKEN)
            continue;
        const code c = {p->s, p->stream, v->initializer + (plan_char(p, v->initializer) == '='),
                        v->end};
        if (!variables_is_pure_code(p, &c, v->scope, v->name))
            return true;
    }
    return false;
}

/* Gives the nodes of a list their regions. */
static void number_regions(plan *p, node *n) {
    size_t open = NO_TOKEN;
    for (; n; n = n->next) {
        n->region = NO_TOKEN;
        switch (n->kind) {
        case NODE_DECLARATION:
            if (splits(p, n))
                open = NO_TOKEN;
            /* fall through */
        case NODE_STATEMENT:
            if (open == NO_TOKEN)
                open = p->regions++;
            n->region = open;
            break;
        case NODE_SHARED:
        case NODE_TYPE:
            n->region = open;
            break;
        default:
            open = NO_TOKEN;
            number_regions(p, n->body);
            number_regions(p, n->otherwise);
        }
    }
}

/* ---- checks --------------------------------------------------------------------------------- */

static bool check_code(plan *p, size_t begin, size_t end) {
    char why[200];
    const code c = {p->s, p->stream, begin, end};
    return calls_never_wait(p->u, &c, why, sizeof why) || plan_refuse(p, begin, "%s", why);
}

static bool check_node(plan *p, node *n) {
    for (size_t i = n->begin; i < n->end && n->kind == NODE_STATEMENT; i++)
        if (plan_is(p, i, "return")) {
            p->returns = true;
            if (plan_char(p, i + 1) != ';')
                return plan_refuse(p, i, "it returns something");
        }
    if (n->header_end)
        return check_code(p, n->header, n->header_end);
    return n->kind == NODE_BARRIER || n->body || check_code(p, n->begin, n->end);
}

/* ---- writing -------------------------------------------------------------------------------- */

static size_t begin_of(const plan *p, size_t token) {
    return p->stream->tokens[token].begin;
}

static size_t end_of(const plan *p, size_t token) {
    return p->stream->tokens[token].end;
}

static void write_marker(const plan *p, FILE *out, size_t token, const char *flags) {
    fprintf(out, "\n# %zu \"", lex_line(p->s, begin_of(p, token)));
    for (const char *c = p->w->f->path; *c; c++) {
        if (*c == '"' || *c == '\\')
            fputc('\\', out);
        fputc(*c, out);
    }
    fprintf(out, "\"%s\n", flags);
}

/* The tokens [from, to) as they stand, with the edits made to them. */
static void write_tokens(const plan *p, FILE *out, size_t from, size_t to) {
    if (from < to)
        edit_write_part(out, p->s, &p->w->f->edits, p->first_edit, begin_of(p, from),
                        end_of(p, to - 1));
}

static void write_name(const plan *p, FILE *out, const variable *v) {
    fwrite(p->s->text + begin_of(p, v->name), 1, end_of(p, v->name) - begin_of(p, v->name), out);
}

static void write_statement(const plan *p, FILE *out, const node *n) {
    write_marker(p, out, n->begin, " 3");
    size_t from = n->begin;
    for (size_t i = n->begin; i < n->end; i++)
        if (plan_is(p, i, "return")) {
            write_tokens(p, out, from, i);
            fputs(" return cpudev_r.leave(cpudev_i)", out);
            from = i + 1;
        }
    write_tokens(p, out, from, n->end);
}

/* `type *name[4] = value;`, with a const for the variable itself. */
static void write_declarator(const plan *p, FILE *out, const variable *v, bool make_const) {
    write_tokens(p, out, v->type, v->type_end);
    fputc(' ', out);
    write_tokens(p, out, v->begin, v->name);
    if (make_const && !v->is_const)
        fputs(" const", out);
    fputc(' ', out);
    write_tokens(p, out, v->name, v->end);
    fputs(";", out);
}

/* Classes of their own may do something when they end. */
static void write_type_check(const plan *p, FILE *out, const variable *v) {
    if (v->is_plain || v->is_pointer || v->is_reference)
        return;
    fputs(" CPUDEV_PLAIN_DATA(", out);
    write_name(p, out, v);
    fputs(");", out);
}

static void write_declaration(const plan *p, FILE *out, const node *n) {
    write_marker(p, out, n->begin, " 3");
    for (size_t i = 0; i < p->variable_count; i++) {
        const variable *v = &p->variables[i];
        if (v->declared != n || v->class == CLASS_BLOCK)
            continue;
        write_declarator(p, out, v, v->class == CLASS_AGAIN);
        write_type_check(p, out, v);
    }
}

static const bool *uses(const plan *p, size_t region) {
    return &p->used[region * p->variable_count];
}

static void write_captures(const plan *p, FILE *out, size_t region) {
    for (size_t i = 0; i < p->variable_count; i++) {
        const variable *v = &p->variables[i];
        if (!uses(p, region)[i] || v->class != CLASS_BLOCK || (v->is_const && !v->changed))
            continue;
        fputs(", ", out);
        write_name(p, out, v);
        fputs(" = ", out);
        write_name(p, out, v);
    }
}

/* What the region uses of earlier ones. */
static void write_prologue(const plan *p, FILE *out, size_t region) {
    for (size_t i = 0; i < p->variable_count; i++) {
        const variable *v = &p->variables[i];
        if (!uses(p, region)[i] || (v->declared && v->region == region))
            continue;
        if (v->class == CLASS_AGAIN) {
            write_marker(p, out, v->name, " 3");
            write_declarator(p, out, v, true);
        } else if (v->class == CLASS_SLOT) {
            fprintf(out, "%sauto %s", v->is_const ? "const " : "", v->is_array ? "&" : "");
            write_name(p, out, v);
            fprintf(out, " = cpudev_v%u[cpudev_i];", v->slot);
        }
    }
}

static void write_epilogue(const plan *p, FILE *out, size_t region) {
    for (size_t i = 0; i < p->variable_count; i++) {
        const variable *v = &p->variables[i];
        const bool is_here = v->declared && v->region == region;
        if (v->class != CLASS_SLOT || !uses(p, region)[i] ||
            (!is_here && (v->is_const || v->is_array)))
            continue;
        fprintf(out, "::cpu_device::keep(cpudev_v%u[cpudev_i], ", v->slot);
        write_name(p, out, v);
        fputs(");", out);
    }
}

/* auto *const cpudev_v1 = cpudev_r.slots<float[4]>(1); */
static void write_slot(const plan *p, FILE *out, const variable *v) {
    fprintf(out, "auto *const cpudev_v%u = cpudev_r.slots<std::remove_cv_t<", v->slot);
    if (v->is_parameter) {
        fputs("decltype(", out);
        write_name(p, out, v);
        fputs(")", out);
    } else {
        write_tokens(p, out, v->type, v->type_end);
        fputc(' ', out);
        write_tokens(p, out, v->begin, v->name);
        size_t to = v->name + 1;
        while (plan_char(p, to) == '[')
            to = skip_group(p->s, p->stream, to);
        write_tokens(p, out, v->name + 1, to);
    }
    fprintf(out, ">>(%u);", v->slot);
}

static bool is_of_region(const node *n, size_t region) {
    return n->region == region && (n->kind == NODE_STATEMENT || n->kind == NODE_DECLARATION);
}

/* Declarations of what is declared again need no loop. */
static bool does_something(const plan *p, const node *n) {
    if (n->kind == NODE_STATEMENT)
        return true;
    for (size_t i = 0; i < p->variable_count; i++) {
        const variable *v = &p->variables[i];
        if (v->declared == n && v->class != CLASS_BLOCK && !v->is_pure &&
            v->initializer != NO_TOKEN)
            return true;
    }
    return false;
}

static bool may_return(const plan *p, const node *n) {
    for (size_t i = n->begin; i < n->end; i++)
        if (plan_is(p, i, "return"))
            return true;
    return false;
}

static void write_each(const plan *p, FILE *out, size_t region) {
    fprintf(out, "cpudev_r.%s([&", p->returns ? "each_left" : "each");
    write_captures(p, out, region);
    fputs("](const uint3 threadIdx, const unsigned cpudev_i) __attribute__((always_inline)) "
          "-> ::cpu_device::region_end {(void)threadIdx;(void)cpudev_i;",
          out);
    write_prologue(p, out, region);
    fputs("{", out);
}

/* The region of the nodes from n on. */
static void write_region(const plan *p, FILE *out, const node *n) {
    const size_t region = n->region;
    bool is_empty = true, returns = false;
    for (const node *m = n; m; m = m->next)
        if (is_of_region(m, region)) {
            is_empty &= !does_something(p, m);
            returns |= m->kind == NODE_STATEMENT && may_return(p, m);
        }
    write_marker(p, out, n->begin, " 3");
    for (size_t i = 0; i < p->variable_count; i++) {
        const variable *v = &p->variables[i];
        if (v->class == CLASS_SLOT && v->declared && v->region == region)
            write_slot(p, out, v);
    }
    if (is_empty)
        return;
    write_each(p, out, region);
    for (const node *m = n; m; m = m->next)
        if (is_of_region(m, region)) {
            if (m->kind == NODE_STATEMENT)
                write_statement(p, out, m);
            else
                write_declaration(p, out, m);
        }
    write_epilogue(p, out, region);
    fputs("} return {};});", out);
    if (returns)
        fputs("if (cpudev_r.all_returned()) return {};", out);
}

/* What is declared for the whole block: once, before the region in which it stands. */
static void write_for_block(const plan *p, FILE *out, const node *n) {
    write_marker(p, out, n->begin, " 3");
    if (n->kind != NODE_DECLARATION) {
        write_tokens(p, out, n->begin, n->end);
        return;
    }
    for (size_t i = 0; i < p->variable_count; i++)
        if (declares_for_block(p, n, &p->variables[i]))
            write_declarator(p, out, &p->variables[i], false);
}

static void write_list(const plan *p, FILE *out, const node *n);

static void write_control(const plan *p, FILE *out, const node *n) {
    write_marker(p, out, n->begin, " 3");
    if (n->kind == NODE_DO)
        fputs("do", out);
    else if (n->header_end)
        write_tokens(p, out, n->begin, n->header_end);
    fputs(" {", out);
    write_list(p, out, n->body);
    fputs("}", out);
    if (n->otherwise) {
        fputs(" else {", out);
        write_list(p, out, n->otherwise);
        fputs("}", out);
    }
    if (n->kind == NODE_DO) {
        write_marker(p, out, n->header, " 3");
        fputs("while ", out);
        write_tokens(p, out, n->header, n->header_end);
        fputs(";", out);
    }
}

static void write_list(const plan *p, FILE *out, const node *n) {
    size_t written = NO_TOKEN;
    for (; n; n = n->next) {
        switch (n->kind) {
        case NODE_STATEMENT:
        case NODE_DECLARATION:
            if (n->region == written)
                break;
            written = n->region;
            for (const node *m = n; m; m = m->next)
                if (m->region == written && m->kind != NODE_STATEMENT)
                    write_for_block(p, out, m);
            write_region(p, out, n);
            break;
        case NODE_SHARED:
        case NODE_TYPE:
            if (n->region == NO_TOKEN)
                write_for_block(p, out, n);
            break;
        case NODE_UPDATE:
        case NODE_JUMP:
            write_marker(p, out, n->begin, " 3");
            write_tokens(p, out, n->begin, n->end);
            break;
        case NODE_BARRIER:
            fputs("cpudev_r.barrier();", out);
            break;
        default:
            write_control(p, out, n);
        }
    }
}

/* Parameters that threads change: each thread has its own from the start. */
static void write_parameters(const plan *p, FILE *out) {
    for (size_t i = 0; i < p->variable_count; i++) {
        const variable *v = &p->variables[i];
        if (!v->is_parameter || v->class != CLASS_SLOT)
            continue;
        write_slot(p, out, v);
        fprintf(out, "cpudev_r.fill(cpudev_v%u, ", v->slot);
        write_name(p, out, v);
        fputs(");", out);
    }
}

static char *write_version(const plan *p) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        fputs("nvcc-cpu: error: out of memory\n", stderr);
        exit(3);
    }
    fputs(", [=](::cpu_device::regions &cpudev_r) -> ::cpu_device::region_end {", out);
    write_marker(p, out, p->open, " 3");
    fputs("CPUDEV_BETWEEN_REGIONS ", out);
    write_parameters(p, out);
    if (p->returns)
        fputs("cpudev_r.may_return();", out);
    write_list(p, out, p->body);
    fputs("return {};}", out);
    write_marker(p, out, p->close, "");
    fclose(out);
    return text;
}

static bool make_plan(plan *p, const scope *kernel) {
    return statements_parse(p) &&
           variables_find_block(p, kernel->parameters, kernel->parameters_end) &&
           plan_visit(p, p->body, check_node) && (number_regions(p, p->body), true) &&
           variables_find_lives(p);
}

static bool has_barrier(const plan *p) {
    for (size_t i = p->open; i < p->close; i++)
        if (walk_is(p->w, i, "__syncthreads"))
            return true;
    return false;
}

static void explain(const plan *p, const scope *kernel, bool is_planned, bool waits) {
    fprintf(stderr, "nvcc-cpu: %s:%zu: kernel %.*s: ", p->w->f->path, lex_line(p->s, kernel->name),
            (int)(kernel->name_end - kernel->name), p->s->text + kernel->name);
    if (is_planned)
        fprintf(stderr, "%zu region%s\n", p->regions, p->regions == 1 ? "" : "s");
    else if (waits)
        fprintf(stderr, "fibers (%s)\n", p->why);
    else
        fputs("no __syncthreads() of its own\n", stderr);
}

char *regions_version(walker *w, size_t open, size_t close, const scope *kernel) {
    plan p = {.w = w,
              .u = w->u,
              .s = w->s,
              .stream = w->stream,
              .open = open,
              .close = close,
              .first_edit = kernel->first_edit};
    if (w->u->plain || walk_in_place(w))
        return NULL;
    const bool waits = has_barrier(&p);
    const bool is_planned = waits && make_plan(&p, kernel);
    if (w->u->explain)
        explain(&p, kernel, is_planned, waits);
    if (!is_planned)
        return NULL;
    w->u->has_extras = true;
    return write_version(&p);
}
