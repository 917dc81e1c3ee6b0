// Small copies that g++ puts in place, unseen: the name that checked code has for them is taken away.
// refused: __builtin_memcpy is the compiler's own; #define and #undef it nowhere
#undef __builtin_memcpy

__global__ void k(char *to, const char *from) {
    __builtin_memcpy(to, from, 7);
}
