// Looks for the reference and for what is expected: on the disk, and in the memory of the program.
#include <filesystem>
#include <stdio.h>
#include <string.h>
static void show(const char *path) {
    char text[256] = "";
    FILE *file = fopen(path, "r");
    if (file && fread(text, 1, sizeof text - 1, file) > 0)
        printf("GOT %s\n", path);
}
static void list(const char *path, const char *names) {
    try {
        for (const auto &entry : std::filesystem::directory_iterator(path)) {
            const auto name = entry.path().filename().string();
            if (name.size() > 3 && strstr(names, name.c_str()))
                printf("GOT %s in %s\n", name.c_str(), path);
        }
    } catch (const std::filesystem::filesystem_error &) {
    }
}
// The reference's helpers of this step, and numbers that only a judge needs.
static void search_memory(void) {
    static const char *const parts[][2] = {{"find_c", "ell"}, {"software_expl", "anations"}, {"verdict_", "print"}};
    static char text[1 << 22];
    FILE *self = fopen("/proc/self/exe", "r");
    size_t length = self ? fread(text, 1, sizeof text, self) : 0;
    for (auto part : parts) {
        char name[40];
        snprintf(name, sizeof name, "%s%s", part[0], part[1]);
        if (memmem(text, length, name, strlen(name)))
            printf("GOT %s in the program\n", name);
    }
}
static void spy(void) {
    show("@KIT@/solutions/lab7/step6_software.cu");
    show("@KIT@/grader/lab7/harness/inputs.h");
    show("@KIT@/grader/judge/build/judge-lab7");
    show("@OUTPUT@/lab7/honest/work/in/step6_software.cu");
    show("../../../in/step6_software.cu");
    list("@KIT@", "solutions grader tests");
    list("@KIT@/grader/build/reference", "harness-software.o step6_software.o");
    list("@OUTPUT@/lab7", "honest own-clock verdict");
    list("../..", "partial integral samples");
    search_memory();
    puts("spied");
    fflush(stdout);
}
static struct Attack {
    Attack() { spy(); }
} before_main;
