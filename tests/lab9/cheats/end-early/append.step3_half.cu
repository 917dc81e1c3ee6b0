// The same from a thread, while the first one waits.
static void leak(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static void *leave(void *) {
    exit(0);
}
static void attack(void) {
    pthread_t thread;
    leak();
    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
}
