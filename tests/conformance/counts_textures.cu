// Texture fetches of every kind, in numbers that counts.bats knows by hand.
__global__ void linear(cudaTextureObject_t t, int *out) {
    out[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x); // LINEAR FETCH
}

__global__ void quads(cudaTextureObject_t t, int *out) {
    int4 q = tex1Dfetch<int4>(t, threadIdx.x);
    out[threadIdx.x] = q.x + q.w;
}

__global__ void some_lanes(cudaTextureObject_t t, int *out) {
    if (threadIdx.x % 2)
        out[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x);
}

__global__ void outside(cudaTextureObject_t t, int *out) {
    out[threadIdx.x] = tex1Dfetch<int>(t, 4096 * threadIdx.x + 4096);
}

__global__ void plane(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 1.0f, 2.0f) + tex2D<float>(t, 0.5f, 0.5f);
}

__global__ void volume(cudaTextureObject_t t, float *out) {
    for (int z = 0; z < 3; z++)
        out[threadIdx.x] += tex3D<float>(t, threadIdx.x + 0.5f, 1.5f, z + 0.5f);
}

__global__ void row_layers(cudaTextureObject_t t, float *out) {
    for (int layer = 0; layer <= threadIdx.x / 32; layer++)
        out[threadIdx.x] += tex1DLayered<float>(t, threadIdx.x + 0.5f, layer);
}

__global__ void plane_layers(cudaTextureObject_t t, float *out) {
    if (threadIdx.x < 10)
        out[threadIdx.x] = tex2DLayered<float>(t, threadIdx.x + 0.5f, 0.5f, 1);
}

template <class T>
static cudaTextureObject_t texture_of(const cudaResourceDesc &resource,
                                      cudaTextureFilterMode filter) {
    cudaTextureDesc description = {};
    description.filterMode = filter;
    description.addressMode[0] = description.addressMode[1] = description.addressMode[2] =
        cudaAddressModeBorder;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    return texture;
}

template <class T> static cudaTextureObject_t over_memory(void *memory, size_t bytes) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.sizeInBytes = bytes;
    resource.res.linear.desc = cudaCreateChannelDesc<T>();
    return texture_of<T>(resource, cudaFilterModePoint);
}

static cudaArray_t arrays[4];

static cudaTextureObject_t over_array(int number, cudaExtent extent, unsigned flags) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    cudaMalloc3DArray(&arrays[number], &format, extent, flags);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = arrays[number];
    return texture_of<float>(resource, cudaFilterModeLinear);
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, 4096);
    cudaMemset(in, 0, 4096);
    cudaMemset(out, 0, 4096);
    cudaTextureObject_t ints = over_memory<int>(in, 4096), fours = over_memory<int4>(in, 4096);
    cudaTextureObject_t two = over_array(0, make_cudaExtent(64, 8, 0), 0);
    cudaTextureObject_t three = over_array(1, make_cudaExtent(64, 4, 4), 0);
    cudaTextureObject_t rows = over_array(2, make_cudaExtent(64, 0, 4), cudaArrayLayered);
    cudaTextureObject_t planes = over_array(3, make_cudaExtent(64, 4, 4), cudaArrayLayered);
    linear<<<1, 40>>>(ints, out);
    quads<<<2, 32>>>(fours, out);
    some_lanes<<<1, 64>>>(ints, out);
    outside<<<1, 32>>>(ints, out);
    plane<<<1, 32>>>(two, (float *)out);
    volume<<<1, 64>>>(three, (float *)out);
    row_layers<<<1, 64>>>(rows, (float *)out);
    plane_layers<<<1, 64>>>(planes, (float *)out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    for (cudaTextureObject_t t : {ints, fours, two, three, rows, planes})
        cudaDestroyTextureObject(t);
    for (cudaArray_t array : arrays)
        cudaFreeArray(array);
    cudaFree(in);
    cudaFree(out);
    return failed || cudaGetLastError() != cudaSuccess;
}
