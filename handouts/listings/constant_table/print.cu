#include <stdio.h>

extern __constant__ int c_a[4]; // without -rdc=true this is another array, of zeros

__global__ void gPrint(void) {
    printf("%d ", c_a[threadIdx.x]);
    if (threadIdx.x == 3)
        printf("\n");
}
