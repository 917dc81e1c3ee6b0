/* What of a command line decides what is made of what. Which options there are is not asked here:
 * the CPU device's driver has seen them before (note.c). */
#include "calls.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum meaning {
    NO_MEANING,
    OUTPUT,
    COMPILE,
    COMPILE_RELOCATABLE,
    COMPILE_WHOLE,
    DEVICE_LINK,
    LINK,
    LIBRARY,
    ASK,
    NOTHING,
    RELOCATABLE,
    NO_DEVICE_LINK,
    OBJECT_FOLDER,
    DEPEND,
    DEPEND_FILE,
    DEFINE,
    UNDEFINE,
    INCLUDE_FOLDER,
    HEADER,
    STANDARD,
    LIBRARY_NAME,
    LIBRARY_FOLDER,
    HOST,
    LINKER,
    LANGUAGE,
    PARTIAL
};

/* The value stands nowhere; after the name or behind "="; there or joined to a name of one letter.
 */
enum form { BARE, TAKES, JOINED };

struct option {
    const char *names; /* without dashes */
    enum form form;
    enum meaning meaning;
};

static const struct option of_nvcc[] = {
    {"o output-file", TAKES, OUTPUT},
    {"c compile", BARE, COMPILE},
    {"dc device-c", BARE, COMPILE_RELOCATABLE},
    {"dw device-w", BARE, COMPILE_WHOLE},
    {"dlink device-link", BARE, DEVICE_LINK},
    {"link", BARE, LINK},
    {"lib", BARE, LIBRARY},
    {"E preprocess M generate-dependencies MM generate-nonsystem-dependencies version V help h "
     "dryrun dry-run",
     BARE, ASK},
    {"precompile", BARE, NOTHING},
    {"MD generate-dependencies-with-compile MMD "
     "generate-nonsystem-dependencies-with-compile",
     BARE, DEPEND},
    {"MF dependency-output", TAKES, DEPEND_FILE},
    {"odir output-directory", TAKES, OBJECT_FOLDER},
    {"rdc relocatable-device-code", TAKES, RELOCATABLE},
    {"nodlink no-device-link", BARE, NO_DEVICE_LINK},
    {"D define-macro", JOINED, DEFINE},
    {"U undefine-macro", JOINED, UNDEFINE},
    {"I include-path", JOINED, INCLUDE_FOLDER},
    {"isystem system-include", TAKES, INCLUDE_FOLDER},
    {"include pre-include", TAKES, HEADER},
    {"std", TAKES, STANDARD},
    {"l library", JOINED, LIBRARY_NAME},
    {"L library-path", JOINED, LIBRARY_FOLDER},
    {"Xcompiler compiler-options", TAKES, HOST},
    {"Xlinker linker-options", TAKES, LINKER},
    {"x", TAKES, LANGUAGE},
    {"O optimize m machine", JOINED, NO_MEANING},
    {"lineinfo generate-line-info lto", BARE, NO_MEANING}, /* no libraries */
    {"MT dependency-target-name MQ keep-dir arch gpu-architecture gencode generate-code code "
     "gpu-code ccbin compiler-bindir Werror Xptxas ptxas-options Xnvlink nvlink-options Xcudafe "
     "Xfatbin fatbin-options Xarchive archive-options maxrregcount ftz prec-div prec-sqrt fmad "
     "cudart cudadevrt default-stream diag-suppress diag-warn diag-error t threads split-compile "
     "time",
     TAKES, NO_MEANING},
};

static const struct option of_host[] = {
    {"o", JOINED, OUTPUT},
    {"c S", BARE, COMPILE},
    {"E M MM", BARE, ASK},
    {"r shared", BARE, PARTIAL},
    {"l", JOINED, LIBRARY_NAME},
    {"L", JOINED, LIBRARY_FOLDER},
    {"Xlinker z T u e", TAKES, LINKER},
    {"D U I", JOINED, NO_MEANING},
    {"x include isystem iquote idirafter MF MT MQ", TAKES, NO_MEANING},
};

static const struct option *find(bool by_nvcc, const char *name, size_t length) {
    const struct option *const table = by_nvcc ? of_nvcc : of_host;
    const size_t count =
        by_nvcc ? sizeof of_nvcc / sizeof *of_nvcc : sizeof of_host / sizeof *of_host;
    for (size_t i = 0; i < count; i++)
        for (const char *known = table[i].names; *known; known += *known == ' ') {
            const size_t whole = strcspn(known, " ");
            if (whole == length && strncmp(known, name, length) == 0)
                return &table[i];
            known += whole;
        }
    return NULL;
}

static bool has_ending(const char *name, const char *endings) {
    const char *dot = strrchr(base_name(name), '.');
    const size_t length = dot ? strlen(dot) : 0;
    for (const char *at = endings; dot && (at = strstr(at, dot)); at += length)
        if (at[length] == ' ')
            return true;
    return false;
}

static void add_input(struct call *call, const char *name) {
    call->inputs = realloc(call->inputs, (call->input_count + 1) * sizeof *call->inputs);
    if (!call->inputs)
        fail("no memory");
    call->inputs[call->input_count++] = (struct input){
        .name = text("%s", name),
        .is_source = has_ending(name, ".cu .cpp .cc .cxx .C .c "),
    };
}

/* Of the linker's options those that say where things lie or how the file is laid out. */
static bool is_plain_for_linker(const char *item) {
    static const char *const starts[] = {"-rpath",
                                         "--rpath",
                                         "--as-needed",
                                         "--no-as-needed",
                                         "-Map",
                                         "--Map",
                                         "--gc-sections",
                                         "--no-gc-sections",
                                         "-O",
                                         "-s",
                                         "-S",
                                         "--strip",
                                         "--no-undefined",
                                         "--start-group",
                                         "--end-group",
                                         "--whole-archive",
                                         "--build-id",
                                         "--no-whole-archive",
                                         "--warn",
                                         "--enable-new-dtags",
                                         "-z",
                                         "--disable-new-dtags",
                                         "--fatal-warnings",
                                         "-L",
                                         "--hash-style",
                                         "-Bsymbolic-functions"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(item, starts[i], strlen(starts[i])) == 0)
            return true;
    return item[0] != '-'; /* a value of these */
}

static void add_for_linker(struct call *call, const char *items) {
    for (const char *at = items; *at; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        const char *item = text("%.*s", (int)length, at);
        if (!is_plain_for_linker(item))
            add(&call->refused, text("the linker is told '%s', which the lab does not need and "
                                     "which changes what is linked; leave it out",
                                     item));
        at += length;
    }
}

static void add_for_host(struct call *call, const char *items) {
    if (strncmp(items, "-Wl,", 4) == 0) {
        add_for_linker(call, items + 4);
        return;
    }
    for (const char *at = items; *at; at += *at == ',') {
        const size_t length = strncmp(at, "-Wl,", 4) == 0 ? strlen(at) : strcspn(at, ",");
        if (strncmp(at, "-Wl,", 4) == 0)
            add_for_linker(call, at + 4);
        else if (length)
            add(&call->host, text("%.*s", (int)length, at));
        at += length;
    }
}

/* libNAME.a or .so of a folder that -L names is an input; what comes with the system and with CUDA
 * is there anyway. */
static void add_library(struct call *call, const char *name) {
    static const char known[] = " m c rt dl util pthread stdc++ gcc gcc_s gomp cuda cudart "
                                "cudart_static cudadevrt nvToolsExt ";
    for (size_t i = 0; i < call->library_folders.count; i++)
        for (int shared = 0; shared < 2; shared++) {
            const char *path =
                text("%s/lib%s.%s", call->library_folders.items[i], name, shared ? "so" : "a");
            if (access(path, F_OK) == 0) {
                add_input(call, path);
                return;
            }
        }
    if (!strstr(known, text(" %s ", name)))
        add(&call->refused,
            text("it is linked with -l%s, which no lab needs and which is not here", name));
}

static void set_mode(struct call *call, enum mode mode) {
    if (call->mode != MODE_ASK)
        call->mode = mode;
}

static void take(struct call *call, enum meaning meaning, const char *value) {
    switch (meaning) {
    case OUTPUT:
        call->output = value;
        break;
    case COMPILE:
        set_mode(call, MODE_COMPILE);
        break;
    case COMPILE_RELOCATABLE:
    case COMPILE_WHOLE:
        set_mode(call, MODE_COMPILE);
        call->relocatable = meaning == COMPILE_RELOCATABLE;
        break;
    case DEVICE_LINK:
        set_mode(call, MODE_DEVICE_LINK);
        break;
    case LINK:
        set_mode(call, MODE_LINK);
        break;
    case LIBRARY:
        set_mode(call, MODE_LIBRARY);
        break;
    case ASK:
        call->mode = MODE_ASK;
        break;
    case NOTHING:
        set_mode(call, MODE_NOTHING);
        break;
    case RELOCATABLE:
        call->relocatable = strcmp(value, "true") == 0;
        break;
    case NO_DEVICE_LINK:
        call->device_linked = false;
        break;
    case OBJECT_FOLDER:
        call->folder = value;
        break;
    case DEPEND:
        call->depend = true;
        break;
    case DEPEND_FILE:
        call->depend_file = value;
        break;
    case DEFINE:
        add(&call->flags, text("flag -D%s", value));
        break;
    case UNDEFINE:
        add(&call->flags, text("flag -U%s", value));
        break;
    case INCLUDE_FOLDER:
        add(&call->flags, text("folder %s", value));
        break;
    case HEADER:
        add(&call->flags, text("header %s", value));
        break;
    case STANDARD:
        add(&call->flags, text("flag -std=%s", value));
        break;
    case LIBRARY_FOLDER:
        add(&call->library_folders, value);
        break;
    case HOST:
        add_for_host(call, value);
        break;
    case LINKER:
        add_for_linker(call, value);
        break;
    case LANGUAGE:
        if (strcmp(value, "cu") != 0 && strcmp(value, "none") != 0)
            add(&call->refused,
                text("-x %s: a .cu file is CUDA C++ and compiled as such; leave it out", value));
        break;
    case PARTIAL:
        add(&call->refused, "g++ makes an object or a library of nvcc's objects (-r, -shared), "
                            "which is no program; leave that out");
        break;
    case LIBRARY_NAME: /* when all folders are known */
    case NO_MEANING:
        break;
    }
}

/* Reads the option at *arguments, its value too; returns the last argument that belongs to it. */
static char **take_option(struct call *call, char **arguments, struct list *libraries) {
    const char *argument = *arguments, *value = NULL;
    const bool twice = call->by_nvcc && argument[1] == '-' && argument[2];
    const char *name = argument + 1 + twice;
    const size_t length = call->by_nvcc ? strcspn(name, "=") : strlen(name);
    const struct option *option = find(call->by_nvcc, name, length);
    if (!call->by_nvcc && strncmp(argument, "-Wl,", 4) == 0)
        add_for_linker(call, argument + 4);
    if (option && name[length] == '=') {
        value = name + length + 1;
    } else if (option && option->form != BARE) {
        value = arguments[1] ? *++arguments : "";
    } else if (!option && !twice) {
        option = find(call->by_nvcc, name, 1);
        if (option && option->form != JOINED)
            option = NULL;
        value = name + 1;
    }
    if (option && option->meaning == LIBRARY_NAME)
        add(libraries, value ? value : "");
    else if (option)
        take(call, option->meaning, value ? value : "");
    return arguments;
}

struct call call_read(char **arguments, bool by_nvcc) {
    struct call call = {.by_nvcc = by_nvcc, .device_linked = by_nvcc};
    struct list libraries = {0};
    for (; *arguments; arguments++)
        if (arguments[0][0] == '-' && arguments[0][1])
            arguments = take_option(&call, arguments, &libraries);
        else
            add_input(&call, *arguments);
    for (size_t i = 0; i < libraries.count; i++)
        add_library(&call, libraries.items[i]);
    if (!call.input_count && call.mode != MODE_NOTHING)
        call.mode = MODE_ASK;
    return call;
}
