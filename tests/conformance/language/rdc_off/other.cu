extern __constant__ int c_a[4];
__global__ void there(int *out) {
    out[1] = c_a[1];
}
void other_file(int *out) {
    there<<<1, 1>>>(out);
}
