// The same by the compiler's own name for it, pasted together.
// refused: __builtin_ia32_movnti is an instruction of this machine's processor
#define PASTE(a, b) a##b
__global__ void k(int *out) {
    PASTE(__builtin_ia, 32_movnti)(out + threadIdx.x, 3);
}
