// CRLF line ends, tabs, \ at line ends.
#include <cstdio>
#define ADD(a, b) \
	((a) + \
	 (b))

__global__ void k(int *p)
{
	__shared__ int s[4];
	s[threadIdx.x] = ADD(threadIdx.x, 1); // комм
	__syncthreads();
	p[threadIdx.x] = s[3 - threadIdx.x];
}

int main()
{
	int *p, h[4];
	cudaMalloc(&p, sizeof h);
	k<<<1,
		4>>>(p);
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d line %d\n", h[0], h[3], __LINE__);
	return 0;
}
