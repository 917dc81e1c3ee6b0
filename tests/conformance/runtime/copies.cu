// Copies and sets of every shape: 2-D, 3-D, arrays of every dimension, and what they refuse.
#include "expect.h"

#include <cstring>

enum { W = 10, H = 6, D = 4 };

int main() {
    float h[D][H][W], back[D][H][W];
    for (int i = 0; i < D * H * W; i++)
        (&h[0][0][0])[i] = i;
    const size_t row = W * sizeof(float);

    /* rows */
    float *d;
    size_t pitch;
    RETURNS(cudaMallocPitch(&d, &pitch, row, H), cudaSuccess);
    RETURNS(cudaMemcpy2D(d, pitch, h, row, row, H, cudaMemcpyHostToDevice), cudaSuccess);
    memset(back, 0, sizeof back);
    RETURNS(cudaMemcpy2D(back, row, d, pitch, row, H, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(!memcmp(back, h, H * row));
    RETURNS(cudaMemset2D(d, pitch, 0, row / 2, H), cudaSuccess);
    RETURNS(cudaMemcpy2D(back, row, d, pitch, row, H, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(back[0][3][W / 2 - 1] == 0 && back[0][3][W / 2] == h[0][3][W / 2]);
    RETURNS(cudaMemcpy2D(d, row / 2, h, row, row, H, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
    RETURNS(cudaGetLastError(), cudaErrorInvalidPitchValue);

    /* boxes between plain memory */
    cudaPitchedPtr p;
    RETURNS(cudaMalloc3D(&p, make_cudaExtent(row, H, D)), cudaSuccess);
    cudaMemcpy3DParms c = {};
    c.srcPtr = make_cudaPitchedPtr(h, row, W, H);
    c.dstPtr = p;
    c.extent = make_cudaExtent(row, H, D);
    c.kind = cudaMemcpyHostToDevice;
    RETURNS(cudaMemcpy3D(&c), cudaSuccess);
    RETURNS(cudaMemset3D(p, 0, make_cudaExtent(sizeof(float), 1, D)), cudaSuccess);
    cudaMemcpy3DParms part = {};
    part.srcPtr = p;
    part.srcPos = make_cudaPos(0, 0, 1);
    part.dstPtr = make_cudaPitchedPtr(back, row, W, H);
    part.extent = make_cudaExtent(row, H, 2);
    part.kind = cudaMemcpyDeviceToHost;
    RETURNS(cudaMemcpy3D(&part), cudaSuccess);
    EXPECT(back[0][0][0] == 0 && back[0][0][1] == h[1][0][1] && back[1][5][9] == h[2][5][9]);

    /* arrays */
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaArray_t one, two, three, layers;
    RETURNS(cudaMallocArray(&one, &f, W), cudaSuccess);
    RETURNS(cudaMallocArray(&two, &f, W, H), cudaSuccess);
    RETURNS(cudaMalloc3DArray(&three, &f, make_cudaExtent(W, H, D)), cudaSuccess);
    RETURNS(cudaMalloc3DArray(&layers, &f, make_cudaExtent(W, 0, D), cudaArrayLayered),
            cudaSuccess);
    RETURNS(cudaMemcpy2DToArray(one, 0, 0, h, row, row, 1, cudaMemcpyHostToDevice), cudaSuccess);
    RETURNS(cudaMemcpy2DToArray(two, 0, 0, h, row, row, H, cudaMemcpyHostToDevice), cudaSuccess);
    memset(back, 0, sizeof back);
    RETURNS(cudaMemcpy2DFromArray(back, row, two, 4, 1, 8, 2, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(back[0][0][0] == h[0][1][1] && back[0][1][1] == h[0][2][2] && back[0][0][2] == 0);
    RETURNS(cudaMemcpy2DToArray(two, 4, 0, h, row, row, H, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
    RETURNS(cudaGetLastError(), cudaErrorInvalidValue);
    cudaMemcpy3DParms in = {};
    in.srcPtr = make_cudaPitchedPtr(h, row, W, H);
    in.dstArray = three;
    in.extent = make_cudaExtent(W, H, D);
    in.kind = cudaMemcpyHostToDevice;
    RETURNS(cudaMemcpy3D(&in), cudaSuccess);
    cudaMemcpy3DParms out = {};
    out.srcArray = three;
    out.srcPos = make_cudaPos(1, 2, 3);
    out.dstPtr = make_cudaPitchedPtr(back, row, W, H);
    out.extent = make_cudaExtent(2, 2, 1);
    out.kind = cudaMemcpyDeviceToHost;
    RETURNS(cudaMemcpy3D(&out), cudaSuccess);
    EXPECT(back[0][0][0] == h[3][2][1] && back[0][1][1] == h[3][3][2]);
    cudaExtent e;
    unsigned flags;
    RETURNS(cudaArrayGetInfo(&f, &e, &flags, three), cudaSuccess);
    EXPECT(e.width == W && e.height == H && e.depth == D && flags == 0 && f.x == 32 && f.y == 0);
    RETURNS(cudaFreeArray(one), cudaSuccess);
    RETURNS(cudaFreeArray(two), cudaSuccess);
    RETURNS(cudaFreeArray(three), cudaSuccess);
    RETURNS(cudaFreeArray(layers), cudaSuccess);
    RETURNS(cudaFree(d), cudaSuccess);
    RETURNS(cudaFree(p.ptr), cudaSuccess);
}
