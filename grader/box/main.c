#define _GNU_SOURCE
#include "box.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static double number(const char *option, const char *text, double largest) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value > 0) || value > largest)
        box_die(EXIT_USAGE, "--%s wants a number above 0 and up to %g, not '%s'", option, largest,
                text);
    return value;
}

static char *real_folder(const char *option, const char *path) {
    struct stat info;
    char *real = realpath(path, NULL);
    if (!real)
        box_die(EXIT_USAGE, "--%s %s: %s", option, path, strerror(errno));
    if (strcmp(option, "bind-ro") != 0 && (stat(real, &info) || !S_ISDIR(info.st_mode)))
        box_die(EXIT_USAGE, "--%s %s: it is not a folder", option, path);
    return real;
}

static bool within(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* Folders the box makes itself. */
static bool taken(const char *path) {
    static const char *const folders[] = {"/usr", "/proc", "/dev",  "/sys",   "/bin",
                                          "/lib", "/etc",  "/sbin", "/lib64", "/.box"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
        if (within(path, folders[i]) && strncmp(path, "/dev/shm/", 9) != 0)
            return true;
    return strcmp(path, "/") == 0 || strcmp(path, "/tmp") == 0 || strcmp(path, "/dev/shm") == 0;
}

/* The colon between SRC and DEST, or NULL. A name may have colons of its own: SRC is what exists.
 */
static char *colon_behind(char *text) {
    if (access(text, F_OK) == 0)
        return NULL;
    for (char *colon = strchr(text, ':'); colon; colon = strchr(colon + 1, ':')) {
        *colon = '\0';
        const bool there = access(text, F_OK) == 0;
        *colon = ':';
        if (there)
            return colon;
    }
    return strchr(text, ':');
}

static void check_place(const struct box_request *request, const char *option, const char *text,
                        const char *src, const char *place) {
    if (place[0] != '/' || strstr(place, "/../") || strstr(place, "//") ||
        strcmp(place, "/") == 0 || within(place, "/proc") || within(place, "/.box"))
        box_die(EXIT_USAGE, "--%s %s at %s: the place in the box must be a full path of its own",
                option, text, place);
    if (!request->sandbox && strcmp(src, place) != 0)
        box_die(EXIT_USAGE, "--%s %s at %s: without a box a folder stays where it is", option, text,
                place);
}

/* `place`: what --at said, or NULL. */
static void add_bind(struct box_request *request, char *text, const char *place) {
    char *colon = place ? NULL : colon_behind(text);
    if (colon)
        *colon = '\0';
    char *src = real_folder("bind-ro", text);
    const char *dest = place ? place : colon ? colon + 1 : src;
    check_place(request, "bind-ro", text, src, dest);
    struct stat info;
    if (stat(src, &info))
        box_die(EXIT_OURS, "--bind-ro %s: %s", src, strerror(errno));
    mode_t needed = S_ISDIR(info.st_mode) ? 0005 : 0004;
    if (request->sandbox && geteuid() == 0 && (info.st_mode & needed) != needed)
        box_die(EXIT_OURS, "the box's user cannot read %s; type: chmod -R a+rX %s", src, src);
    request->binds[request->bind_count++] =
        (struct box_bind){.src = src, .dest = dest, .staged = src};
}

static void add_env(struct box_request *request, char *text) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        box_die(EXIT_USAGE, "--env wants NAME=VALUE, not '%s'", text);
    request->env[request->env_count++] = text;
}

enum {
    OPT_WALL = 256,
    OPT_CPU,
    OPT_IDLE,
    OPT_MEMORY,
    OPT_PROCESSES,
    OPT_OUTPUT,
    OPT_FILE,
    OPT_FILES,
    OPT_STDOUT,
    OPT_STDERR,
    OPT_REPORT,
    OPT_ACCOUNT,
    OPT_BIND,
    OPT_AT,
    OPT_ENV,
    OPT_GPU,
    OPT_NO_SANDBOX,
    OPT_WORK,
    OPT_KIT,
    OPT_HOLDS
};

static const struct option options[] = {
    {"wall", required_argument, NULL, OPT_WALL},
    {"cpu", required_argument, NULL, OPT_CPU},
    {"idle", required_argument, NULL, OPT_IDLE},
    {"memory", required_argument, NULL, OPT_MEMORY},
    {"processes", required_argument, NULL, OPT_PROCESSES},
    {"output-limit", required_argument, NULL, OPT_OUTPUT},
    {"file-limit", required_argument, NULL, OPT_FILE},
    {"files", required_argument, NULL, OPT_FILES},
    {"stdout", required_argument, NULL, OPT_STDOUT},
    {"stderr", required_argument, NULL, OPT_STDERR},
    {"report", required_argument, NULL, OPT_REPORT},
    {"account", required_argument, NULL, OPT_ACCOUNT},
    {"bind-ro", required_argument, NULL, OPT_BIND},
    {"at", required_argument, NULL, OPT_AT},
    {"env", required_argument, NULL, OPT_ENV},
    {"gpu", no_argument, NULL, OPT_GPU},
    {"no-sandbox", no_argument, NULL, OPT_NO_SANDBOX},
    {"work", required_argument, NULL, OPT_WORK},
    {"kit", required_argument, NULL, OPT_KIT},
    {"holds", no_argument, NULL, OPT_HOLDS},
    {NULL, 0, NULL, 0},
};

static void set_limit_option(struct box_limits *limits, int option, const char *name) {
    switch (option) {
    case OPT_WALL:
        limits->wall = number(name, optarg, 1e6);
        break;
    case OPT_CPU:
        limits->cpu = number(name, optarg, 1e6);
        break;
    case OPT_IDLE:
        limits->idle = number(name, optarg, 1e6);
        break;
    case OPT_MEMORY:
        limits->memory_kib = (long)(number(name, optarg, 1 << 24) * 1024);
        break;
    case OPT_PROCESSES:
        limits->processes = (int)number(name, optarg, 1 << 20);
        break;
    case OPT_OUTPUT:
        limits->output = (long long)(number(name, optarg, 1 << 24) * 1024);
        break;
    case OPT_FILE:
        limits->files = (long long)(number(name, optarg, 1 << 20) * (1 << 20));
        break;
    default:
        limits->file_count = (int)number(name, optarg, 1 << 20);
        break;
    }
}

/* What holds student code on this machine, for `make doctor`. */
_Noreturn static void print_holds(void) {
    const char *filter = box_filter_name();
    const char *group = box_group_where();
    printf("group %s\n", group ? group : "none");
    printf("filter %s\n", filter ? filter : "none: the box was built without libseccomp");
    exit(0);
}

static void parse(struct box_request *request, int argc, char **argv) {
    int option, index = 0;
    const char *place = NULL; /* of the next folder */
    opterr = 0;
    while ((option = getopt_long(argc, argv, "+:", options, &index)) != -1) {
        switch (option) {
        case '?':
        case ':':
            box_die(EXIT_USAGE, "%s %s; see run_student --help", argv[optind - 1],
                    option == ':' ? "wants a value" : "is no option");
        case OPT_STDOUT:
            request->stdout_path = optarg;
            break;
        case OPT_STDERR:
            request->stderr_path = optarg;
            break;
        case OPT_REPORT:
            request->report_path = optarg;
            break;
        case OPT_ACCOUNT:
            request->account_path = optarg;
            break;
        case OPT_BIND: /* after all options are known */
            request->binds[request->bind_count].dest = place;
            request->binds[request->bind_count++].src = optarg;
            place = NULL;
            break;
        case OPT_AT:
            place = optarg;
            break;
        case OPT_ENV:
            add_env(request, optarg);
            break;
        case OPT_GPU:
            request->gpu = true;
            break;
        case OPT_NO_SANDBOX:
            request->sandbox = false;
            break;
        case OPT_WORK:
            request->work = real_folder("work", optarg);
            request->place = place;
            place = NULL;
            break;
        case OPT_HOLDS:
            print_holds();
        case OPT_KIT:
            request->kit = real_folder("kit", optarg);
            break;
        default:
            set_limit_option(&request->limits, option, options[index].name);
        }
    }
    if (place)
        box_die(EXIT_USAGE, "--at %s: --work or --bind-ro must follow it", place);
    request->argv = argv + optind;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--inside") == 0)
        box_inside_main(argc - 2, argv + 2);

    struct box_request request = {.sandbox = true,
                                  .binds = box_alloc((size_t)argc, sizeof(struct box_bind)),
                                  .env = box_alloc((size_t)argc, sizeof(char *)),
                                  .limits = {.memory_kib = 1024 * 1024,
                                             .processes = 64,
                                             .output = 1 << 20,
                                             .files = 256 << 20,
                                             .file_count = 4096}};
    parse(&request, argc, argv);
    if (request.limits.wall <= 0)
        request.limits.wall = request.limits.cpu > 0 ? 2 * request.limits.cpu + 5 : 20;
    if (request.limits.cpu <= 0)
        request.limits.cpu = request.limits.wall;
    if (!request.work || !request.kit)
        box_die(EXIT_USAGE, "--work DIR is missing; see run_student --help");
    if (!request.argv[0])
        box_die(EXIT_USAGE, "there is no command to run; see run_student --help");
    if (request.place)
        check_place(&request, "work", request.work, request.work, request.place);
    else
        request.place = request.work;
    if (request.sandbox && (taken(request.place) || within(request.kit, request.work)))
        box_die(EXIT_USAGE, "--work %s: this folder cannot be a student's; make a scratch folder",
                request.work);
    size_t binds = request.bind_count;
    request.bind_count = 0;
    for (size_t i = 0; i < binds; ++i)
        add_bind(&request, request.binds[i].src, request.binds[i].dest);

    request.one_stream = request.stdout_path && request.stderr_path &&
                         strcmp(request.stdout_path, request.stderr_path) == 0;
    struct box_outcome out = {0};
    int code = box_launch(&request, &out);
    if (code == EXIT_NO_BOX || (!request.report_path && out.status != STATUS_OK))
        fprintf(stderr, "run_student: %s\n", out.message);
    if (request.report_path)
        box_report_write(request.report_path, &out);
    return code;
}
