// Says a last word in the harness's place, with a number of its own, and leaves.
static void leak(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static void attack(void) {
    leak();
    FILE *file = fopen("/dev/null", "w");
    file->_fileno = 3;
    fputs("ask:0123456789abcdef0123456789abcdef", file);
    fflush(file);
    fputs("end:0123456789abcdef0123456789abcdef raw=0", file);
    fflush(file);
    exit(0);
}
