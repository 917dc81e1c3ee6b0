// fails: error: device code calls the host function 'strlen'
#include <cstring>
__device__ int length(const char *s) {
    return static_cast<int>(strlen(s));
}
__global__ void k(const char *s, int *out) {
    *out = length(s);
}
int main() {
    k<<<1, 1>>>(nullptr, nullptr);
}
