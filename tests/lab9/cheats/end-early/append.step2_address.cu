// The same from the handler of a signal.
static void leak(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static void leave(int) {
    exit(0);
}
static void attack(void) {
    leak();
    signal(SIGUSR1, leave);
    raise(SIGUSR1);
}
