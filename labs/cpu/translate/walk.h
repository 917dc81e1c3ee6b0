/* walk.h - the state of the walk through one file, for those who take part in it: walk.c,
 * symbols.c, include.c, library.c, local.c, bounds.c, parameters.c, refuse.c, cast.c, members.c,
 * host_variables.c, suspects.c, warp_step.c.
 */
#ifndef TRANSLATE_WALK_H
#define TRANSLATE_WALK_H

#include "declaration.h"
#include "unit.h"

typedef enum { SCOPE_NAMESPACE, SCOPE_CLASS, SCOPE_FUNCTION, SCOPE_BLOCK } scope_kind;

/* Whose code a function is. NONE: as the scope around it. UNKNOWN: templates and __host__
 * __device__, which may run on either side. */
typedef enum {
    CONTEXT_NONE,
    CONTEXT_UNKNOWN,
    CONTEXT_HOST,
    CONTEXT_DEVICE,
    CONTEXT_GLOBAL
} code_context;

/* What is known of the names in a function: parameters' types count as names too. */
enum { LOCAL_NAME = 1, LOCAL_VARIABLE = 2 };

typedef struct scope {
    scope_kind kind;
    code_context context;
    bool kernel;        /* the body of a __global__ function */
    bool light;         /* ... without loops */
    bool outermost;     /* the body of a function, not of a lambda in it */
    bool device_side;   /* __global__ or __device__, perhaps __host__ too */
    bool is_kept;       /* never left out by a compiler: neither static nor inline */
    bool is_plain;      /* neither a member nor a template: its names are its own or the file's */
    name_table *locals; /* names declared in the function so far */
    size_t open, close; /* the parentheses around a kernel's parameters */
} scope;

typedef struct bracket {
    size_t at;    /* its token */
    char kind;    /* ( [ { */
    bool is_call; /* ( after a name: perhaps a macro's arguments */
    scope scope;  /* of a { */
} bracket;

typedef struct saved_state {
    bracket *brackets;
    size_t depth;
} saved_state;

typedef struct walker {
    translation_unit *u;
    source_file *f;
    const source_text *s;
    const token_stream *stream;
    bool in_definition;     /* the stream is the body of a #define */
    bool defines_qualifier; /* ... that stands for qualifiers */
    bool mentions_arch;     /* the file asks for __CUDA_ARCH__ */
    bracket *brackets;
    size_t depth, capacity;
    size_t declaration_begin; /* first token of the declaration or statement at hand */
    size_t body_at;           /* the brace that opens body_scope */
    scope body_scope;
    bool device_lambda; /* __device__ seen in a function: the next brace is a lambda's */
    saved_state *saved; /* at every open #if */
    size_t saved_count;
    size_t step_end, step_name; /* the last statement: behind it; what it adds to (warp_step.c) */
    unsigned step_offset;
    bool step_warned;
} walker;

/* The token if it is a single punctuation character, else '\0'. */
char walk_char(const walker *w, size_t i);
bool walk_is(const walker *w, size_t i, const char *word);
/* One of these words, of which the last is NULL. */
bool walk_is_any(const walker *w, size_t i, const char *const *words);
/* An identifier that is no keyword of a statement. */
bool walk_is_name(const walker *w, size_t i);
/* Whether directives may not stand here: edits are made in place. */
bool walk_in_place(const walker *w);
/* The scope of the function or lambda at hand whose side is known; NULL outside. */
scope *walk_function(walker *w);
/* May (c ? a : b)[i] be among the unit's expressions? g++ 12 copies i for each of the two, without
 * what it stores on the way: temporaries, and values that its sanitizers look at. */
bool walk_may_index_choice(const translation_unit *u);
/* In the body of a class. */
bool walk_in_class(const walker *w);
void walk_insert(walker *w, size_t offset, const char *text);
void walk_delete_token(walker *w, size_t i);
void walk_replace_token(walker *w, size_t i, const char *text);

/* Translates the declaration at namespace or class scope that begins at i and sets body_at
 * (symbols.c). */
void walk_declaration(walker *w, size_t i);
/* Translates a qualifier, and checks a call, at identifier i (symbols.c). */
void walk_word(walker *w, size_t i);

/* Names used from the wrong side (suspects.c): in the second walk, notes the use at i in the
 * function whose scope is outer; in the third, tells g++ at their declarations and around such
 * functions. */
void suspects_note(walker *w, size_t i, const scope *outer, unsigned kind);
/* Whether the token at i is part of an operand that nobody evaluates. */
bool suspects_is_unevaluated(const walker *w, size_t i);
/* The same of a body that may use `name` without saying it. */
void suspects_note_body(walker *w, size_t i, const scope *outer, const char *name, unsigned kind);
/* The local variable declared at i in device code: an array, whose size g++ has to know. */
void suspects_note_array(walker *w, size_t i);
void suspects_begin(translation_unit *u);
bool suspects_in_macro(const walker *w);
void suspects_declaration(walker *w, const declaration *d, const char *message, unsigned kind);
/* The same of a variable behind the first of its declaration, at its name. */
void suspects_declarator(walker *w, size_t name, const char *message, unsigned kind);
void suspects_open_body(walker *w, size_t brace);
void suspects_close_body(walker *w, size_t open, size_t brace);

/* Translates what the #include at t names (include.c). */
void walk_include(walker *w, const token *t);

/* The call at i in device code, of the host's library perhaps; what that needs at the unit's
 * beginning (library.c). */
void library_call(walker *w, size_t i, const scope *outer);
/* The name at i in host code, of one of the device's functions perhaps. */
void library_call_on_host(walker *w, size_t i, const scope *outer);
/* Is the name at i that of a function of CUDA's, which the program has no macro of? */
bool library_is_function(const walker *w, size_t i);
void library_begin(translation_unit *u);

/* Whether the unit may have a class whose copies run code, of which the identifier at i is a sign;
 * the beginning of the lambda that is the kernel's body, from [ to { (parameters.c). */
void parameters_note(walker *w, size_t i);
void parameters_open_body(walker *w, size_t brace, size_t open, size_t close);
/* The end of that lambda at a kernel's last brace, and how the kernel is called by its address. */
void parameters_close_body(walker *w, size_t brace, size_t open, size_t close);

/* Tells as errors what nvcc refuses for how it is written: a declaration of a kernel, of a
 * variable; at qualifier i, a variable of a function; at word i, what device code cannot do
 * (refuse.c). */
/* Variables of the host in device code (host_variables.c). d declares variables. */
void host_variables_collect(walker *w, const declaration *d);
void host_variables_tell(walker *w, const declaration *d);
void host_variables_check(walker *w, size_t i, const scope *outer);
/* Member functions, constructors and operators of the host in device code (members.c). d declares a
 * function; i is a name in device code, also behind . and -> and ::. */
void members_collect(walker *w, const declaration *d);
bool members_is_host(const walker *w, const declaration *d);
void members_tell(walker *w, const declaration *d);
void members_check(walker *w, size_t i, const scope *outer);
void members_check_operators(walker *w, size_t i, const scope *outer); /* any word of the body */
void refuse_kernel(walker *w, const declaration *d);
void refuse_variable(walker *w, const declaration *d);
void refuse_local(walker *w, size_t i);
void refuse_word(walker *w, size_t i);

/* Warns at the end of a statement of sums that need the lanes of a warp in step (warp_step.c). */
void warp_step_note(walker *w, size_t semicolon);

/* Translates the cast whose parenthesis opens at i, if it is one to an integer (cast.c). */
void walk_cast(walker *w, size_t i);

/* Makes the kernel d tell its launch bounds, if it has any (bounds.c). */
void walk_launch_bounds(walker *w, const declaration *d);
/* Translates the statement that begins at i in a function, if it declares local arrays
 * (local.c). */
void walk_local(walker *w, size_t i);

#endif
