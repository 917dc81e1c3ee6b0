// Unusual but right: C++ with owners for events and memory, and streams for the file.
#include "lab7.h"
#include <cmath>
#include <fstream>
#include <memory>

namespace {
struct Resources {
    float *grid = nullptr;
    cudaArray_t array = nullptr;
    cudaTextureObject_t tex = 0;
    float *partial = nullptr;
    Resources() = default;
    Resources(const Resources &) = delete;
    ~Resources() {
        release_texture(&grid, &array, &tex);
        cudaFree(partial);
    }
};

class Event {
  public:
    Event() {
        cudaEventCreate(&event);
    }
    ~Event() {
        cudaEventDestroy(event);
    }
    Event(const Event &) = delete;
    void record() {
        cudaEventRecord(event);
    }
    float since(const Event &start) const {
        float ms = 0;
        cudaEventSynchronize(event);
        cudaEventElapsedTime(&ms, start.event, event);
        return ms;
    }

  private:
    cudaEvent_t event{};
};

template <class Kernel, class Source>
cudaError_t time_of(Kernel kernel, Source source, int size, int radii, float *partial, float &ms) {
    constexpr int launches = 8;
    Event start, stop;
    for (int launch = -1; launch < launches; ++launch) {
        if (launch == 0)
            start.record();
        kernel<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(source, size, radii, partial);
    }
    stop.record();
    CUDA_TRY_LAUNCH();
    ms = stop.since(start) / launches;
    return cudaGetLastError();
}
} // namespace

cudaError_t compare_at(int size, int radii, Comparison *row) {
    Resources r;
    Comparison c{size, radii, exact_integral(), 0, 0, 0, 0};
    CUDA_TRY(init_vertices());
    CUDA_TRY(make_grid(size, &r.grid));
    CUDA_TRY(load_texture(r.grid, size, &r.array));
    CUDA_TRY(tune_texture(r.array, &r.tex));
    CUDA_TRY(cudaMalloc(&r.partial, sizeof(float) * BLOCKSPERGRID));
    CUDA_TRY(time_of(integral_hardware, r.tex, size, radii, r.partial, c.hardware_ms));
    CUDA_TRY(time_of(integral_software, r.grid, size, radii, r.partial, c.software_ms));
    CUDA_TRY(integrate_hardware(r.tex, size, radii, &c.hardware));
    CUDA_TRY(integrate_software(r.grid, size, radii, &c.software));
    *row = c;
    return cudaSuccess;
}

int write_csv(const char *path, const Comparison *rows, int count) {
    std::ofstream csv(path);
    csv.precision(9);
    csv << "size,radii,exact,hardware,software,hardware_error,software_error,hardware_ms,"
           "software_ms,ratio\n";
    for (int i = 0; i < count; ++i) {
        const Comparison &r = rows[i];
        csv << r.size << ',' << r.radii << ',' << r.exact << ',' << r.hardware << ',' << r.software
            << ',' << std::abs(r.hardware - r.exact) << ',' << std::abs(r.software - r.exact) << ','
            << r.hardware_ms << ',' << r.software_ms << ',' << r.software_ms / r.hardware_ms
            << '\n';
    }
    csv.close();
    return csv ? 0 : -1;
}
