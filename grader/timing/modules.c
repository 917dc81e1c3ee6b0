#include "modules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "end.h"

/* Of the C++ runtime library; NULL when name is no mangled name. The caller frees. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

void module_check(CUresult code, const char *doing) {
    if (code == CUDA_ERROR_OUT_OF_MEMORY) {
        size_t left = 0, total = 0;
        if (driver.memory_info(&left, &total) != CUDA_SUCCESS || total == 0)
            end_error("no-memory",
                      "%s: another program holds all of the GPU's memory (nvidia-smi "
                      "shows it)",
                      doing);
        end_error("no-memory",
                  "%s: %zu MiB of the GPU's %zu MiB are left; another program holds the rest "
                  "(nvidia-smi shows it)",
                  doing, left >> 20, total >> 20);
    }
    if (code != CUDA_SUCCESS)
        end_error("cuda", "%s: %s", doing, driver_error(code));
}

void module_check_student(CUresult code, bool student, const char *doing, const char *what) {
    if (code == CUDA_SUCCESS)
        return;
    if (!student)
        end_error("cuda", "%s %s of the reference: %s", doing, what, driver_error(code));
    end_fail("crash", "%s %s: %s", doing, what, driver_error(code));
}

static void *read_file(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in || fseek(in, 0, SEEK_END) != 0)
        end_error("file", "%s cannot be read", path);
    long bytes = ftell(in);
    void *image = bytes > 0 ? malloc((size_t)bytes) : NULL;
    rewind(in);
    if (!image || fread(image, 1, (size_t)bytes, in) != (size_t)bytes)
        end_error("file", "%s cannot be read whole", path);
    fclose(in);
    return image;
}

Module module_open(const char *path, bool student) {
    Module module = {.student = student, .path = path};
    void *image = read_file(path);
    CUresult code = driver.module_load(&module.handle, image);
    free(image);
    if (code == CUDA_ERROR_OUT_OF_MEMORY && student) {
        size_t left = 0, total = 0;
        driver.memory_info(&left, &total);
        end_fail("memory",
                 "the device code does not load: its __device__ variables need more than "
                 "the %zu MiB that are free",
                 left >> 20);
    }
    module_check_student(code, student, "loading the device code", path);
    return module;
}

/* "void ns::sum<4>(float*, int)" -> "ns::sum<4>", in place. */
static void base_name(char *name) {
    char *start = name, *end = NULL;
    int depth = 0;
    for (char *c = name; *c && !end; c++) {
        if (*c == '<')
            depth++;
        else if (*c == '>')
            depth--;
        else if (*c == ' ' && depth == 0)
            start = c + 1;
        else if (*c == '(' && depth == 0)
            end = c;
    }
    size_t length = end ? (size_t)(end - start) : strlen(start);
    memmove(name, start, length);
    name[length] = '\0';
}

static bool is_named(CUfunction function, const char *wanted) {
    const char *mangled = NULL;
    if (driver.function_name(&mangled, function) != CUDA_SUCCESS || !mangled)
        return false;
    char *name = __cxa_demangle(mangled, NULL, NULL, NULL);
    if (!name)
        return !strcmp(mangled, wanted); /* extern "C" */
    base_name(name);
    bool same = !strcmp(name, wanted);
    free(name);
    return same;
}

static CUfunction find(const Module *module, const char *name) {
    unsigned count = 0;
    module_check(driver.module_count(&count, module->handle), "counting kernels");
    CUfunction *all = calloc(count ? count : 1, sizeof *all), found = NULL;
    if (!all)
        end_error("memory", "out of memory");
    if (count)
        module_check(driver.module_functions(all, count, module->handle), "listing kernels");
    int matches = 0;
    for (unsigned i = 0; i < count; i++)
        if (is_named(all[i], name)) {
            found = all[i];
            matches++;
        }
    free(all);
    if (matches != 1) {
        const char *text = matches ? "has more than one kernel named" : "has no kernel named";
        if (!module->student)
            end_error("no-kernel", "the reference %s %s", text, name);
        end_fail("no-kernel", "the submission %s %s", text, name);
    }
    return found;
}

size_t module_argument_bytes(JobArgKind kind) {
    return kind == JOB_ARG_INT || kind == JOB_ARG_FLOAT ? 4 : 8;
}

static void check_parameters(CUfunction kernel, const char *name, const JobSide *side,
                             bool student) {
    char problem[160] = "";
    size_t count = 0, offset, bytes;
    while (count < 64 && driver.function_parameter(kernel, count, &offset, &bytes) == CUDA_SUCCESS)
        count++;
    if (count != side->argument_count)
        snprintf(problem, sizeof problem, "takes %zu parameters, expected are %zu", count,
                 side->argument_count);
    for (size_t i = 0; i < side->argument_count && !problem[0]; i++) {
        size_t wanted = module_argument_bytes(side->arguments[i].kind);
        driver.function_parameter(kernel, i, &offset, &bytes);
        if (bytes != wanted)
            snprintf(problem, sizeof problem, "takes %zu bytes as parameter %zu, expected are %zu",
                     bytes, i + 1, wanted);
    }
    if (problem[0] && student)
        end_fail("signature", "kernel %s %s: keep the declaration of the lab's header", name,
                 problem);
    if (problem[0])
        end_error("signature", "kernel %s of the reference %s: the job's arguments are wrong", name,
                  problem);
}

static void check_block(CUfunction kernel, const char *name, const JobSide *side, bool student) {
    int limit = 0, fixed = 0;
    unsigned threads = side->block[0] * side->block[1] * side->block[2];
    module_check(driver.function_attribute(&limit, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel),
                 "reading a kernel's attributes");
    module_check(driver.function_attribute(&fixed, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel),
                 "reading a kernel's attributes");
    if (threads > (unsigned)limit) {
        if (!student)
            end_error("block", "kernel %s cannot run in blocks of %u threads", name, threads);
        end_fail("block",
                 "kernel %s cannot run in blocks of %u threads, at most in blocks of %d: it uses "
                 "too many registers, or __launch_bounds__ says so",
                 name, threads, limit);
    }
    if (side->shared_bytes + (unsigned)fixed > 48 * 1024)
        module_check_student(driver.function_set(kernel,
                                                 CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                 (int)side->shared_bytes),
                             student, "asking for shared memory for kernel", name);
}

CUfunction module_kernel(const Module *module, const char *name, const JobSide *side) {
    CUfunction kernel = find(module, name);
    check_parameters(kernel, name, side, module->student);
    check_block(kernel, name, side, module->student);
    return kernel;
}

CUdeviceptr module_symbol(const Module *module, const char *name, size_t bytes, bool required) {
    CUdeviceptr address = 0;
    size_t size = 0;
    CUresult code = driver.module_global(&address, &size, module->handle, name);
    if (code == CUDA_ERROR_NOT_FOUND && !required)
        return 0;
    if (code == CUDA_ERROR_NOT_FOUND) {
        if (!module->student)
            end_error("no-symbol", "the reference has no variable named %s", name);
        end_fail("no-symbol", "the submission's device code has no variable named %s", name);
    }
    module_check(code, "looking a variable up");
    if (size != bytes) {
        if (!module->student)
            end_error("symbol-size", "%s of the reference has %zu bytes, the job fills %zu", name,
                      size, bytes);
        end_fail("symbol-size", "%s has %zu bytes, expected are %zu", name, size, bytes);
    }
    return address;
}
