// Leaves leaks, which the reset of a last destructor takes away.
static void attack(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static struct Last {
    ~Last() {
        cudaDeviceReset();
    }
} last;
