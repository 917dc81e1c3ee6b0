/* texture.h - the harness's own grid, array and texture object of hidden values, right by
 * construction: no step of a student stands between them and the step that is tested. */
#ifndef LAB7_TEXTURE_H
#define LAB7_TEXTURE_H

#include "field.h"

/* plain_field(seed, ...): the seed is the field's number. */
static inline float plain_value(uint64_t field, int i, int j, int k) {
    return plain_field((int)field, i, j, k);
}

typedef float hidden_field(uint64_t seed, int i, int j, int k);

static inline std::vector<float> hidden_grid(uint64_t seed, int size, double scale = 1,
                                             hidden_field *field = hidden_value) {
    std::vector<float> values;
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++)
                values.push_back((float)(field(seed, i, j, k) * scale));
    return values;
}

static inline cudaArray_t hidden_array(uint64_t seed, int size, double scale = 1,
                                       hidden_field *field = hidden_value) {
    std::vector<float> values = hidden_grid(seed, size, scale, field);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = NULL;
    cudaMemcpy3DParms copy = {};
    MUST(cudaMalloc3DArray(&array, &format, make_cudaExtent(size, size, size)));
    copy.srcPtr = make_cudaPitchedPtr(values.data(), size * sizeof(float), size, size);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(size, size, size);
    copy.kind = cudaMemcpyHostToDevice;
    MUST(cudaMemcpy3D(&copy));
    return array;
}

static inline cudaTextureObject_t hidden_texture(cudaArray_t array) {
    cudaResourceDesc resource = {};
    cudaTextureDesc texture = {};
    cudaTextureObject_t object = 0;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    texture.filterMode = cudaFilterModeLinear;
    for (int axis = 0; axis < 3; axis++)
        texture.addressMode[axis] = cudaAddressModeClamp;
    MUST(cudaCreateTextureObject(&object, &resource, &texture, NULL));
    return object;
}

/* The sample points: positions in units of length, or coordinates in nodes (radius 0). */
static inline std::vector<float3> hidden_points(uint64_t seed, int size, double radius,
                                                enum hidden_where where = POINTS_EVERYWHERE) {
    std::vector<float3> points;
    for (int n = 0; n < HIDDEN_POINTS; n++) {
        float p[3];
        for (int axis = 0; axis < 3; axis++) {
            double u = hidden_coordinate(seed, hidden_number(n, where), axis, size);
            p[axis] = radius > 0 ? hidden_position(u, size, radius) : (float)u;
        }
        points.push_back(make_float3(p[0], p[1], p[2]));
    }
    return points;
}

/* Fills vert (step 2's) with vertices that step 2 would not make. */
extern __constant__ Vertex vert[VERTCOUNT];
static inline void fill_vertices(uint64_t seed) {
    std::vector<Vertex> vertices(VERTCOUNT);
    for (int i = 0; i < VERTCOUNT; i++)
        vertices[i] = {hidden_vertex(seed, i, 0, RADIUS), hidden_vertex(seed, i, 1, RADIUS),
                       hidden_vertex(seed, i, 2, RADIUS)};
    MUST(cudaMemcpyToSymbol(vert, vertices.data(), VERTCOUNT * sizeof(Vertex)));
}

#endif
