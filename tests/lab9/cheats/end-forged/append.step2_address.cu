// Opens the descriptors of the process once more, by name.
static void leak(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static void attack(void) {
    static bool once;
    if (once)
        return;
    once = true;
    leak();
    puts("tried");
    for (int i = 3; i < 64; i++) {
        char name[40];
        snprintf(name, sizeof name, "/proc/self/fd/%d", i);
        for (const char *how : {"r", "a", "r+"})
            if (fopen(name, how))
                printf("GOT %s\n", name);
    }
}
