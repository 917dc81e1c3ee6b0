// Puts files of its own where results and findings might be looked for, and takes others away.
static void leak(void) {
    void *lost;
    cudaMalloc(&lost, 1000);
}
static void attack(void) {
    leak();
    for (const char *name : {"raw", "findings", "profile", "end", "../said/findings", "../findings.tsv", "../ended"}) {
        remove(name);
        if (FILE *file = fopen(name, "w")) {
            fputs("ok\n", file);
            fclose(file);
        }
    }
}
