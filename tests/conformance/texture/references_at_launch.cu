// device: cpu
// The attributes of a texture reference count at each launch: programs bind first and choose later.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e_ = (call);                                                                   \
        if (e_ != cudaSuccess) {                                                                   \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_));                               \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

enum { N = 8 };

texture<float, 1> row;
texture<float, 1> other;
texture<int, 1> numbers;
texture<unsigned char, 1, cudaReadModeNormalizedFloat> bytes;

__global__ void read_row(float *out, float first, float step) {
    out[threadIdx.x] = tex1D(row, first + step * threadIdx.x);
}

__global__ void read_both(float *out) {
    out[threadIdx.x] = tex1D(row, 1.25f) + 100 * tex1D(other, 1.25f);
}

__global__ void read_bytes(float *out, float x) {
    out[threadIdx.x] = tex1D(bytes, x);
}

__global__ void read_number(float *out) {
    out[threadIdx.x] = (float)tex1D(numbers, 3);
}

static float *out;

static void print(const char *what, int n) {
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%-28s", what);
    for (int i = 0; i < n; i++)
        printf(" %.2f", out[i]);
    printf("\n");
}

template <class T> static cudaArray_t array_of(const T (&values)[N]) {
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    CHECK(cudaMallocArray(&array, &format, N));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, values, sizeof values, sizeof values, 1,
                              cudaMemcpyHostToDevice));
    return array;
}

int main() {
    const float values[N] = {0, 1, 2, 3, 4, 5, 6, 7};
    const int whole[N] = {0, 1, 2, 3, 4, 5, 6, 7};
    const unsigned char small[N] = {0, 51, 102, 153, 204, 255, 0, 255};
    cudaArray_t floats = array_of(values), ints = array_of(whole), chars = array_of(small);
    CHECK(cudaMallocHost(&out, 2 * N * sizeof(float)));
    CHECK(cudaBindTextureToArray(row, floats));
    CHECK(cudaBindTextureToArray(other, floats));
    CHECK(cudaBindTextureToArray(bytes, chars));

    read_row<<<1, N>>>(out, 0, 1);
    print("points", N);
    row.filterMode = cudaFilterModeLinear;
    read_row<<<1, N>>>(out, 0, 1);
    print("linear, bound before", N);

    // Two launches with a change between, and one after; nobody waits between them.
    row.filterMode = cudaFilterModePoint;
    read_row<<<1, 1>>>(out, 1.25f, 0);
    row.filterMode = cudaFilterModeLinear;
    read_row<<<1, 1>>>(out + 1, 1.25f, 0);
    row.filterMode = cudaFilterModePoint;
    print("point, then linear", 2);

    // Of several references each has its own.
    other.filterMode = cudaFilterModeLinear;
    read_both<<<1, 1>>>(out);
    print("one point, one linear", 1);

    row.normalized = 1;
    const struct {
        const char *name;
        cudaTextureAddressMode mode;
    } modes[] = {{"wrap", cudaAddressModeWrap},
                 {"clamp", cudaAddressModeClamp},
                 {"mirror", cudaAddressModeMirror},
                 {"border", cudaAddressModeBorder}};
    for (auto &m : modes) {
        row.addressMode[0] = m.mode;
        read_row<<<1, 4>>>(out, -0.4375f, 0.625f);
        print(m.name, 4);
    }
    row.filterMode = cudaFilterModeLinear;
    row.addressMode[0] = cudaAddressModeWrap;
    read_row<<<1, N>>>(out, 0.5f, 0.125f);
    print("wrap, linear", N);

    bytes.filterMode = cudaFilterModeLinear;
    read_bytes<<<1, 1>>>(out, 2);
    print("bytes, linear", 1);

    // Through the pointer that C programs had, and bound again: what is set stays set.
    const textureReference *pointer;
    CHECK(cudaGetTextureReference(&pointer, &row));
    const_cast<textureReference *>(pointer)->normalized = 0;
    CHECK(cudaUnbindTexture(row));
    CHECK(cudaBindTextureToArray(row, floats));
    read_row<<<1, N>>>(out, 0, 1);
    print("bound again", N);

    // What no texture can be is the launch's error, and no longer one when it is mended.
    numbers.filterMode = cudaFilterModeLinear;
    CHECK(cudaBindTextureToArray(numbers, ints));
    read_number<<<1, 1>>>(out);
    printf("integers, linear: %s\n", cudaGetErrorName(cudaGetLastError()));
    numbers.filterMode = cudaFilterModePoint;
    read_number<<<1, 1>>>(out);
    print("integers, points", 1);

    CHECK(cudaUnbindTexture(row));
    CHECK(cudaUnbindTexture(other));
    CHECK(cudaUnbindTexture(bytes));
    CHECK(cudaUnbindTexture(numbers));
    CHECK(cudaFreeArray(floats));
    CHECK(cudaFreeArray(ints));
    CHECK(cudaFreeArray(chars));
    CHECK(cudaFreeHost(out));
    return 0;
}
