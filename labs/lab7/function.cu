// Lab 7, given: the field, a product of two real spherical functions with l = 2. They are
// orthonormal: over all directions the integral of the square of one is 1, of the product of two
// different ones 0.
#include "lab7.h"
#include <math.h>

#define PI 3.14159265358979323846f

__device__ static float d_function(int which, float x, float y, float z) {
    float r2 = x * x + y * y + z * z;
    if (r2 == 0.0f)
        return 0.0f; // the centre has no direction
    if (which == D_YZ)
        return sqrtf(15.0f / (4.0f * PI)) * y * z / r2;
    if (which == D_Z2)
        return sqrtf(5.0f / (16.0f * PI)) * (3.0f * z * z - r2) / r2;
    return sqrtf(15.0f / (16.0f * PI)) * (x * x - y * y) / r2;
}

__device__ float func(float x, float y, float z) {
    return d_function(D_LEFT, x, y, z) * d_function(D_RIGHT, x, y, z);
}

float exact_integral(void) {
    return D_LEFT == D_RIGHT ? 1.0f : 0.0f;
}
