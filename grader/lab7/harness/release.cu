// Step 7: release_texture. Raw: release_texture.error, left (3: grid, array, tex, 1 where not set
// to 0), order (what was freed, in order: 1 the texture object, 2 the array, 3 the grid, 4 the
// array as memory, 5 the grid as an array, 6 one of them again, 7 all of the device, 8 the grid as
// host memory, 9 something else); with part=twice: second.error, order of both calls, then, for
// each of the three that is 0 already, from 0, partlyN.error and partlyN (what was freed); with
// part=failing a second call on fresh pointers, of whose calls the first two fail, with different
// errors: whole (what was freed before), failing.error, order.
#include "texture.h"

static float *the_grid;
static cudaArray_t the_array;
static cudaTextureObject_t the_texture;
static std::vector<int> order;
static bool failing;

// Notes that `what` (1 to 5, 9) is freed.
static cudaError_t note(int what, bool nothing) {
    if (nothing)
        return cudaSuccess;
    bool again = false;
    for (int earlier : order)
        again |= earlier == what;
    order.push_back(again ? 6 : what);
    if (failing && order.size() <= 2)
        return order.size() == 1 ? cudaErrorUnknown : cudaErrorNotPermitted;
    return what <= 3 && !again ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t trace_destroy(cudaTextureObject_t tex) {
    return note(tex == the_texture ? 1 : 9, tex == 0);
}
cudaError_t trace_free_array(cudaArray_t array) {
    return note(array == the_array ? 2 : (void *)array == the_grid ? 5 : 9, array == NULL);
}
cudaError_t trace_free(void *p) {
    return note(p == the_grid ? 3 : p == (void *)the_array ? 4 : 9, p == NULL);
}
cudaError_t trace_free_async(void *p, cudaStream_t) {
    return trace_free(p);
}

cudaError_t trace_host_free(void *p) {
    if (p && p == the_grid)
        order.push_back(8);
    return p == NULL ? cudaSuccess : p == the_grid ? cudaErrorInvalidValue : cudaFreeHost(p);
}
void trace_plain_free(void *p) {
    if (p && p == the_grid)
        order.push_back(8);
    else
        free(p);
}
cudaError_t trace_reset(void) {
    order.push_back(7);
    return cudaSuccess;
}

// A call that finds one of the three at 0.
static void test_partly(int zero) {
    float *grid = zero == 0 ? NULL : the_grid;
    cudaArray_t array = zero == 1 ? NULL : the_array;
    cudaTextureObject_t tex = zero == 2 ? 0 : the_texture;
    char name[20];
    snprintf(name, sizeof name, "partly%d", zero);
    order.clear();
    write_error(name, release_texture(&grid, &array, &tex));
    write_raw(name, order);
}

void harness_main() {
    uint64_t seed = hidden_seed();
    int size = argument("size");
    the_grid = to_device(hidden_grid(seed, size));
    the_array = hidden_array(seed, size);
    the_texture = hidden_texture(the_array);

    float *grid = the_grid;
    cudaArray_t array = the_array;
    cudaTextureObject_t tex = the_texture;
    write_error("release_texture", release_texture(&grid, &array, &tex));
    int left[3] = {grid != NULL, array != NULL, tex != 0};
    write_raw("left", left, 3);
    if (strcmp(argument_text("part"), "twice") == 0)
        write_error("second", release_texture(&grid, &array, &tex));
    if (strcmp(argument_text("part"), "failing") == 0) {
        write_number("whole", (double)order.size());
        order.clear();
        failing = true;
        grid = the_grid;
        array = the_array;
        tex = the_texture;
        write_error("failing", release_texture(&grid, &array, &tex));
    }
    write_raw("order", order);
    for (int zero = 0; zero < 3 && strcmp(argument_text("part"), "twice") == 0; zero++)
        test_partly(zero);

    // What is freed for good: the trace only took notes.
    MUST(cudaDestroyTextureObject(the_texture));
    MUST(cudaFreeArray(the_array));
    MUST(cudaFree(the_grid));
}
