// The headers that students include, most of them for nothing.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <texture_types.h>
#include <vector_types.h>
#include <vector_functions.h>
#include <driver_types.h>
#include <math_constants.h>
#include <cuda_fp16.h>
#include <channel_descriptor.h>
#include <builtin_types.h>
#include <sm_20_intrinsics.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <assert.h>
#include <cmath>
#include <iostream>
#include <iomanip>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
#include <map>
#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <random>
#include <numeric>
using namespace std;

__global__ void k(float *out, const half *in) {
    out[0] = CUDART_PI_F;
    out[1] = __half2float(in[0]) + (float)in[1];
    out[2] = max(1, 2) + min(2.5f, 3.5f) + abs(-1);
    assert(out[0] > 3);
    __half sum = __hadd(in[0], in[1]);
    out[3] = __half2float(sum) + (CUDART_INF_F > 1e30f);
}

int main() {
    vector<half> h = {__float2half(1.5f), __float2half(0.1f)};
    half *in;
    float *out, r[4];
    cudaMalloc(&in, 2 * sizeof(half));
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h.data(), 2 * sizeof(half), cudaMemcpyHostToDevice);
    k<<<1, 1>>>(out, in);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    cout << fixed << setprecision(5) << r[0] << " " << r[1] << " " << r[2] << " " << r[3] << endl;
    cout << max(3, 4) << " " << std::max(1.5, 2.5) << " " << min<int>(1, 2) << endl;
    cout << cudaGetErrorString(cudaGetLastError()) << endl;
    return 0;
}
