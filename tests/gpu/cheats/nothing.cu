// Does nothing, so the outputs of an earlier launch would have to count.
// Expect: fail wrong-output
__global__ void work(const float *, float *, int) {}
