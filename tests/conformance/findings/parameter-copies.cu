// Near-miss: a parameter whose copy constructor allocates; every copy is freed, for the threads
// make none.
#include <cstring>

struct Vector {
    int n;
    float *data;
    explicit Vector(int n) : n(n) {
        cudaMalloc(&data, n * sizeof(float));
    }
    Vector(const Vector &other) : Vector(other.n) {
        cudaMemcpy(data, other.data, n * sizeof(float), cudaMemcpyDeviceToDevice);
    }
    ~Vector() {
        cudaFree(data);
    }
};

__global__ void add(Vector v, float *sum, Vector w) {
    for (int i = 0; i < v.n; i++)
        *sum += v.data[i] + w.data[i];
}

int main() {
    float *sum, h;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    {
        Vector v(3), w(5);
        cudaMemset(v.data, 0, 3 * sizeof(float));
        cudaMemset(w.data, 0, 5 * sizeof(float));
        add<<<1, 1>>>(v, sum, w);
        cudaDeviceSynchronize();
    }
    cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    return h != 0;
}
