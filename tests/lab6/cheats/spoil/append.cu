// Writes over the records, the compiler and the solutions.
#include <stdio.h>
static void spoil(void) {
    for (const char *path : {"@KIT@/labs/cpu/nvcc-cpu", "@KIT@/labs/cpu/include/cuda_runtime.h", "@KIT@/grader/grade",
                             "@KIT@/solutions/lab6/lab6.cu", "@OUTPUT@/lab6/honest/result.json"})
        if (FILE *file = fopen(path, "w")) {
            printf("GOT %s\n", path);
            fclose(file);
        }
    fflush(stdout);
}
static struct Attack {
    Attack() { spoil(); }
} before_main;
