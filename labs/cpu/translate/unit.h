/* unit.h - one translation unit: its files, what its names are, and its diagnostics.
 *
 * Every file of the unit is walked three times: the first walk only collects names, since a
 * function may be marked __device__ after its first declaration; the second notes what seems to be
 * used from the wrong side (suspects.c); the third makes the edits and the diagnostics.
 */
#ifndef TRANSLATE_UNIT_H
#define TRANSLATE_UNIT_H

#include "edit.h"
#include "lex.h"

/* CUDA's qualifiers, as bits. */
enum {
    QUALIFIER_GLOBAL = 1,
    QUALIFIER_DEVICE = 2,
    QUALIFIER_HOST = 4,
    QUALIFIER_CONSTANT = 8,
    QUALIFIER_SHARED = 16,
    QUALIFIER_MANAGED = 32
};

/* What is known of the functions with one name (overloads count together). */
enum {
    FUNCTION_HOST_DECLARED = 1, /* neither __device__ nor __global__ */
    FUNCTION_HOST_DEFINED = 2,
    FUNCTION_DEVICE_DECLARED = 4, /* __device__ and not __host__ */
    FUNCTION_DEVICE_DEFINED = 8,
    FUNCTION_BOTH = 16, /* __host__ __device__ or constexpr */
    FUNCTION_GLOBAL = 32,
    FUNCTION_TEMPLATE = 64,
    FUNCTION_MEMBER = 128, /* a class has a member of this name: unqualified calls are ambiguous */
    FUNCTION_CONSTEXPR = 256,   /* constexpr alone: the host's without -expt-relaxed-constexpr */
    FUNCTION_HOST_MEMBER = 512, /* a member, or an operator, without __device__ in its class */
    FUNCTION_DEVICE_OUTSIDE = 1024, /* __device__ where it is defined, outside its class */
    FUNCTION_HOST_CONSTRUCTOR = 2048
};

/* What g++ shall tell of the uses of a name; whether a function has such uses, and whether they may
 * be right (suspects.c). */
enum {
    SUSPECT_VARIABLE = 1,
    SUSPECT_CALL = 2,
    SUSPECT_ANY = 4,
    SUSPECT_SOFT = 8,
    SUSPECT_LIBRARY = 16, /* of C's library */
    SUSPECT_LAUNCH = 32,  /* launched, and no kernel */
    SUSPECT_MEMBER = 64   /* a member or an operator */
};

/* What is known of the variables with one name at namespace scope. */
enum {
    VARIABLE_HOST = 1, /* no CUDA qualifier, no constant expression */
    VARIABLE_OTHER = 2,
    VARIABLE_NAMED_TYPE = 8, /* of the host, of a type with a name of its own */
    VARIABLE_DEVICE = 4      /* in memory that device code may change */
};

typedef struct named_bits {
    const char *name;
    unsigned bits;
} named_bits;

typedef struct name_table {
    named_bits *entries; /* open addressing; NULL name: free */
    size_t count, capacity;
} name_table;

typedef struct source_file {
    const char *path;       /* as the compiler would show it */
    const char *identity;   /* absolute, links resolved */
    const char *output;     /* the translated file */
    const char *given_name; /* by which g++ finds it, too (include.c); may be NULL */
    source_text text;
    edit_list edits;
    bool walked[3];
    bool quiet; /* of a system folder: no warnings */
} source_file;

typedef struct include_macro include_macro;

typedef struct translation_unit {
    /* options */
    bool rdc, no_warnings, warnings_are_errors;
    bool check; /* for the checked build */
    bool plain; /* no extras */
    bool relaxed_constexpr;
    int arch; /* 900 for sm_90 */
    const char *output_folder;
    const char **include_folders, **quiet_folders;
    const char **before; /* files included before the first line */
    size_t before_count;
    const char *system_folder; /* its headers are g++'s; may be NULL */
    size_t include_folder_count, quiet_folder_count;
    /* state */
    source_file **files;
    size_t file_count;
    include_macro *include_macros; /* every #define and -D (include.c) */
    size_t include_macro_count;
    name_table functions, variables;
    name_table suspects;     /* names that a function may use from the wrong side: SUSPECT_* */
    name_table suspicious;   /* "FILE:BYTE" of the bodies of such functions */
    name_table sized;        /* ... that declare an array whose size has a name in it */
    name_table macros;       /* those that stand for qualifiers */
    name_table loops;        /* functions with a loop, or that call one with a loop */
    bool collecting;         /* first and second walk: no edits, no messages */
    bool suspecting;         /* second walk */
    bool has_constants;      /* a __constant__ variable was seen */
    bool has_waits;          /* a thread may wait by other means than CUDA's own functions */
    bool has_choice;         /* ? */
    bool has_indexed_choice; /* (c ? a : b)[i], or what may be one (walk.c) */
    bool has_macro_index;    /* a[i] in a macro, where a may be a choice */
    bool has_copies;         /* a class was seen whose copies may run code */
    bool has_extras;         /* an edit was made that --plain leaves out */
    bool has_deprecated;     /* the program itself says so of something */
    unsigned errors;
} translation_unit;

unsigned names_get(const name_table *t, const char *name, size_t length);
void names_add(name_table *t, const char *name, size_t length, unsigned bits);

/* The file at `path`, read and tokenized on first use; NULL if it cannot be read. */
source_file *unit_open(translation_unit *u, const char *path);
/* The file that #include `spelling` ("name" or <name>, delimiters included) in `from` names, if it
 * is one of the user's; NULL for what g++ shall find by itself. */
source_file *unit_include(translation_unit *u, const source_file *from, const char *spelling,
                          size_t length);

/* A macro that an #include may name (include.c): of a #define; of an option, NAME=VALUE. */
void include_macro_add(translation_unit *u, const char *name, size_t length, const char *body,
                       size_t size);
bool include_has_macro(const translation_unit *u, const char *name, size_t length);
void include_option_macro(translation_unit *u, const char *text);
/* Walks a file that is included before the first line of the unit. */
void include_before(translation_unit *u, const char *name);

/* "file:line:column: error|warning: ..." on stderr, silent in the first walk. An error makes the
 * translator fail. */
void unit_error(translation_unit *u, const source_file *f, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void unit_warning(translation_unit *u, const source_file *f, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Walks the file and, at each include of a user's file, that file (walk.c). */
void walk_file(translation_unit *u, source_file *f);

#endif
