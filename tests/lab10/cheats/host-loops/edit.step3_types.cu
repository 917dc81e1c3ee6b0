# Bytes, colours and layers by loops on the host.
/^cudaError_t read_bytes/,/^}/c\
cudaError_t read_bytes(const unsigned char *pixels, int width, int height, float *out) {\
    for (int i = 0; i < width * height; i++)\
        out[i] = (float)pixels[i] / 255.0f;\
    return cudaSuccess;\
}
/^cudaError_t read_colours/,/^}/c\
cudaError_t read_colours(const float4 *pixels, int width, int height, float4 *out) {\
    for (int i = 0; i < width * height; i++)\
        out[i] = pixels[i];\
    return cudaSuccess;\
}
/^cudaError_t multiply_layers/,/^}/c\
cudaError_t multiply_layers(const float *a, const float *b, float *c, int n, int layers) {\
    for (int i = 0; i < layers * n * n; i++) {\
        int layer = i / (n * n), row = i / n % n, column = i % n;\
        c[i] = 0.0f;\
        for (int k = 0; k < n; k++)\
            c[i] += a[layer * n * n + row * n + k] * b[layer * n * n + k * n + column];\
    }\
    return cudaSuccess;\
}
