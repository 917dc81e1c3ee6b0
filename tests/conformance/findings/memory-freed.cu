// Near-miss: freed by the destructor of a global object, and by cudaDeviceReset.
struct Buffer {
    int *p = nullptr;
    ~Buffer() {
        cudaFree(p);
    }
} buffer;

int main() {
    int *q;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMalloc(&q, 64);
    cudaMallocArray(&array, &format, 8, 8);
    cudaFreeArray(array);
    cudaDeviceReset();
    cudaMalloc(&buffer.p, 64);
    return cudaGetLastError() != cudaSuccess;
}
