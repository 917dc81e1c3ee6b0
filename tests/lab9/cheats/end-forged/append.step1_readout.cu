// Reaches for the memory of its own process by name: there pages that nobody may read can be read, and code be
// written over.
static void leak(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static void attack(void) {
    leak();
    puts("tried");
    if (fopen("/proc/self/mem", "r+") || fopen("/proc/self/mem", "r") || fopen("/proc/thread-self/mem", "r"))
        puts("GOT the memory");
}
