// A parameter whose copies run code is copied once, on the host, for the launch;
// the threads get its bytes.
#include <cstdio>
#include <memory>
#include <utility>

static int made, copied, moved, destroyed;

struct Counted {
    int value, *own;
    explicit Counted(int v) : value(v), own(new int(v)) {
        made++;
    }
    Counted(const Counted &other) : value(other.value), own(new int(other.value)) {
        copied++;
    }
    Counted(Counted &&other) : value(other.value), own(other.own) {
        other.own = nullptr;
        moved++;
    }
    ~Counted() {
        delete own;
        destroyed++;
    }
    __device__ int twice() const {
        return 2 * value;
    }
};

struct Holder { // copied by members alone
    Counted counted;
    std::shared_ptr<int> shared;
    int more[3];
};

template <class T> struct Box {
    T value;
    ~Box() {
        destroyed++;
    }
};

typedef float real;

__global__ void plain(Counted c, int *out, const real r, const Counted d) {
    c.value += threadIdx.x;
    out[threadIdx.x] = c.twice() + (int)r + d.value;
}

template <class T, int N> __global__ void with_barrier(T c, int *out, const T d) {
    __shared__ int s[64];
    const auto more = [=](int i) { return i + N; };
    T *p = &c;
    p->counted.value += threadIdx.x;
    s[threadIdx.x] = c.counted.value;
    __syncthreads();
    out[threadIdx.x ^ 1] = more(s[threadIdx.x ^ 5]) + d.more[2] + c.counted.value;
}

template <class F> __global__ void types(F f, Box<int> b, std::size_t n, dim3 sizes, int *out) {
    decltype(f) g = f;
    decltype(n) m = n;
    decltype(sizes) other = sizes;
    other.x++;
    if (threadIdx.x < n)
        out[threadIdx.x] = g(threadIdx.x) + b.value + (int)m + sizes.x;
}

struct Times {
    int factor;
    __device__ int operator()(int i) const {
        return factor * i;
    }
};

#define KERNEL(name, type, p)                                                                      \
    __global__ void name(type p, int *out) {                                                       \
        p.value++;                                                                                 \
        out[threadIdx.x] = p.value;                                                                \
    }
KERNEL(by_macro, Counted, q)

namespace scope {
__global__ void member(Counted c, int *out) {
    out[threadIdx.x] = c.value;
}
} // namespace scope

__global__ void forms(Counted, int *out, struct Counted named, Counted const, const Box<int> b,
                      unsigned n, Counted given = Counted(7)) {
    out[threadIdx.x] = named.value + b.value + n;
}

static void print(const char *name, int *out) {
    int h[64];
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s: %d %d %d: %d made, %d copied, %d moved, %d destroyed\n", name, h[0], h[1], h[63],
           made, copied, moved, destroyed);
    made = copied = moved = destroyed = 0;
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    {
        Counted c(5), last(6);
        Holder h = {Counted(3), std::make_shared<int>(4), {1, 2, 3}};
        made = 0;
        plain<<<1, 64>>>(c, out, 1.5f, c);
        print("plain", out);
        plain<<<1, 64>>>(Counted(4), out, 1.5f, std::move(last));
        print("temporary, moved", out);
        with_barrier<Holder, 3><<<1, 64>>>(h, out, h);
        print("with a barrier", out);
        printf("%d owner\n", (int)h.shared.use_count());
        types<<<1, 64>>>(Times{3}, Box<int>{4}, 64, dim3(2), out);
        print("types", out);
        by_macro<<<1, 64>>>(Counted(1), out);
        print("by macro", out);
        scope::member<<<1, 64>>>(c, out);
        print("member", out);
        forms<<<1, 64>>>(c, out, c, c, Box<int>{3}, 3);
        print("forms", out);
    }
    cudaFree(out);
}
