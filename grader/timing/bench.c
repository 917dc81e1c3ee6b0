#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "end.h"

enum {
    LEAD = 128, /* guard words before each copy, and at least so many after it */
    WORD = 4,   /* bytes */
    THREADS = 256
};
static const uint32_t GUARD = 0xFFC0DEADu; /* as a float a NaN */

/* As trusted_check leaves them. */
typedef struct {
    uint64_t wrong, first, overwritten;
    float got, want;
} Findings;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool is_output(const JobBuffer *buffer) {
    return buffer->role == JOB_OUT || buffer->role == JOB_ZEROED;
}

static CUdeviceptr data_of(const BenchArray *array, int instance, size_t set) {
    return array->base[instance] + (set * array->stride + LEAD) * WORD;
}

/* Launches a trusted kernel over all copies of an array. */
static void run_trusted(Bench *bench, CUfunction kernel, size_t words, size_t sets,
                        void **arguments) {
    size_t blocks = (words + THREADS - 1) / THREADS;
    module_check(driver.launch(kernel, (unsigned)(blocks < 1024 ? blocks : 1024), (unsigned)sets, 1,
                               THREADS, 1, 1, 0, bench->stream, arguments, NULL),
                 "running a kernel of the harness");
}

static void fill_word(Bench *bench, CUdeviceptr base, size_t stride, size_t count, size_t sets,
                      uint32_t word) {
    run_trusted(bench, bench->trusted.fill_word, count, sets,
                (void *[]){&base, &stride, &count, &word});
}

static void fill_values(const JobBuffer *buffer, CUdeviceptr target) {
    uint32_t *host = malloc(buffer->count * WORD);
    if (!host)
        end_error("memory", "out of memory");
    for (size_t i = 0; i < buffer->count; i++) {
        float value = buffer->values[i % buffer->value_count];
        int32_t whole = (int32_t)value;
        memcpy(&host[i], buffer->type == JOB_FLOAT ? (void *)&value : (void *)&whole, WORD);
    }
    module_check(driver.copy_to_device(target, host, buffer->count * WORD), "copying values");
    free(host);
}

/* Draws the buffer's values into all its copies. */
static void fill_buffer(Bench *bench, const JobBuffer *buffer, CUdeviceptr data, size_t stride,
                        size_t sets, uint64_t key) {
    size_t count = buffer->count;
    if (buffer->fill == JOB_VALUES) {
        for (size_t set = 0; set < sets; set++)
            fill_values(buffer, data + set * stride * WORD);
    } else if (buffer->type == JOB_FLOAT) {
        float low = (float)buffer->low, high = (float)buffer->high;
        run_trusted(bench, bench->trusted.fill_float, count, sets,
                    (void *[]){&data, &stride, &count, &low, &high, &key});
    } else {
        int low = (int)buffer->low, high = (int)buffer->high;
        run_trusted(bench, bench->trusted.fill_int, count, sets,
                    (void *[]){&data, &stride, &count, &low, &high, &key});
    }
}

static CUfunction trusted(CUmodule module, const char *name) {
    CUfunction kernel = NULL;
    module_check(driver.module_function(&kernel, module, name), name);
    return kernel;
}

/* Constants are the same in both modules. A student's kernel may do without one. */
static void fill_constants(Bench *bench, uint64_t key) {
    for (size_t i = 0; i < bench->job->buffer_count; i++) {
        const JobBuffer *buffer = &bench->job->buffers[i];
        if (buffer->role != JOB_CONSTANT)
            continue;
        size_t bytes = buffer->count * WORD;
        CUdeviceptr target[] = {module_symbol(&bench->reference, buffer->name, bytes, true),
                                module_symbol(&bench->student, buffer->name, bytes, false)};
        for (int k = 0; k < 2; k++)
            if (target[k])
                fill_buffer(bench, buffer, target[k], buffer->count, 1, key + i);
    }
    module_check(driver.stream_synchronize(bench->stream), "filling constants");
}

void bench_open(Bench *bench, const Job *job, const char *student, const char *reference,
                const char *trusted_path, uint64_t key) {
    memset(bench, 0, sizeof *bench);
    bench->job = job;
    CUcontext context;
    module_check(driver.device_get(&bench->device, 0), "looking for a GPU");
    module_check(driver.context_retain(&context, bench->device), "opening the GPU");
    module_check(driver.context_set(context), "opening the GPU");
    module_check(driver.stream_create(&bench->stream, CU_STREAM_DEFAULT), "creating a stream");
    module_check(driver.event_create(&bench->start, CU_EVENT_DEFAULT), "creating an event");
    module_check(driver.event_create(&bench->end, CU_EVENT_DEFAULT), "creating an event");
    void *host = NULL;
    module_check(driver.host_alloc(&host, sizeof(int), CU_MEMHOSTALLOC_DEVICEMAP),
                 "allocating host memory");
    bench->go = host;
    module_check(driver.host_device_address(&bench->go_device, host, 0), "mapping host memory");
    module_check(driver.memory_alloc(&bench->scratch, sizeof(Findings)), "allocating memory");

    Module own = module_open(trusted_path, false);
    bench->trusted = (TrustedKernels){.fill_word = trusted(own.handle, "trusted_fill_word"),
                                      .fill_int = trusted(own.handle, "trusted_fill_int"),
                                      .fill_float = trusted(own.handle, "trusted_fill_float"),
                                      .checksum = trusted(own.handle, "trusted_checksum"),
                                      .mask = trusted(own.handle, "trusted_mask"),
                                      .check = trusted(own.handle, "trusted_check"),
                                      .hold = trusted(own.handle, "trusted_hold")};
    bench->reference = module_open(reference, false);
    bench->student = module_open(student, true);
    for (int side = 0; side < JOB_SIDES; side++) {
        const JobSide *one = &job->sides[side];
        bench->expect[side] = module_kernel(&bench->reference, one->expect, one);
        bench->kernel[side] =
            module_kernel(one->student ? &bench->student : &bench->reference, one->kernel, one);
    }
    fill_constants(bench, key);
}

static void release(Bench *bench) {
    for (size_t i = 0; i < bench->job->texture_count; i++)
        for (size_t set = 0; set < bench->sets; set++) {
            module_check(driver.texture_destroy(bench->textures[i].object[set]),
                         "freeing a texture");
            module_check(driver.array_destroy(bench->textures[i].array[set]), "freeing an array");
        }
    for (size_t i = 0; i < bench->job->buffer_count; i++)
        for (int k = 0; k < INSTANCES; k++)
            if (bench->arrays[i].base[k])
                module_check(driver.memory_free(bench->arrays[i].base[k]), "freeing memory");
    memset(bench->arrays, 0, sizeof bench->arrays);
}

static void reserve_array(Bench *bench, size_t i, size_t sets) {
    const JobBuffer *buffer = &bench->job->buffers[i];
    BenchArray *array = &bench->arrays[i];
    array->sets = buffer->role == JOB_TABLE ? 1 : sets;
    array->stride = LEAD + (buffer->count + LEAD - 1) / LEAD * LEAD + LEAD;
    for (int k = 0; k < (is_output(buffer) ? INSTANCES : 1); k++) {
        module_check(driver.memory_alloc(&array->base[k], array->stride * array->sets * WORD),
                     "allocating buffers");
        fill_word(bench, array->base[k], array->stride, array->stride, array->sets, GUARD);
    }
}

static CUaddress_mode address_mode(const char *name) {
    if (!strcmp(name, "wrap"))
        return CU_TR_ADDRESS_MODE_WRAP;
    if (!strcmp(name, "mirror"))
        return CU_TR_ADDRESS_MODE_MIRROR;
    if (!strcmp(name, "border"))
        return CU_TR_ADDRESS_MODE_BORDER;
    return CU_TR_ADDRESS_MODE_CLAMP;
}

static void reserve_texture(Bench *bench, size_t i, size_t set) {
    const JobTexture *texture = &bench->job->textures[i];
    CUDA_ARRAY3D_DESCRIPTOR shape = {.Width = texture->extent[0],
                                     .Height = texture->extent[1],
                                     .Depth = texture->extent[2] > 1 ? texture->extent[2]
                                                                     : 0, /* 0: 2-D */
                                     .Format = CU_AD_FORMAT_FLOAT,
                                     .NumChannels = 1};
    CUarray *array = &bench->textures[i].array[set];
    module_check(driver.array_create(array, &shape), "allocating a texture");
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    resource.res.array.hArray = *array;
    CUaddress_mode mode = address_mode(texture->address);
    CUDA_TEXTURE_DESC how = {.addressMode = {mode, mode, mode},
                             .filterMode = texture->linear ? CU_TR_FILTER_MODE_LINEAR
                                                           : CU_TR_FILTER_MODE_POINT,
                             .flags = texture->normalised ? CU_TRSF_NORMALIZED_COORDINATES : 0};
    module_check(driver.texture_create(&bench->textures[i].object[set], &resource, &how, NULL),
                 "creating a texture");
}

void bench_reserve(Bench *bench, size_t sets) {
    release(bench);
    bench->sets = sets;
    for (size_t i = 0; i < bench->job->buffer_count; i++)
        if (bench->job->buffers[i].role != JOB_CONSTANT)
            reserve_array(bench, i, sets);
    for (size_t i = 0; i < bench->job->texture_count; i++)
        for (size_t set = 0; set < sets; set++)
            reserve_texture(bench, i, set);
}

static void refill_texture(Bench *bench, const JobTexture *texture, const BenchTexture *target,
                           size_t set) {
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = data_of(&bench->arrays[texture->source], 0, set),
                          .srcPitch = texture->extent[0] * WORD,
                          .srcHeight = texture->extent[1],
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .dstArray = target->array[set],
                          .WidthInBytes = texture->extent[0] * WORD,
                          .Height = texture->extent[1],
                          .Depth = texture->extent[2]};
    module_check(driver.copy_3d(&copy, bench->stream), "filling a texture");
}

/* Hides or shows what is expected of a side. */
static void mask_expected(Bench *bench, int side, uint64_t key) {
    for (size_t i = 0; i < bench->job->buffer_count; i++) {
        if (!is_output(&bench->job->buffers[i]))
            continue;
        BenchArray *array = &bench->arrays[i];
        size_t count = bench->job->buffers[i].count;
        CUdeviceptr data = data_of(array, INSTANCE_EXPECTED + side, 0);
        run_trusted(bench, bench->trusted.mask, count, array->sets,
                    (void *[]){&data, &array->stride, &count, &key});
    }
}

void bench_refill(Bench *bench, uint64_t key) {
    const Job *job = bench->job;
    double begin = now();
    for (size_t i = 0; i < job->buffer_count; i++) {
        const JobBuffer *buffer = &job->buffers[i];
        BenchArray *array = &bench->arrays[i];
        if (buffer->role == JOB_CONSTANT)
            continue;
        if (!is_output(buffer)) {
            fill_buffer(bench, buffer, data_of(array, 0, 0), array->stride, array->sets, key + i);
            continue;
        }
        for (int k = 0; k < INSTANCES; k++) {
            fill_word(bench, array->base[k], array->stride, array->stride, array->sets, GUARD);
            if (buffer->role == JOB_ZEROED)
                fill_word(bench, data_of(array, k, 0), array->stride, buffer->count, array->sets,
                          0);
        }
    }
    for (size_t i = 0; i < job->texture_count; i++)
        for (size_t set = 0; set < bench->sets; set++)
            refill_texture(bench, &job->textures[i], &bench->textures[i], set);
    module_check(driver.stream_synchronize(bench->stream), "filling buffers");
    bench->seconds += now() - begin;
    for (int side = 0; side < JOB_SIDES; side++) {
        bench_sample_expected(bench, side);
        mask_expected(bench, side, key);
    }
    module_check(driver.stream_synchronize(bench->stream), "computing expected outputs");
}

/* One launch of a side on copy `set`; outputs go to this instance. */
static void launch(Bench *bench, CUfunction kernel, const JobSide *side, int instance, size_t set,
                   bool student) {
    /* Room for more parameters than any kernel has, so that none is read from beyond. */
    union {
        uint64_t wide;
        CUdeviceptr address;
        CUtexObject texture;
        int32_t whole;
        float real, pair[2];
    } values[JOB_ARGUMENTS] = {{0}};
    void *pointers[JOB_ARGUMENTS];
    for (size_t i = 0; i < JOB_ARGUMENTS; i++)
        pointers[i] = &values[i];
    for (size_t i = 0; i < side->argument_count; i++) {
        const JobArgument *argument = &side->arguments[i];
        switch (argument->kind) {
        case JOB_ARG_BUFFER: {
            const BenchArray *array = &bench->arrays[argument->index];
            bool output = is_output(&bench->job->buffers[argument->index]);
            values[i].address = data_of(array, output ? instance : 0, array->sets > 1 ? set : 0);
            break;
        }
        case JOB_ARG_TEXTURE:
            values[i].texture = bench->textures[argument->index].object[set];
            break;
        case JOB_ARG_INT:
            values[i].whole = (int32_t)argument->value;
            break;
        case JOB_ARG_LONG:
            values[i].wide = (uint64_t)(int64_t)argument->value;
            break;
        case JOB_ARG_FLOAT:
            values[i].real = (float)argument->value;
            break;
        case JOB_ARG_FLOAT2:
            values[i].pair[0] = (float)argument->value;
            values[i].pair[1] = (float)argument->second;
            break;
        }
    }
    module_check_student(driver.launch(kernel, side->grid[0], side->grid[1], side->grid[2],
                                       side->block[0], side->block[1], side->block[2],
                                       side->shared_bytes, bench->stream, pointers, NULL),
                         student, "launching kernel", side->kernel);
}

/* Waits for the end event. A kernel that does not end is the end of this process too. */
static void wait_for_batch(Bench *bench, const JobSide *side, bool student) {
    const double limit = 3.0; /* seconds, for a batch made to last 0.2 ms */
    double begin = now();
    for (;;) {
        CUresult code = driver.event_query(bench->end);
        if (code == CUDA_SUCCESS)
            return;
        if (code != CUDA_ERROR_NOT_READY)
            module_check_student(code, student, "running kernel", side->kernel);
        double waited = now() - begin;
        if (waited > limit && student)
            end_fail("never-ends",
                     "kernel %s did not end: %zu launches had run for %.0f s and were stopped",
                     side->kernel, bench->sets, limit);
        if (waited > limit)
            end_error("never-ends", "kernel %s of the reference did not end within %.0f s",
                      side->kernel, limit);
        if (waited > 2e-3)
            nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
}

static double sample(Bench *bench, CUfunction kernel, const JobSide *side, int instance,
                     bool student) {
    *bench->go = 0;
    module_check(driver.launch(bench->trusted.hold, 1, 1, 1, 1, 1, 1, 0, bench->stream,
                               (void *[]){&bench->go_device}, NULL),
                 "running a kernel of the harness");
    module_check(driver.event_record(bench->start, bench->stream), "recording an event");
    for (size_t set = 0; set < bench->sets; set++)
        launch(bench, kernel, side, instance, set, student);
    module_check(driver.event_record(bench->end, bench->stream), "recording an event");
    *bench->go = 1;
    wait_for_batch(bench, side, student);
    float milliseconds = 0.0f;
    module_check(driver.event_elapsed(&milliseconds, bench->start, bench->end), "reading events");
    bench->seconds += 1e-3 * milliseconds;
    return 1e3 * milliseconds;
}

double bench_sample(Bench *bench, int side) {
    const JobSide *one = &bench->job->sides[side];
    return sample(bench, bench->kernel[side], one, side, one->student);
}

double bench_sample_expected(Bench *bench, int side) {
    return sample(bench, bench->expect[side], &bench->job->sides[side], INSTANCE_EXPECTED + side,
                  false);
}

uint64_t bench_checksum(Bench *bench) {
    double begin = now();
    uint64_t sum = 0, key = 0x5EED;
    module_check(driver.copy_to_device(bench->scratch, &sum, sizeof sum), "checking inputs");
    for (size_t i = 0; i < bench->job->buffer_count; i++) {
        const JobBuffer *buffer = &bench->job->buffers[i];
        BenchArray *array = &bench->arrays[i];
        if (buffer->role == JOB_IN || buffer->role == JOB_TABLE)
            run_trusted(bench, bench->trusted.checksum, array->stride, array->sets,
                        (void *[]){&array->base[0], &array->stride, &key, &bench->scratch});
    }
    module_check(driver.stream_synchronize(bench->stream), "checking inputs");
    module_check(driver.copy_to_host(&sum, bench->scratch, sizeof sum), "checking inputs");
    bench->seconds += now() - begin;
    return sum;
}

static void check_output(Bench *bench, size_t i, int side, uint64_t key) {
    const JobBuffer *buffer = &bench->job->buffers[i];
    const JobSide *one = &bench->job->sides[side];
    BenchArray *array = &bench->arrays[i];
    Findings findings = {.first = UINT64_MAX};
    module_check(driver.copy_to_device(bench->scratch, &findings, sizeof findings),
                 "checking outputs");
    size_t lead = LEAD, count = buffer->count;
    uint32_t guard = GUARD;
    int real = buffer->type == JOB_FLOAT;
    float absolute = (float)bench->job->absolute, relative = (float)bench->job->relative;
    run_trusted(bench, bench->trusted.check, array->stride, array->sets,
                (void *[]){&array->base[side], &array->base[INSTANCE_EXPECTED + side],
                           &array->stride, &lead, &count, &key, &guard, &real, &absolute, &relative,
                           &bench->scratch});
    module_check(driver.stream_synchronize(bench->stream), "checking outputs");
    module_check(driver.copy_to_host(&findings, bench->scratch, sizeof findings),
                 "checking outputs");
    if (findings.overwritten) {
        if (!one->student)
            end_error("guard-written", "the reference's kernel %s wrote outside %s", one->kernel,
                      buffer->name);
        end_fail("guard-written",
                 "kernel %s wrote %llu words before or after the %zu elements of %s", one->kernel,
                 (unsigned long long)findings.overwritten, count, buffer->name);
    }
    if (findings.wrong) {
        unsigned long long first = findings.first % count;
        if (!one->student)
            end_error("wrong-output", "the reference's kernel %s differs from %s in %s[%llu]",
                      one->kernel, one->expect, buffer->name, first);
        end_fail("wrong-output",
                 "kernel %s computed wrong values while it was timed: %llu of %zu elements of %s, "
                 "the first is [%llu] (for example %g, expected %g)",
                 one->kernel, (unsigned long long)findings.wrong, count * array->sets, buffer->name,
                 first, (double)findings.got, (double)findings.want);
    }
}

void bench_check(Bench *bench, int side, uint64_t key) {
    double begin = now();
    for (size_t i = 0; i < bench->job->buffer_count; i++)
        if (is_output(&bench->job->buffers[i]))
            check_output(bench, i, side, key);
    bench->seconds += now() - begin;
}

void bench_wipe(Bench *bench, int side) {
    double begin = now();
    for (size_t i = 0; i < bench->job->buffer_count; i++) {
        BenchArray *array = &bench->arrays[i];
        if (is_output(&bench->job->buffers[i]))
            fill_word(bench, array->base[side], array->stride, array->stride, array->sets, GUARD);
    }
    module_check(driver.stream_synchronize(bench->stream), "wiping outputs");
    bench->seconds += now() - begin;
}

size_t bench_footprint(const Bench *bench) {
    size_t bytes = 0;
    for (size_t i = 0; i < bench->job->buffer_count; i++)
        bytes += bench->arrays[i].stride * bench->arrays[i].sets * WORD;
    return bytes;
}
