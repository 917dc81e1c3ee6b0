// Objects that are still there when the program ends.
int main() {
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, 8, 8, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    cudaTextureObject_t texture[2];
    cudaSurfaceObject_t surface;
    for (int i = 0; i < 2; i++)
        cudaCreateTextureObject(&texture[i], &resource, &how, NULL); // FINDS: object-leak
    cudaCreateSurfaceObject(&surface, &resource);                    // FINDS: object-leak
    cudaEvent_t start, stop;
    cudaStream_t stream, other;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);                                   // FINDS: object-leak
    cudaEventCreateWithFlags(&stop, cudaEventDisableTiming);  // FINDS: object-leak
    cudaStreamCreate(&stream);                                // FINDS: object-leak
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking); // FINDS: object-leak
    cudaEventDestroy(start);
    cudaDestroyTextureObject(texture[0]);
    cudaFreeArray(array);
    return 0;
}
