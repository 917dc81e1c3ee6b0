// fails: error: device code calls a function of the host's standard library
#include <algorithm>
__global__ void k(int *p) {
    p[0] = std::min(p[1], p[2]);
}
int main() {
    k<<<1, 1>>>(nullptr);
}
