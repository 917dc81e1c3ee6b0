// Leaves a leak, and the program before anybody looks for it.
static void leak(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static void attack(void) {
    leak();
    exit(0);
}
