// Every object is destroyed: by the program, by the destructor of a global object, by a reset.
struct Timer {
    cudaEvent_t start = nullptr, stop = nullptr;
    ~Timer() {
        cudaEventDestroy(start);
        cudaEventDestroy(stop);
    }
};
static Timer timer;

int main() {
    cudaStream_t stream;
    cudaEvent_t lost;
    cudaStreamCreate(&stream);
    cudaEventCreate(&lost);
    cudaStreamDestroy(stream);
    cudaDeviceReset(); // takes the event
    cudaEventCreate(&timer.start);
    cudaEventCreateWithFlags(&timer.stop, cudaEventBlockingSync);
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, 8, 8, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    for (int i = 0; i < 3; i++) {
        cudaCreateTextureObject(&texture, &resource, &how, NULL);
        cudaCreateSurfaceObject(&surface, &resource);
        cudaDestroySurfaceObject(surface);
        cudaDestroyTextureObject(texture);
    }
    cudaFreeArray(array);
    return 0;
}
