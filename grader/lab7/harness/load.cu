// Step 3: load_texture. Raw: copy.pitch, copy.width, copy.kind and copy.from_host (its source lies
// in host memory that CUDA knows nothing of) of its first three-dimensional copy; where it is the
// only one also copy.height (of the source's pitched pointer), copy.extent (3) and copy.places (6:
// where it begins, in the source and in the array); refused.format (3: kind, bits, bits of the
// other channels) and refused.extent (3) of the array whose copy was refused, load_texture.error,
// array.error (of a question about it), extent (3), format (2: kind, bits), layered (1 where the
// array is one), texels (size^3), grid (size^3, after); part=failing: of load_texture what
// failing.h says.
#include "texture.h"
#include "failing.h"

static int copies;
static float *grid;
static cudaMemcpy3DParms only;

static void note(const cudaMemcpy3DParms *parms) {
    static bool noted;
    copies++;
    if (parms)
        only = *parms;
    if (!noted && parms) {
        write_number("copy.pitch", (double)parms->srcPtr.pitch);
        write_number("copy.width", (double)parms->extent.width);
        write_number("copy.kind", (double)(int)parms->kind);
        cudaPointerAttributes from;
        bool host = parms->srcPtr.ptr && parms->srcPtr.ptr != grid &&
                    (cudaPointerGetAttributes(&from, parms->srcPtr.ptr) != cudaSuccess ||
                     from.type == cudaMemoryTypeUnregistered);
        write_number("copy.from_host", host);
    }
    noted = true;
}

static void note_only(void) {
    if (copies != 1)
        return;
    double extent[3] = {(double)only.extent.width, (double)only.extent.height,
                        (double)only.extent.depth},
           places[6] = {(double)only.srcPos.x, (double)only.srcPos.y, (double)only.srcPos.z,
                        (double)only.dstPos.x, (double)only.dstPos.y, (double)only.dstPos.z};
    if (only.srcPtr.ptr)
        write_number("copy.height", (double)only.srcPtr.ysize);
    write_raw("copy.extent", extent, 3);
    write_raw("copy.places", places, 6);
}

// Of the array that a copy was refused for.
static cudaError_t refused(const cudaMemcpy3DParms *parms, cudaError_t error) {
    cudaExtent extent;
    cudaChannelFormatDesc format;
    unsigned flags;
    static bool told;
    if (error && !told && parms && parms->dstArray &&
        cudaArrayGetInfo(&format, &extent, &flags, parms->dstArray) == cudaSuccess) {
        double kind[3] = {(double)(int)format.f, (double)format.x, (double)(format.y + format.z)};
        write_raw("refused.format", kind, 3);
        double size[3] = {(double)extent.width, (double)extent.height, (double)extent.depth};
        write_raw("refused.extent", size, 3);
        told = true;
    }
    return error;
}

cudaError_t trace_copy(const cudaMemcpy3DParms *parms) {
    note(parms);
    return refused(parms, cudaMemcpy3D(parms));
}

cudaError_t trace_copy_async(const cudaMemcpy3DParms *parms, cudaStream_t stream) {
    note(parms);
    return refused(parms, cudaMemcpy3DAsync(parms, stream));
}

void harness_main() {
    int size = argument("size");
    size_t count = (size_t)size * size * size;
    grid = to_device(hidden_grid(hidden_seed(), size));
    if (strcmp(argument_text("part"), "failing") == 0) {
        failing("load_texture", [&] {
            cudaArray_t loaded = NULL;
            const cudaError_t error = load_texture(grid, size, &loaded);
            if (error == cudaSuccess)
                cudaFreeArray(loaded);
            return error;
        });
        MUST(cudaFree(grid));
        return;
    }
    cudaArray_t array = NULL;
    bool made = write_error("load_texture", load_texture(grid, size, &array));
    cudaGetLastError();
    note_only();
    if (made && array) {
        cudaExtent extent = {};
        cudaChannelFormatDesc format;
        unsigned flags;
        if (!write_error("array", cudaArrayGetInfo(&format, &extent, &flags, array)))
            return;
        double size3[3] = {(double)extent.width, (double)extent.height, (double)extent.depth};
        write_raw("extent", size3, 3);
        double kind[2] = {(double)(int)format.f, (double)format.x};
        write_raw("format", kind, 2);
        write_number("layered", (flags & cudaArrayLayered) != 0);
        if (extent.width >= (size_t)size && extent.height >= (size_t)size &&
            extent.depth >= (size_t)size) {
            std::vector<float> texels(count);
            cudaMemcpy3DParms copy = {};
            copy.srcArray = array;
            copy.dstPtr = make_cudaPitchedPtr(texels.data(), size * sizeof(float), size, size);
            copy.extent = make_cudaExtent(size, size, size);
            copy.kind = cudaMemcpyDeviceToHost;
            MUST(cudaMemcpy3D(&copy));
            write_raw("texels", texels);
        }
        MUST(cudaFreeArray(array));
    }
    write_raw("grid", to_host(grid, count));
    MUST(cudaFree(grid));
}
