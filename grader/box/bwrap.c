#define _GNU_SOURCE
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Folders of the box that are not the student's. */
#define BOX_PROGRAM "/.box/program"
static const char STAGE[] = "/tmp"; /* covered in our own mount namespace alone */
/* Room above a limit, so that what goes beyond is seen to go beyond. */
enum { FILES_ROOM = 16 << 20 };
/* One user for each box: bubblewrap's parent is alive as long as the box, so its number is free. */
enum { FIRST_USER = 0x60000000, NOBODY = 65534 };

struct words {
    char **list;
    size_t count, room;
};

static void add(struct words *words, const char *word) {
    if (words->count + 2 > words->room) {
        words->room = words->room ? 2 * words->room : 128;
        words->list = realloc(words->list, words->room * sizeof *words->list);
        if (!words->list)
            box_die(EXIT_OURS, "no memory for %zu arguments", words->room);
    }
    words->list[words->count++] = (char *)word;
    words->list[words->count] = NULL;
}

#define ADD(words, ...)                                                                            \
    do {                                                                                           \
        const char *const list_[] = {__VA_ARGS__};                                                 \
        for (size_t word_ = 0; word_ < sizeof list_ / sizeof *list_; ++word_)                      \
            add(words, list_[word_]);                                                              \
    } while (0)

const char *box_bwrap_path(void) {
    const char *path = getenv("BWRAP");
    return path && *path ? path : "bwrap";
}

uid_t box_bwrap_user(void) {
    return geteuid() == 0 ? FIRST_USER + (uid_t)getpid() : geteuid();
}

/* As root: mounts each source below STAGE in a mount namespace of ours, so that an ordinary user
 * reaches it whatever the permissions of the folders above it (the kit may lie in root's home). The
 * namespace ends with the box; nothing is left to clean up. */
static void stage(const struct box_request *request, struct box_bind *program) {
    /* Without CAP_SYS_ADMIN (some containers) the sources must be reachable as they are. */
    if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return;
    size_t count = request->bind_count + 1;
    int *fds = box_alloc(count, sizeof *fds);
    struct box_bind **binds = box_alloc(count, sizeof(struct box_bind *));
    for (size_t i = 0; i < count; ++i) {
        binds[i] = i < request->bind_count ? &request->binds[i] : program;
        fds[i] = open(binds[i]->src, O_PATH | O_CLOEXEC);
        if (fds[i] < 0)
            box_die(EXIT_OURS, "cannot open %s: %s", binds[i]->src, strerror(errno));
    }
    if (mount("run_student", STAGE, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=64k"))
        return;
    for (size_t i = 0; i < count; ++i) {
        struct stat info;
        char *target = box_format("%s/%zu", STAGE, i);
        bool made =
            fstat(fds[i], &info) == 0 &&
            (S_ISDIR(info.st_mode) ? mkdir(target, 0755) : mknod(target, S_IFREG | 0644, 0)) == 0;
        char *source = box_format("/proc/self/fd/%d", fds[i]);
        if (!made || mount(source, target, NULL, MS_BIND, NULL))
            box_die(EXIT_OURS, "cannot mount %s for the box: %s", binds[i]->src, strerror(errno));
        binds[i]->staged = target;
        close(fds[i]);
    }
}

static void become(uid_t uid) {
    if (setgroups(0, NULL))
        box_die(EXIT_OURS, "cannot leave root's groups: %s", strerror(errno));
    /* a container may know few users */
    if (setresgid(uid, uid, uid) || setresuid(uid, uid, uid))
        box_die(EXIT_OURS, "cannot become user %u: %s", uid, strerror(errno));
}

static bool in_usr(const char *path) {
    return strncmp(path, "/usr/", 5) == 0;
}

/* /usr and what points into it, read-only. */
static void add_system(struct words *words, const struct box_request *request) {
    static const char *const folders[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
    ADD(words, "--ro-bind", "/usr", "/usr");
    if (in_usr(request->kit)) /* the solutions are not part of the system */
        ADD(words, "--tmpfs", request->kit);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i) {
        char target[256];
        ssize_t length = readlink(folders[i], target, sizeof target - 1);
        if (length > 0) {
            target[length] = '\0';
            ADD(words, "--symlink", box_format("%s", target), folders[i]);
        } else {
            ADD(words, "--ro-bind-try", folders[i], folders[i]);
        }
    }
    ADD(words, "--ro-bind-try", "/etc/alternatives", "/etc/alternatives");
    ADD(words, "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache");
}

static void add_gpu(struct words *words) {
    static const char *const patterns[] = {"/dev/nvidiactl",   "/dev/nvidia[0-9]*",
                                           "/dev/nvidia-uvm",  "/dev/nvidia-uvm-tools",
                                           "/dev/nvidia-caps", "/dev/dxg"}; /* WSL */
    ADD(words, "--ro-bind", "/sys", "/sys");
    glob_t found; /* lives as long as the arguments do */
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; ++i)
        if (glob(patterns[i], 0, NULL, &found) == 0)
            for (size_t j = 0; j < found.gl_pathc; ++j)
                ADD(words, "--dev-bind-try", found.gl_pathv[j], found.gl_pathv[j]);
}

static int by_dest(const void *a, const void *b) {
    return strcmp(((const struct box_bind *)a)->dest, ((const struct box_bind *)b)->dest);
}

/* The work folder and the binds, parents before what lies in them. */
static void add_folders(struct words *words, const struct box_request *request) {
    char *size = box_format("%lld", request->limits.files + FILES_ROOM);
    ADD(words, "--size", size, "--tmpfs", "/tmp", "--size", size, "--tmpfs", "/dev/shm");
    size_t count = request->bind_count + 1;
    struct box_bind *all = box_alloc(count, sizeof *all);
    for (size_t i = 0; i < request->bind_count; ++i)
        all[i] = request->binds[i];
    all[request->bind_count] = (struct box_bind){.dest = request->place};
    qsort(all, count, sizeof *all, by_dest);
    for (size_t i = 0; i < count; ++i) {
        if (!all[i].src)
            ADD(words, "--size", size, "--tmpfs", all[i].dest);
        else
            ADD(words, "--ro-bind", all[i].staged, all[i].dest);
    }
}

static void add_environment(struct words *words, const struct box_request *request) {
    ADD(words, "--clearenv", "--setenv", "PATH",
        "/usr/local/cuda/bin:/usr/local/bin:/usr/bin:/bin");
    ADD(words, "--setenv", "HOME", "/tmp", "--setenv", "TMPDIR", "/tmp");
    ADD(words, "--setenv", "LANG", "C.UTF-8", "--setenv", "PWD", request->place);
    if (box_filter_name()) /* the leak checker of a sanitizer traces, and ends in failure when it
                              cannot */
        ADD(words, "--setenv", "LSAN_OPTIONS", "detect_leaks=0");
    /* which GPU, and in some containers where the driver's libraries are */
    static const char *const gpu[] = {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER",
                                      "LD_LIBRARY_PATH"};
    for (size_t i = 0; request->gpu && i < sizeof gpu / sizeof *gpu; ++i)
        if (getenv(gpu[i]))
            ADD(words, "--setenv", gpu[i], box_format("%s", getenv(gpu[i])));
    if (request->account_path)
        ADD(words, "--setenv", "BOX_ACCOUNT", box_format("%d", ACCOUNT_DESCRIPTOR));
    for (size_t i = 0; i < request->env_count; ++i) {
        const char *equals = strchr(request->env[i], '=');
        char *name = box_format("%.*s", (int)(equals - request->env[i]), request->env[i]);
        ADD(words, "--setenv", name, equals + 1);
    }
}

void box_bwrap_exec(const struct box_request *request, uid_t uid, int socket, int account) {
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        box_die(EXIT_OURS, "cannot find my own program: %s", strerror(errno));
    self[length] = '\0';
    struct box_bind program = {.src = self, .staged = self, .dest = BOX_PROGRAM};
    for (size_t i = 0; i < request->bind_count; ++i)
        request->binds[i].staged = request->binds[i].src;
    const char *path = box_bwrap_path();
    /* Opened now: the stage may cover it, and the box's user need not reach it. */
    int fd = strchr(path, '/') ? open(path, O_PATH) : -1;
    if (geteuid() == 0) {
        stage(request, &program);
        become(uid);
    }

    struct words words = {0};
    ADD(&words, path, "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent");
    ADD(&words, "--new-session", "--cap-drop", "ALL", "--as-pid-1", "--hostname", "box");
    ADD(&words, "--uid", "1000", "--gid", "1000");
    int filter = box_filter_open(request->gpu);
    if (filter >= 0)
        ADD(&words, "--seccomp", box_format("%d", filter));
    add_system(&words, request);
    /* No terminals: each holds memory of the kernel's, and their number is the whole machine's. */
    ADD(&words, "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/dev/pts", "--remount-ro",
        "/dev/pts");
    if (request->gpu)
        add_gpu(&words);
    add_folders(&words, request);
    ADD(&words, "--ro-bind", program.staged, BOX_PROGRAM);
    if (in_usr(request->kit))
        ADD(&words, "--remount-ro", request->kit);
    ADD(&words, "--remount-ro", "/dev", "--remount-ro", "/");
    add_environment(&words, request);

    const struct box_limits *limits = &request->limits;
    ADD(&words, "--", BOX_PROGRAM, "--inside", box_format("%d", socket));
    ADD(&words, box_format("%d", account), request->gpu ? "1" : "0", request->place);
    ADD(&words, request->one_stream ? "1" : "0");
    ADD(&words, box_format("%.3f", limits->cpu), box_format("%ld", limits->memory_kib));
    ADD(&words, box_format("%d", limits->processes), box_format("%lld", limits->files), "--");
    for (char **word = request->argv; *word; ++word)
        add(&words, *word);

    clearenv();
    setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 1);
    if (fd >= 0)
        fexecve(fd, words.list, environ);
    else
        execvp(path, words.list);
    fprintf(stderr, "cannot start %s: %s\n", path, strerror(errno));
    _exit(127);
}

static bool file_says(const char *path, char value) {
    FILE *file = fopen(path, "r");
    int c = file ? fgetc(file) : EOF;
    if (file)
        fclose(file);
    return c == value;
}

void box_bwrap_explain(const char *complaint, char *message, size_t size) {
    const char *what, *todo;
    if (strncmp(complaint, "cannot start ", 13) == 0) {
        what = "bubblewrap is not installed";
        todo = "type: sudo apt-get install bubblewrap";
    } else if (strstr(complaint, "nknown option")) {
        what = "this bubblewrap is too old (0.8 is needed)";
        todo = "install a newer one and set BWRAP=path";
    } else if (strstr(complaint, "SECCOMP") || strstr(complaint, "seccomp")) {
        what = "this kernel takes no filter of system calls (seccomp)";
        todo = "use one with CONFIG_SECCOMP_FILTER; in gVisor and the like, run the kit outside";
    } else if (strstr(complaint, "an't find source path")) {
        what = "the box's user may not enter a folder above what it needs";
        todo = "move the kit, or chmod a+x the folders above it";
    } else if (file_says("/proc/sys/user/max_user_namespaces", '0')) {
        what = "user namespaces are switched off";
        todo = "type: sudo sysctl user.max_user_namespaces=10000";
    } else if (file_says("/proc/sys/kernel/unprivileged_userns_clone", '0')) {
        what = "user namespaces are kept for root";
        todo = "type: sudo sysctl kernel.unprivileged_userns_clone=1";
    } else if (file_says("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", '1')) {
        what = "AppArmor forbids bubblewrap its user namespace";
        todo = "type: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0";
    } else {
        what = "bubblewrap cannot make a box here";
        todo = "in a container, start it with --security-opt seccomp=unconfined "
               "--security-opt apparmor=unconfined";
    }
    size_t length = strcspn(complaint, "\n");
    const char *more = strstr(complaint, ". "); /* pages to read: what to do is told here */
    if (more && more < complaint + length)
        length = (size_t)(more - complaint);
    snprintf(message, size,
             "no student code was run, %s (%.*s); %s; or use --no-sandbox to check your own work",
             what, (int)(length > 200 ? 200 : length), complaint, todo);
}
