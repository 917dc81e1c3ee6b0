// Steps 5 and 6 built for blocks that no GPU launches. Raw: integrate_hardware.error or
// integrate_software.error, integral (1).
#include "texture.h"

void harness_main() {
    int size = argument("size");
    float integral = -77.0f;
    fill_vertices(hidden_seed());
    if (strcmp(argument_text("part"), "hardware") == 0) {
        cudaArray_t array = hidden_array(hidden_seed(), size);
        cudaTextureObject_t tex = hidden_texture(array);
        write_error("integrate_hardware", integrate_hardware(tex, size, 2, &integral));
        write_number("integral", integral); // before calls that fail when a kernel has failed
        MUST(cudaDestroyTextureObject(tex));
        MUST(cudaFreeArray(array));
    } else {
        float *grid = to_device(hidden_grid(hidden_seed(), size));
        write_error("integrate_software", integrate_software(grid, size, 2, &integral));
        write_number("integral", integral);
        MUST(cudaFree(grid));
    }
}
