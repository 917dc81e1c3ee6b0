// Байты перед текстом (BOM), кириллица и китайский: 你好，世界
#include <cstdio>

/* комментарий <<< не запуск >>> "и не строка */
__global__ void kernel(int *p) { // ядро
    printf("привет из потока %d: 线程 <<<1>>>\n", threadIdx.x);
    *p = '"' + u8"x"[0];
}

int main() {
    const char *raw = R"x(__global__ void f() { "<<<" )x", *s = "// не комментарий";
    int *p, h, число = 1'000;
    cudaMalloc(&p, sizeof h);
    kernel<<<1, 2>>>(p);
    cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %s %s\n", h, число, raw, s);
    return 0;
}
