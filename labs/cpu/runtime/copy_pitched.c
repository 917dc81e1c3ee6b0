/* copy_pitched.c - copies of rows and slices, between pitched memory and arrays. */
#include <stdio.h>

#include "copy.h"
#include "cpu_device/runtime_functions.h"

/* The part of an array that starts `x` bytes, `y` rows and `z` slices in and is width bytes, height
 * rows and depth slices large. false: cudaErrorInvalidValue, and why is said: it is not all inside,
 * or the array is gone. */
static bool array_side(cudaArray_const_t a, size_t x, size_t y, size_t z, size_t width,
                       size_t height, size_t depth, const char *api, void *caller,
                       cpudev_side *side) {
    if (!cpudev_is_array(a) || a->freed) {
        if (cpudev_is_array(a))
            cpudev_hook_finding("use-after-free", caller, "a copy names an array that was freed");
        cpudev_refuse_array(cudaErrorInvalidValue, a);
        return false;
    }
    const size_t columns = a->width * a->texel_size, rows = a->height ? a->height : 1,
                 slices = a->depth ? a->depth : 1;
    if (x > columns || width > columns - x || y > rows || height > rows - y || z > slices ||
        depth > slices - z) {
        char text[300];
        snprintf(
            text, sizeof text,
            "%s: %zu bytes x %zu rows x %zu slices from (%zu, %zu, %zu) do not fit into an array "
            "of %zu bytes x %zu rows x %zu slices",
            api, width, height, depth, x, y, z, columns, rows, slices);
        cpudev_hook_finding("copy-overflow", caller, text);
        cpudev_refuse(cudaErrorInvalidValue, "%s", text);
        return false;
    }
    *side = (cpudev_side){.data = a->data + x + y * a->row_pitch + z * a->slice_pitch,
                          .pitch = a->row_pitch,
                          .slice = a->slice_pitch,
                          .checked = true};
    return true;
}

static cudaError_t refuse_pitch(const char *role, size_t pitch, size_t width, size_t most) {
    return cpudev_refuse(cudaErrorInvalidPitchValue,
                         "the pitch of the %s is %zu bytes and a row of the copy %zu; the pitch "
                         "must be as large as a row, and %zu at most. Both count bytes: multiply "
                         "elements by their size, and take the pitch of cudaMallocPitch",
                         role, pitch, width, most);
}

static cudaError_t copy_rows(cpudev_side to, cpudev_side from, size_t width, size_t height,
                             enum cudaMemcpyKind kind, cudaStream_t stream, bool async,
                             const char *api, void *caller) {
    const size_t max_pitch = (size_t)cpudev_attribute(cudaDevAttrMaxPitch);
    if (height > 1 && !to.checked && (width > to.pitch || to.pitch > max_pitch))
        return refuse_pitch("destination", to.pitch, width, max_pitch);
    if (height > 1 && !from.checked && (width > from.pitch || from.pitch > max_pitch))
        return refuse_pitch("source", from.pitch, width, max_pitch);
    return cpudev_copy_box(&(cpudev_copy){.to = to,
                                          .from = from,
                                          .width = width,
                                          .height = height,
                                          .depth = 1,
                                          .kind = kind,
                                          .stream = stream,
                                          .async = async,
                                          .api = api,
                                          .caller = caller});
}

static cpudev_side plain(const void *data, size_t pitch) {
    return (cpudev_side){.data = (unsigned char *)data, .pitch = pitch};
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_rows(plain(to, to_pitch), plain(from, from_pitch), width, height,
                                   kind, NULL, false, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_rows(plain(to, to_pitch), plain(from, from_pitch), width, height,
                                   kind, stream, true, __func__, __builtin_return_address(0)));
}

static cudaError_t to_array(cudaArray_t array, size_t x, size_t y, const void *from, size_t pitch,
                            size_t width, size_t height, enum cudaMemcpyKind kind,
                            cudaStream_t stream, bool async, const char *api, void *caller) {
    cpudev_side side;
    if (!array_side(array, x, y, 0, width, height, 1, api, caller, &side))
        return cudaErrorInvalidValue;
    return copy_rows(side, plain(from, pitch), width, height, kind, stream, async, api, caller);
}

static cudaError_t from_array(void *to, size_t pitch, cudaArray_const_t array, size_t x, size_t y,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream, bool async, const char *api, void *caller) {
    cpudev_side side;
    if (!array_side(array, x, y, 0, width, height, 1, api, caller, &side))
        return cudaErrorInvalidValue;
    return copy_rows(plain(to, pitch), side, width, height, kind, stream, async, api, caller);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(to_array(to, x, y, from, pitch, width, height, kind, NULL, false, __func__,
                                  __builtin_return_address(0)));
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(to_array(to, x, y, from, pitch, width, height, kind, stream, true,
                                  __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(from_array(to, pitch, from, x, y, width, height, kind, NULL, false,
                                    __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(from_array(to, pitch, from, x, y, width, height, kind, stream, true,
                                    __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x, size_t from_y,
                                     size_t width, size_t height, enum cudaMemcpyKind kind) {
    CPUDEV_ENTER();
    void *caller = __builtin_return_address(0);
    cpudev_side to_side, from_side;
    if (!array_side(to, to_x, to_y, 0, width, height, 1, __func__, caller, &to_side) ||
        !array_side(from, from_x, from_y, 0, width, height, 1, __func__, caller, &from_side))
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    return CPUDEV_RESULT(
        copy_rows(to_side, from_side, width, height, kind, NULL, false, __func__, caller));
}

/* The old linear copies run on from row to row: the rest of a row, whole rows, the start of a
 * row. */
typedef cudaError_t piece_copier(cudaArray_t array, size_t x, size_t y, unsigned char *memory,
                                 size_t pitch, size_t width, size_t height,
                                 enum cudaMemcpyKind kind, const char *api, void *caller);

static cudaError_t piece_to(cudaArray_t array, size_t x, size_t y, unsigned char *memory,
                            size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                            const char *api, void *caller) {
    return to_array(array, x, y, memory, pitch, width, height, kind, NULL, false, api, caller);
}

static cudaError_t piece_from(cudaArray_t array, size_t x, size_t y, unsigned char *memory,
                              size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                              const char *api, void *caller) {
    return from_array(memory, pitch, array, x, y, width, height, kind, NULL, false, api, caller);
}

static cudaError_t copy_run(piece_copier *copy, cudaArray_t array, size_t x, size_t y,
                            unsigned char *memory, size_t size, enum cudaMemcpyKind kind,
                            const char *api, void *caller) {
    cpudev_side whole;
    if (!array_side(array, 0, 0, 0, 0, 0, 0, api, caller, &whole))
        return cudaErrorInvalidValue;
    const size_t row = array->width * array->texel_size;
    if (x >= row)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the copy begins at byte %zu of a row, and a row of the array has %zu "
                             "bytes",
                             x, row);
    cudaError_t e = cudaSuccess;
    if (x > 0) {
        const size_t first = size < row - x ? size : row - x;
        e = copy(array, x, y++, memory, first, first, 1, kind, api, caller);
        memory += first;
        size -= first;
    }
    if (!e && size >= row) {
        const size_t rows = size / row;
        e = copy(array, 0, y, memory, row, row, rows, kind, api, caller);
        memory += rows * row;
        size -= rows * row;
        y += rows;
    }
    if (!e && size > 0)
        e = copy(array, 0, y, memory, size, size, 1, kind, api, caller);
    return e;
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                              enum cudaMemcpyKind kind) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_run(piece_to, to, x, y, (unsigned char *)from, size, kind, __func__,
                                  __builtin_return_address(0)));
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                                enum cudaMemcpyKind kind) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_run(piece_from, (cudaArray_t)from, x, y, to, size, kind, __func__,
                                  __builtin_return_address(0)));
}

/* ---- 3-D: positions and extents count texels where an array takes part, bytes elsewhere ---- */

/* role: "dst" or "src"; unit: what the extent's width counts. */
static bool side_3d(const char *role, const char *unit, cudaArray_const_t array,
                    struct cudaPitchedPtr memory, struct cudaPos pos, size_t width,
                    struct cudaExtent extent, const char *api, void *caller, cpudev_side *side) {
    if ((array != NULL) == (memory.ptr != NULL)) {
        cpudev_refuse(cudaErrorInvalidValue,
                      array ? "%sArray and %sPtr are both set; set one, and the rest of the "
                              "parameters to 0"
                            : "neither %sArray nor %sPtr.ptr is set; set one",
                      role, role);
        return false;
    }
    if (array)
        return array_side(array, pos.x * array->texel_size, pos.y, pos.z, width, extent.height,
                          extent.depth, api, caller, side);
    if (pos.x + width > memory.pitch) {
        cpudev_refuse(cudaErrorInvalidValue,
                      "%sPtr.pitch is %zu bytes, and the copy's rows reach to byte %zu; the pitch "
                      "is that of the memory in bytes, and the extent's width counts %s",
                      role, memory.pitch, pos.x + width, unit);
        return false;
    }
    if (extent.depth > 1 && pos.y + extent.height > memory.ysize) {
        cpudev_refuse(cudaErrorInvalidValue,
                      "%sPtr.ysize is %zu rows, and the copy's slices reach to row %zu; ysize is "
                      "how many rows a slice of the memory has",
                      role, memory.ysize, pos.y + extent.height);
        return false;
    }
    *side = (cpudev_side){.data = (unsigned char *)memory.ptr + pos.x + pos.y * memory.pitch +
                                  pos.z * memory.pitch * memory.ysize,
                          .pitch = memory.pitch,
                          .slice = memory.pitch * memory.ysize};
    return true;
}

cudaError_t cpudev_copy_3d(const struct cudaMemcpy3DParms *p, cudaStream_t stream, bool async,
                           const char *api, void *caller) {
    if (!p)
        return cpudev_refuse_null("with the parameters");
    size_t texel = 1;
    for (int side = 0; side < 2; side++) {
        const struct cudaArray *array = side ? p->dstArray : p->srcArray;
        if (array && !cpudev_is_array(array))
            return cpudev_refuse_array(cudaErrorInvalidValue, array);
    }
    if (p->srcArray && p->dstArray && p->srcArray->texel_size != p->dstArray->texel_size)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the elements of srcArray have %zu bytes and those of dstArray %zu; "
                             "they must be of one size",
                             p->srcArray->texel_size, p->dstArray->texel_size);
    if (p->srcArray)
        texel = p->srcArray->texel_size;
    else if (p->dstArray)
        texel = p->dstArray->texel_size;
    cpudev_copy c = {.width = p->extent.width * texel,
                     .height = p->extent.height,
                     .depth = p->extent.depth,
                     .kind = p->kind,
                     .stream = stream,
                     .async = async,
                     .api = api,
                     .caller = caller};
    const char *unit = p->srcArray || p->dstArray ? "elements, as an array takes part" : "bytes";
    if (!side_3d("dst", unit, p->dstArray, p->dstPtr, p->dstPos, c.width, p->extent, api, caller,
                 &c.to) ||
        !side_3d("src", unit, p->srcArray, p->srcPtr, p->srcPos, c.width, p->extent, api, caller,
                 &c.from))
        return cudaErrorInvalidValue; /* side_3d has said why */
    return cpudev_copy_box(&c);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(
        cpudev_copy_3d(parameters, NULL, false, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(
        cpudev_copy_3d(parameters, stream, true, __func__, __builtin_return_address(0)));
}
