// The same, and memory in the place of what was the caller's.
static void attack(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static void again(void) {
    void *other[4];
    cudaDeviceReset();
    for (void *&p : other)
        cudaMalloc(&p, 256);
    for (void *p : other)
        cudaFree(p);
}
static struct First {
    First() {
        atexit(again);
    }
} first;
