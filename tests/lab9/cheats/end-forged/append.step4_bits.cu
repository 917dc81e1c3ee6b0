// Another environment, and an end within the end.

static void leak(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static void leave(void) {
    exit(0);
}
static void attack(void) {
    static bool once;
    if (once)
        return;
    once = true;
    leak();
    unsetenv("BOX_ACCOUNT");
    unsetenv("CPU_DEVICE_FINDINGS");
    setenv("CPU_DEVICE_PROFILE", "socket:2", 1);

    atexit(leave);
}
