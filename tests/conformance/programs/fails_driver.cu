// A function of the driver API: one line names it and says what to do.
// device: cpu
// fails: cuLaunchKernel: the CPU device has no driver API; use the runtime's (cuda...) functions
#include <cuda.h>
int main() {
    CUfunction f = nullptr;
    return cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, nullptr, nullptr);
}
