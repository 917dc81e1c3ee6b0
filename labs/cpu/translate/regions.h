/* regions.h - a second version of a kernel that runs a block region by region.
 *
 * The statements of a kernel between two barriers are a region. Where every barrier stands at the
 * top level of the body, or of loops and ifs that all threads take alike, the kernel can run as
 * loops over the threads, one a region (cpu_device/regions.h):
 *
 *   calls.c       what a kernel calls, and whether that may wait for other threads
 *   code.c        what tokens do: take an address, change a variable
 *   statements.c  the kernel's statements: barriers, the control around them, the rest
 *   variables.c   the variables, and which of them are the block's
 *   lives.c       which of the threads' variables live on from region to region, and how
 *   regions.c     the text of the second version
 *
 * None of them knows types. What goes by their guess alone is written so that a wrong guess does
 * not compile; see there.
 */
#ifndef TRANSLATE_REGIONS_H
#define TRANSLATE_REGIONS_H

#include "walk.h"

/* ---- the table of code (calls.c) ------------------------------------------------ */

/* Tokens [begin, end) of a stream. */
typedef struct code {
    const source_text *s;
    const token_stream *stream;
    size_t begin, end;
} code;

/* First walk: the function whose body opens at `brace`; the macro whose body is `body`. */
void calls_note_function(walker *w, size_t brace);
void calls_note_macro(walker *w, const token *name, const token_stream *body);
/* First walk: notes what the declaration at i says if it is a typedef of a plain type. */
void calls_note_typedef(walker *w, size_t i);
/* The bodies of the macros with that name, from number *n on (counted up); false: no more. */
bool calls_macro(const translation_unit *u, const char *name, size_t length, size_t *n, code *body);
/* Whether the code waits for no other thread, as far as can be seen; else why says what it does. */
bool calls_never_wait(translation_unit *u, const code *c, char *why, size_t size);
/* Whether the name at i is given to a function that may change it. */
bool calls_may_change(const translation_unit *u, const code *c, size_t i);
/* A function of the device whose result depends on its arguments alone. */
bool calls_is_pure(const source_text *s, const token *t);
/* float, unsigned, size_t, float4 ...: words of arithmetic and vector types. */
bool calls_is_plain_type(const translation_unit *u, const source_text *s, const token *t);

/* ---- statements --------------------------------------------------------------------------- */

typedef enum {
    NODE_STATEMENT,   /* of a region */
    NODE_DECLARATION, /* of simple variables: each may be the block's or a thread's */
    NODE_SHARED,      /* __shared__ variables */
    NODE_TYPE,        /* typedef, using, static constexpr */
    NODE_BARRIER,
    NODE_UPDATE, /* of a variable of the block: once for all threads */
    NODE_JUMP,   /* break or continue of a loop around barriers */
    NODE_BLOCK,  /* { } around barriers */
    NODE_IF,
    NODE_LOOP, /* for or while */
    NODE_DO
} node_kind;

typedef struct node {
    node_kind kind;
    size_t begin, end;         /* tokens */
    size_t header, header_end; /* for, while, if: ( and the token after ); do: the same, behind */
    struct node *body, *otherwise; /* first of a list */
    struct node *next;
    unsigned scope, inner; /* in which it stands; of a for's variables */
    size_t region;
} node;

/* ---- variables ---------------------------------------------------------------------------- */

typedef enum {
    CLASS_INSIDE, /* used in the region that declares it */
    CLASS_AGAIN,  /* never changed, of pure origin: declared again where it is used */
    CLASS_SLOT,   /* one place for each thread */
    CLASS_BLOCK   /* the same for all threads, and declared once */
} variable_class;

typedef struct variable {
    size_t name; /* token */
    unsigned scope;
    bool is_parameter, is_shared, of_loop; /* of_loop: declared in a for's header */
    bool is_const, is_pointer, is_reference, is_auto, is_array, is_plain;
    size_t type, type_end, begin, end; /* tokens: of the type, of the declarator */
    size_t initializer;                /* its = ( or {; NO_TOKEN */
    node *declared;                    /* NULL: a parameter */
    bool needed;                       /* by the control around barriers */
    bool is_pure; /* never changed, and of an origin that gives the same value again */
    bool changed, changed_aside; /* anywhere; elsewhere than in its loop's header */
    bool given_away;             /* to a function that may change it */
    size_t region;
    bool lives_on; /* used in another region */
    variable_class class;
    unsigned slot;
} variable;

typedef struct plan {
    walker *w;
    translation_unit *u;
    const source_text *s;
    const token_stream *stream;
    size_t open, close; /* the braces of the body */
    size_t first_edit;  /* the edits in the body are those from here on */
    node *body;
    unsigned *parent; /* of each scope; 0: parameters, 1: the body */
    unsigned scopes;
    variable *variables;
    size_t variable_count;
    size_t regions;
    bool *used; /* [region][variable] */
    unsigned slots;
    bool returns; /* a thread may return before the end */
    char why[240];
} plan;

typedef bool visitor(plan *p, node *n);
/* Visits every node of a list and what is in it; false as soon as a visit is. */
bool plan_visit(plan *p, node *list, visitor *visit);

/* Each returns false when the kernel has no second version; p->why then says why. */
bool plan_refuse(plan *p, size_t token, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool statements_parse(plan *p);
bool variables_declare(plan *p, node *n); /* its declarators (variables.c) */
void variables_declare_shared(plan *p, node *n);
/* Finds the block's variables. */
bool variables_find_block(plan *p, size_t parameters, size_t parameters_end);
/* Whether an expression reads no memory that may change, changes and calls nothing
 * (lives.c). */
bool variables_is_pure_code(const plan *p, const code *c, unsigned scope, size_t place);
/* Finds what lives on from region to region, once each node has its region (lives.c). */
bool variables_find_lives(plan *p);
/* The variable that a name stands for at a token; NULL: none of the kernel's. */
variable *variables_find(const plan *p, const char *name, size_t length, unsigned scope, size_t at);

/* Tokens of a piece of code: its punctuation; the address of something is taken; the variable whose
 * name stands at i (place: where the code is used, if it is a macro's); something is changed, by
 * the name at *target (NO_TOKEN: no name), is_direct: not something that it points to. */
char code_char(const code *c, size_t i);
bool code_takes_address(const code *c, size_t i);
bool code_is_operand(const code *c, size_t i);
bool code_changes(const code *c, size_t i, size_t *target, bool *is_direct);
variable *plan_variable(const plan *p, const code *c, size_t i, unsigned scope, size_t place);

char plan_char(const plan *p, size_t i);
bool plan_is(const plan *p, size_t i, const char *word);
bool plan_is_name(const plan *p, size_t i);

/* ---- the whole (regions.c) -------------------------------------------------------- */

/* What follows the kernel's body between the tokens open and close: ", [=](...) {...}", or NULL. */
char *regions_version(walker *w, size_t open, size_t close, const scope *kernel);

#endif
