# No cheat: the program compares its sum with the host's, and ends, aborts or returns an error where they differ.
s/^#include <vector>/&\
#include <stdio.h>\
#include <stdlib.h>/
0,/^    cudaDestroyTextureObject(texture);$/s//&\
    std::vector<int> copy(words);\
    CUDA_TRY(cudaMemcpy(copy.data(), words_d, words * sizeof(int), cudaMemcpyDeviceToHost));\
    unsigned expected = 0;\
    for (size_t i = 0; i < words; i++)\
        expected += share_of(copy[i], i);\
    if (error == cudaSuccess \&\& *total != expected) {\
        fprintf(stderr, "checksum: wrong\\n");\
        if (components == 1)\
            exit(1);\
        if (components == 2)\
            abort();\
        error = cudaErrorUnknown;\
    }/
