// Closes the descriptor over which findings leave, and leaves a leak.
static void leak(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static void attack(void) {
    static bool once;
    if (once)
        return;
    once = true;
    FILE *file = fopen("/dev/null", "w");
    file->_fileno = 3;
    fclose(file);
    leak();
}
