/#include <cuda_runtime.h>/a #define ADDED 1\n# 1 "/usr/include/stdlib.h" 1 3\n__attribute__((no_sanitize("thread"))) static int unseen(const int *p) { return *p; }\n# 16 "lab9.h" 2
