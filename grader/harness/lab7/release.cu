// Step 7: release_texture. Raw: release_texture.error, left (3: grid, array, tex, 1 where not set
// to 0), order (what was freed, in order: 1 the texture object, 2 the array, 3 the grid, 9
// something else or again); with part=twice: second.error, order of both calls; with part=failing a
// second call on fresh pointers, of whose calls the first fails: whole (what was freed before),
// failing.error, order.
#include "lab7/texture.h"

static float *the_grid;
static cudaArray_t the_array;
static cudaTextureObject_t the_texture;
static std::vector<int> order;
static bool failing;

// Notes that `what` (1, 2, 3) is freed when it is ours and was not before.
static cudaError_t note(int what, bool ours, bool nothing) {
    if (nothing)
        return cudaSuccess;
    for (int earlier : order)
        ours &= earlier != what;
    order.push_back(ours ? what : 9);
    if (failing && order.size() == 1)
        return cudaErrorUnknown;
    return ours ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t trace_destroy(cudaTextureObject_t tex) {
    return note(1, tex == the_texture, tex == 0);
}
cudaError_t trace_free_array(cudaArray_t array) {
    return note(2, array == the_array, array == NULL);
}
cudaError_t trace_free(void *p) {
    return note(3, p == the_grid, p == NULL);
}
cudaError_t trace_free_async(void *p, cudaStream_t) {
    return trace_free(p);
}

int main(int argc, char **argv) {
    harness_start(argc, argv);
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

    // What is freed for good: the trace only took notes.
    MUST(cudaDestroyTextureObject(the_texture));
    MUST(cudaFreeArray(the_array));
    MUST(cudaFree(the_grid));
}
