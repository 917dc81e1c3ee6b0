/* fault.c - what each planted mistake looks like. `victim` is memory of 64 words. */
#include "fault.h"

#include <stdbool.h>
#include <string.h>

#include "block.h"
#include "emit.h"
#include "random.h"

static const struct {
    const char *name, *finding;
} faults[FAULTS] = {
    [NO_FAULT] = {"none", ""},
    [SHARED_RACE] = {"shared-race", "shared-memory-race"},
    [GLOBAL_RACE] = {"global-race", "global-memory-race"},
    [READ_BEHIND] = {"read-behind", "out-of-bounds-read"},
    [WRITE_BEHIND] = {"write-behind", "out-of-bounds-write"},
    [WRITE_BEHIND_SHARED] = {"write-behind-shared", "out-of-bounds-write"},
    [READ_BEHIND_DYNAMIC] = {"read-behind-dynamic", "out-of-bounds-read"},
    [READ_BEHIND_CONSTANT] = {"read-behind-constant", "out-of-bounds-read"},
    [LOCAL_OVERRUN] = {"local-overrun", "local-overrun"},
    [UNWRITTEN_SHARED] = {"unwritten-shared", "uninitialized-read"},
    [MISSING_COPY] = {"missing-copy", "uninitialized-read"},
    [MISALIGNED] = {"misaligned", "misaligned-access"},
    [DIVERGENT_BARRIER] = {"divergent-barrier", "divergent-barrier"},
    [BARRIER_NEVER_REACHED] = {"barrier-never-reached", "barrier-never-reached"},
    [HOST_POINTER] = {"host-pointer", "host-memory-in-kernel"},
    [USE_AFTER_FREE] = {"use-after-free", "use-after-free"},
    [DOUBLE_FREE] = {"double-free", "double-free"},
    [LEAK] = {"leak", "memory-leak"},
    [INVALID_FREE] = {"invalid-free", "invalid-free"},
    [COPY_OVERFLOW] = {"copy-overflow", "copy-overflow"},
    [WRONG_SIDE_COPY] = {"wrong-side-copy", "wrong-side-copy"},
    [DEVICE_MEMORY_ON_HOST] = {"device-memory-on-host", "device-memory-on-host"},
    [LAUNCH_TOO_BIG] = {"launch-too-big", "unchecked-error"},
};

int fault_named(const char *name) {
    for (int i = NO_FAULT + 1; i < FAULTS; i++)
        if (!strcmp(faults[i].name, name))
            return i;
    return -1;
}

const char *fault_name(enum fault fault) {
    return faults[fault].name;
}

void fault_shape(void) {
    shape = (struct shape){.grid = {between(2, 3), 1, 1}, .block = {between(33, 128), 1, 1}};
    shape.threads = shape.block[0];
    shape.blocks = shape.grid[0];
}

void fault_declarations(enum fault fault) {
    if (!fault)
        return;
    line("__device__ unsigned *victim;");
    line("__constant__ unsigned guarded[8] = {1, 2, 3, 4, 5, 6, 7, 8};");
    line("static unsigned words[64] = {1};");
    line("__device__ unsigned peek(const unsigned *at, unsigned index) { return at[index]; } // "
         "FAULT: %s",
         faults[fault].finding);
    line("__global__ void nothing() {}");
}

/* A read of victim[index], here or in a function. */
static void read_victim(const char *index, const char *finding) {
    line(chance(50) ? "h = mix(h, victim[%s]); // FAULT: %s"
                    : "h = mix(h, peek(victim, %s)); // FAULT: %s",
         index, finding);
}

static void mistake(enum fault fault) {
    const char *finding = faults[fault].finding;
    switch (fault) {
    case SHARED_RACE:
        line("__shared__ unsigned racy[160];");
        line("racy[linear] = 1;");
        line("__syncthreads();");
        line("racy[linear] = thread + 2; // FAULT: %s", finding);
        line("h = mix(h, racy[(linear + %uu) %% threads]); // FAULT: %s", between(1, 32), finding);
        break;
    case GLOBAL_RACE:
        line("victim[%s] %s thread + 1; // FAULT: %s", ONE_OF("5", "linear % 32", "linear / 2"),
             ONE_OF("=", "+=", "^="), finding);
        break;
    case READ_BEHIND:
        read_victim(ONE_OF("64", "64 + linear % 4", "linear == 3 ? 64 : 0"), finding);
        break;
    case WRITE_BEHIND:
        line("victim[%s] = h; // FAULT: %s",
             ONE_OF("64 + thread", "linear == 3 && block == 0 ? 65 : thread"), finding);
        break;
    case WRITE_BEHIND_SHARED:
        line("__shared__ unsigned narrow[40], wide[256];");
        line("wide[linear] = h;");
        line("if (linear < %uu)", between(41, 60));
        line("    %s[linear] = h; // FAULT: %s", "narrow", finding);
        break;
    case READ_BEHIND_DYNAMIC:
        line("extern __shared__ __align__(16) unsigned char dynamic[];");
        line("h = mix(h, dynamic[%uu + linear]); // FAULT: %s", arrays_dynamic_bytes(), finding);
        break;
    case READ_BEHIND_CONSTANT:
        line("h = mix(h, guarded[%s]); // FAULT: %s",
             ONE_OF("8 + linear % 2", "linear", "block + 8"), finding);
        break;
    case LOCAL_OVERRUN:
        line("unsigned window[4] = {h, 1, 2, 3};");
        line("for (unsigned i = 0; i < %s; i++)", ONE_OF("5", "4 + linear % 2", "6 - block % 2"));
        if (chance(50))
            line("    window[i] = i + h; // FAULT: %s", finding);
        else
            line("    h = mix(h, window[i]); // FAULT: %s", finding);
        line("h = mix(h, window[h %% 4]);");
        break;
    case UNWRITTEN_SHARED:
        line("__shared__ unsigned fresh[160];");
        line("if (linear %% %uu)", between(2, 9));
        line("    fresh[linear] = h;");
        line("%s", ONE_OF("", "__syncthreads();"));
        line("h = mix(h, fresh[linear]); // FAULT: %s", finding);
        break;
    case MISSING_COPY:
        read_victim(ONE_OF("linear % 64", "63", "block"), finding);
        break;
    case MISALIGNED:
        if (chance(50))
            line("h = mix(h, *(const unsigned long long *)(victim + 1 + 2 * (linear %% 8))); // "
                 "FAULT: %s",
                 finding);
        else
            line("h = mix(h, ((const float4 *)(victim + 2))[linear %% 4].x); // FAULT: %s",
                 finding);
        break;
    case DIVERGENT_BARRIER:
        line("if (linear %s)", ONE_OF("% 2", "< 32", "== 5"));
        line("    __syncthreads(); // FAULT: %s", finding);
        line("else");
        line("    __syncthreads(); // FAULT: %s", finding);
        break;
    case BARRIER_NEVER_REACHED:
        line("if (linear %% 32 == 0)");
        line("    %s; // FAULT: %s",
             ONE_OF("__syncwarp()", "h = mix(h, __shfl_sync(0xffffffffu, h, 1))",
                    "h = mix(h, __ballot_sync(0xffffffffu, h > 5))"),
             finding);
        line("else");
        line("    __syncthreads(); // FAULT: %s", finding);
        break;
    case HOST_POINTER:
    case USE_AFTER_FREE:
        read_victim(ONE_OF("linear % 64", "0", "63 - block"), finding);
        break;
    default:
        read_victim(ONE_OF("linear % 64", "0", "63 - block"), "");
    }
}

void fault_statement(enum fault fault) {
    unsigned way = pick(4);
    line("%s", way == 0   ? "{"
               : way == 1 ? "for (unsigned once = 0; once < 1; once++) {"
               : way == 2 ? "if (size < 100000u) {"
                          : "auto inside = [&]() {");
    indent(1);
    mistake(fault);
    indent(-1);
    line(way == 3 ? "};" : "}");
    if (way == 3)
        line("inside();");
}

void fault_before_launch(enum fault fault) {
    const char *finding = faults[fault].finding;
    if (!fault)
        return;
    line("unsigned *memory;");
    if (fault == HOST_POINTER) {
        line("memory = %s;",
             ONE_OF("words", "(unsigned *)calloc(64, sizeof *memory)", "new unsigned[64]()"));
    } else {
        line("CHECK(cudaMalloc(&memory, 64 * sizeof *memory));%s%s",
             fault == LEAK ? " // FAULT: " : "", fault == LEAK ? finding : "");
        if (fault == COPY_OVERFLOW)
            line("(void)%s; // FAULT: %s",
                 ONE_OF("cudaMemset(memory, 0, 65 * sizeof *memory)",
                        "cudaMemcpy(memory, words, 65 * sizeof *memory, cudaMemcpyHostToDevice)",
                        "cudaMemcpy(memory + 1, words, sizeof words, cudaMemcpyHostToDevice)"),
                 finding);
        if (fault == WRONG_SIDE_COPY)
            line("(void)cudaMemcpy(memory, words, sizeof words, %s); // FAULT: %s",
                 ONE_OF("cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                        "cudaMemcpyHostToHost"),
                 finding);
        if (fault == COPY_OVERFLOW || fault == WRONG_SIDE_COPY)
            line("(void)cudaGetLastError();");
        if (fault != MISSING_COPY)
            line("CHECK(cudaMemset(memory, 1, 64 * sizeof *memory));");
    }
    line("CHECK(cudaMemcpyToSymbol(victim, &memory, sizeof memory));");
    if (fault == USE_AFTER_FREE)
        line("CHECK(cudaFree(memory));");
}

void fault_after_launch(enum fault fault) {
    const char *finding = faults[fault].finding;
    switch (fault) {
    case NO_FAULT:
    case HOST_POINTER:
    case USE_AFTER_FREE:
    case LEAK:
        return;
    case DOUBLE_FREE:
        line("CHECK(cudaFree(memory));");
        line("(void)cudaFree(memory); // FAULT: %s", finding);
        return;
    case INVALID_FREE:
        line("(void)cudaFree(%s); // FAULT: %s", ONE_OF("memory + 1", "words", "memory + 63"),
             finding);
        break;
    case DEVICE_MEMORY_ON_HOST:
        line("%s; // FAULT: %s",
             ONE_OF("memory[0] = 1", "volatile unsigned seen = memory[63]", "memory[63]++"),
             finding);
        break;
    case LAUNCH_TOO_BIG:
        line("nothing<<<%s>>>(); // FAULT: %s",
             ONE_OF("1, 1025", "dim3(1, 65536), 32", "1, dim3(32, 33)", "1, 32, 1 << 20", "0, 32"),
             finding);
        break;
    default:
        break;
    }
    line("CHECK(cudaFree(memory));");
}
