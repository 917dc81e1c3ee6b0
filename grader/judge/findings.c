/* What the CPU device's checker found, in the words of the mistake behind it. */
#include "judge.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAST_HOST_MEMORY                                                                            \
    "Host code may touch this memory, but goes past its end: either it is too small, for its size " \
    "counts bytes, the number of elements times sizeof of one of them, or the index is too large."

#define READS_RESULTS                                                                              \
    "One thread reads what another one writes in the same launch, in no order. Where a kernel "    \
    "works in place, results need memory of their own; what one kernel hands to the next needs a " \
    "launch of its own."

/* What each kind usually means, when no rule of the lab knows better. */
static const struct finding_rule common[] = {
    {"shared-memory-race", NULL, "missing-syncthreads",
     "One thread reads what another writes in shared memory with no __syncthreads() between them: "
     "put one after every round of writing, before the values are read. (The lanes of one warp do "
     "not run in step either: __syncwarp() between them.)"},
    {"divergent-barrier", NULL, "barrier-in-if",
     "Some threads of the block never reach this __syncthreads(). Take it out of the if: all "
     "threads of the block must come to the same barrier, with or without work of their own."},
    {"barrier-never-reached", NULL, "barrier-in-if",
     "Some threads of the block never reach this __syncthreads(). Take it out of the if: all "
     "threads of the block must come to the same barrier, with or without work of their own."},
    {"memory-leak", NULL, "leak",
     "What was allocated is never freed. Free it on every way out of the function, errors "
     "included."},
    {"object-leak", NULL, "leak",
     "What was created is never destroyed. Destroy it on every way out of the function, errors "
     "included."},
    {"unchecked-error", NULL, "unchecked-launch",
     "A CUDA call or a launch failed and nobody asked. After a launch ask cudaGetLastError(), and "
     "return the error."},
    {"out-of-bounds-read", "index -", "negative-index",
     "The index is negative here: ask for both ends, 0 <= index and index < size, before the "
     "access."},
    {"out-of-bounds-read", "where there is no memory", NULL,
     "The pointer itself is wrong: it was never set, or it is the host's where the device's is "
     "needed. Look at where it comes from, and whether that call succeeded."},
    {"out-of-bounds-write", "where there is no memory", NULL,
     "The pointer itself is wrong: it was never set, or it is the host's where the device's is "
     "needed. Look at where it comes from, and whether that call succeeded."},
    {"out-of-bounds-read", "a NULL pointer", NULL,
     "The pointer is NULL: what was to be allocated or handed over never was. Look at where it "
     "comes from, and whether that call was made and succeeded."},
    {"out-of-bounds-write", "a NULL pointer", NULL,
     "The pointer is NULL: what was to be allocated or handed over never was. Look at where it "
     "comes from, and whether that call was made and succeeded."},
    {"out-of-bounds-read", "is outside", "index-past-array",
     "The index is not one of this array's: what is counted from elsewhere, such as the start of a "
     "part, is to be taken off first, and the index asked for before the access."},
    {"out-of-bounds-write", "index -", "negative-index",
     "The index is negative here: ask for both ends, 0 <= index and index < size, before the "
     "access."},
    {"out-of-bounds-write", "is outside", "index-past-array",
     "The index is not one of this array's: what is counted from elsewhere, such as the start of a "
     "part, is to be taken off first, and the index asked for before the access."},
    {"out-of-bounds-read", "before the", "negative-index",
     "The access is before the start of the memory: the index is negative. Ask for 0 <= index "
     "too."},
    {"out-of-bounds-write", "before the", "negative-index",
     "The access is before the start of the memory: the index is negative. Ask for 0 <= index "
     "too."},
    {"out-of-bounds-read", NULL, "missing-bounds-guard",
     "A thread reads past the end. There are often more threads than elements: let a thread work "
     "only if (i < n)."},
    {"out-of-bounds-write", NULL, "missing-bounds-guard",
     "A thread writes past the end. There are often more threads than elements: let a thread work "
     "only if (i < n)."},
    {"global-memory-race", "this thread reads", NULL, READS_RESULTS},
    {"global-memory-race", " reads", NULL, READS_RESULTS},
    {"global-memory-race", NULL, NULL,
     "Two threads write the same word of global memory, each of its own: look at the index of what "
     "is written."},
    {"uninitialized-read", "has not run yet", "not-synchronized",
     "The copy is in another stream than the kernel, and does not wait: give both the same stream, "
     "or wait for the kernel's first (cudaStreamSynchronize, or an event)."},
    {"uninitialized-read", "shared", NULL,
     "No thread ever writes there, or one that waits for this one: every thread of the block loads "
     "its part before it may return, and where there is nothing to load it stores 0."},
    {"uninitialized-read", " alone are written", NULL,
     "Nobody has written the rest: the copy that fills this memory is too short. It counts bytes, "
     "the number of elements times sizeof of one of them (of a pointer sizeof is 8)."},
    {"uninitialized-read", NULL, NULL, "A value is read that nobody has written."},
    {"host-memory-in-kernel", NULL, NULL,
     "A kernel was given a pointer to host memory. Copy the data to device memory first."},
    {"device-memory-on-host", "made by cudaHostAlloc", NULL, PAST_HOST_MEMORY},
    {"device-memory-on-host", "made by cudaMallocHost", NULL, PAST_HOST_MEMORY},
    {"device-memory-on-host", "made by cudaMallocManaged", NULL, PAST_HOST_MEMORY},
    {"device-memory-on-host", NULL, NULL,
     "Host code follows a pointer to device memory. Copy the data back with cudaMemcpy first."},
    {"device-function-on-host", NULL, NULL,
     "Host code calls what only a kernel may call; nvcc refuses it. Where the host is to compute "
     "what the texture unit gives, it does so without asking the unit."},
    {"host-function-on-device", NULL, NULL,
     "A kernel calls what only host code may call; nvcc refuses it."},
    {"endless-kernel", NULL, "endless-kernel",
     "Look at the loop there: does its variable change in every round, and does its condition "
     "become false in every thread (an unsigned number is never below 0)? What a loop waits for "
     "must be written by a thread that does not wait itself."},
    {"endless-host-code", NULL, "endless-host-code",
     "Look at the loop around that line: does its variable change in every round, and does its "
     "condition become false (an unsigned number is never below 0)?"},
    {"use-after-free", NULL, NULL, "Memory is used after it was freed."},
    {"double-free", NULL, NULL, "The same memory is freed twice."},
    {"invalid-free", NULL, NULL, "What is freed here was never allocated by that call's partner."},
    {"wrong-side-copy", NULL, "wrong-copy-kind",
     "The kind of the copy (cudaMemcpyHostToDevice, ...) does not fit where the pointers point."},
    {"copy-overflow", "do not fit into an array", NULL,
     "The array has as many rows as its height, and as many bytes in each as its width has texels "
     "of so many bytes. Of the copy the row length is in bytes, width * sizeof of a texel, and the "
     "height in rows: look whether width and height are exchanged, or counted otherwise, in the "
     "copy or where the array is made."},
    {"copy-overflow", NULL, NULL, "A copy is longer than the memory it reads or writes."},
    {0}};

/* Overruns that spare threads do not explain. */
static const struct finding_rule far_rule = {
    NULL, NULL, "index-past-array",
    "That is far behind the end: not threads to spare, but an index that is none of this array's. "
    "Look at its expression (a product for a sum, bytes for elements, the length of a row) and at "
    "the size that was allocated."};

/* Nor are they threads to spare when they have work. */
static const struct finding_rule work_rule = {
    NULL, NULL, "index-past-array",
    "This thread has an element of its own to work on, so that it is not the guard that fails: the "
    "index is none of this array's. Look at its expression: the length of a row (of this array, "
    "not of another), rows for columns, where a loop ends. And at the pointer: an offset added to "
    "it counts elements, not bytes."};

/* A few bytes behind several arrays that share an allocation: nobody knows which of the two it is.
 */
static const struct finding_rule shared_rule = {
    NULL, NULL, NULL,
    "This thread has an element of its own to work on, so that it is not the guard that fails. "
    "Either the memory is a little too small for all that lies in it, where sizes are rounded down "
    "or counted otherwise than the elements are, or the index is none of this array's."};

/* Nor does a guard help where a copy does not fit the same memory. */
static const struct finding_rule small_rule = {
    NULL, NULL, NULL,
    "Neither a kernel nor a copy keeps to this memory, so it is too small: count what both put "
    "there, in bytes, and allocate as much."};

/* Nor where a thread reads or writes just the element that it is to read or write. */
static const struct finding_rule own_rule = {
    NULL, NULL, NULL,
    "That is the thread's own element, so that the index is right, and the memory is too small: "
    "allocate the number of elements times sizeof of one of them, in bytes (of all rows, and of "
    "the type that is stored there)."};

/* Nor is it a barrier that lacks where the block comes to one in every round. */
static const struct finding_rule round_rule = {
    NULL, NULL, "one-round-overlap",
    "Both do so in the same line, and the block comes to enough barriers for every round to end "
    "with one, so that it is within one round that a thread takes what another replaces. Where "
    "values are folded onto each other, look at who adds and from where: a place that is added "
    "to must not be read in that round, so of `left` values only the threads below left / 2 add, "
    "each from (left + 1) / 2 places on. Otherwise read first, into a variable, then "
    "__syncthreads(), then write."};

/* Nor is it too small where the pointer begins behind it. */
static const struct finding_rule pointer_rule = {
    NULL, NULL, NULL,
    "The pointer itself lies behind the memory: an offset that is added to a pointer counts "
    "elements, not bytes. Else the memory is too small for two things in it."};

/* A thread without an element of its own writes another one's. */
static const struct finding_rule spare_rule = {
    NULL, NULL, "missing-bounds-guard",
    "One of the two has no element of its own: it lies beyond the width or the height, and writes "
    "what belongs to the next row. Ask for each coordinate by itself, x < width && y < height."};

/* Two threads of the same number in their blocks write one place. */
static const struct finding_rule block_rule = {
    NULL, NULL, "wrong-thread-index",
    "Threads of the same number in different blocks write the same place: the index lacks the "
    "block's number, i = blockIdx.x * blockDim.x + threadIdx.x."};

/* Do a kernel and a copy both overrun memory of the size of that which this finding is of? */
static bool is_small(const struct run *run, const struct finding *f) {
    const char *of = strstr(f->text, "past the end of the ");
    size_t bytes;
    char size[40];
    if (!of || sscanf(of, "past the end of the %zu", &bytes) != 1)
        return false;
    const bool copies = strcmp(f->kind, "copy-overflow") == 0;
    snprintf(size, sizeof size, copies ? " of the %zu bytes" : " of the %zu-byte ", bytes);
    return copies ? judge_has_finding(run, "out-of-bounds-write", size) ||
                        judge_has_finding(run, "out-of-bounds-read", size)
                  : strncmp(f->kind, "out-of-bounds-", 14) == 0 &&
                        judge_has_finding(run, "copy-overflow", size);
}

/* The value of a count of some launch of this kernel, 0 when there is none. */
static long count_of_kernel(const struct run *run, const char *kernel, const char *name) {
    const double value = judge_count(run, kernel, 0, name);
    return value > 0 ? (long)value : 0;
}

/* The checker's own line of this finding, not of another of the same kernel; its text is the same
 * up to the first place in a file. */
static const char *line_of(const struct run *run, const struct finding *f) {
    const char *place = strstr(f->text, " at ");
    char start[400];
    snprintf(start, sizeof start, "%.*s",
             (int)(place ? place - f->text : (ptrdiff_t)strlen(f->text)), f->text);
    for (const char *line = run->errors; line && *line;) {
        const size_t length = strcspn(line, "\n");
        const char *kind = memmem(line, length, f->kind, strlen(f->kind));
        if (kind && memmem(kind, length - (size_t)(kind - line), start, strlen(start)))
            return line;
        line += length + (line[length] != '\0');
    }
    return NULL;
}

/* The thread of the grid that a finding is of: the checker's own line says which it was in its
 * block, and the counts how large that is. */
static bool thread_of(const struct run *run, const struct finding *f, long at[3]) {
    char mark[300];
    int block[3], thread[3];
    snprintf(mark, sizeof mark, "kernel %s, block (", f->kernel);
    const char *line = line_of(run, f);
    const char *in = line ? memmem(line, strcspn(line, "\n"), mark, strlen(mark)) : NULL;
    if (!*f->kernel || !in ||
        sscanf(in + strlen(mark), "%d,%d,%d), thread (%d,%d,%d)", &block[0], &block[1], &block[2],
               &thread[0], &thread[1], &thread[2]) != 6)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        char name[20];
        snprintf(name, sizeof name, "block.%d", axis);
        at[axis] = block[axis] * count_of_kernel(run, f->kernel, name) + thread[axis];
    }
    return true;
}

static bool has_work(const struct run *run, const struct finding *f) {
    long at[3];
    return strncmp(f->kind, "out-of-bounds-", 14) == 0 && thread_of(run, f, at) &&
           lab_has_work(run, f->kernel, at);
}

/* Is the access behind the end by more than the memory has, and by more than blocks have threads?
 */
static bool is_far(const struct finding *f) {
    size_t behind, bytes;
    const char *text = strstr(f->text, "bytes past the end of the ");
    if (strncmp(f->kind, "out-of-bounds-", 14) != 0 || !text)
        return false;
    while (text > f->text && strchr(" 0123456789", text[-1]))
        text--;
    return sscanf(text, "%zu bytes past the end of the %zu bytes", &behind, &bytes) == 2 &&
           behind >= 2 * bytes && behind >= 16384;
}

/* Was the memory that a finding is of allocated by the student's code? */
static bool is_students_memory(const struct run *run, const struct finding *f) {
    const char *text = strstr(f->text, " bytes from "), *at = text ? strstr(text, " at ") : NULL;
    if (!at)
        return false;
    at += 4;
    for (const char *c = at; *c && *c != ':' && *c != ' '; c++)
        if (*c == '/')
            at = c + 1;
    return judge_is_students(run, at, strcspn(at, ":"));
}

/* Is the access that of the element of the thread's own number, in a list or in a picture? What is
 * read may be memory of the harness', which is large enough. */
static bool is_own_element(const struct run *run, const struct finding *f) {
    struct fault fault;
    long at[3], width = 0;
    unsigned size;
    if (!thread_of(run, f, at) || at[2] != 0 || !judge_fault(run, f->kernel, &fault) ||
        fault.x != at[0] || fault.y != at[1] ||
        (sscanf(f->text, "writes %u bytes", &size) != 1 &&
         (at[1] != 0 || !is_students_memory(run, f) ||
          sscanf(f->text, "reads %u bytes", &size) != 1)) ||
        !size)
        return false;
    width = judge_has_argument(run, "width") ? (long)judge_argument(run, "width")
            : judge_has_argument(run, "n")   ? (long)judge_argument(run, "n")
                                             : 0;
    return (at[1] == 0 || width) && (size_t)(at[1] * width + at[0]) * size == fault.offset;
}

/* Does a thread write a few bytes behind the student's memory, not from its beginning on? */
static bool is_just_behind(const struct run *run, const struct finding *f) {
    enum { FEW = 32 };
    struct fault fault;
    long at[3];
    unsigned size;
    size_t behind;
    const char *text = strstr(f->text, " bytes past the end of the ");
    while (text && text > f->text && text[-1] != ' ')
        text--;
    return sscanf(f->text, "writes %u bytes", &size) == 1 && text &&
           sscanf(text, "%zu", &behind) == 1 && behind <= FEW && thread_of(run, f, at) &&
           at[1] == 0 && at[2] == 0 && is_students_memory(run, f) &&
           judge_fault(run, f->kernel, &fault) && fault.x == at[0] &&
           fault.offset > (size_t)at[0] * size;
}

/* Do threads of the same number, above 0, in two blocks write the same place? Thread 0 of each
 * block may have another reason to. */
static bool is_of_all_blocks(const struct run *run, const struct finding *f) {
    char mark[300];
    int block[3], thread[3], other_block[3], other[3];
    const char *line = line_of(run, f), *that = strstr(f->text, " bytes that thread (");
    snprintf(mark, sizeof mark, "kernel %s, block (", f->kernel);
    const char *in = line ? memmem(line, strcspn(line, "\n"), mark, strlen(mark)) : NULL;
    return strcmp(f->kind, "global-memory-race") == 0 && *f->kernel && in && that &&
           strncmp(f->text, "this thread writes", 18) == 0 &&
           sscanf(in + strlen(mark), "%d,%d,%d), thread (%d,%d,%d)", &block[0], &block[1],
                  &block[2], &thread[0], &thread[1], &thread[2]) == 6 &&
           sscanf(that, " bytes that thread (%d,%d,%d) of block (%d,%d,%d) writes", &other[0],
                  &other[1], &other[2], &other_block[0], &other_block[1], &other_block[2]) == 6 &&
           strstr(that, ") writes") && memcmp(thread, other, sizeof thread) == 0 &&
           memcmp(block, other_block, sizeof block) != 0 && (thread[0] || thread[1] || thread[2]);
}

/* Is one of two threads that write the same place without an element of its own, and the other one
 * with? */
static bool is_by_spare(const struct run *run, const struct finding *f) {
    long at[3], other[3];
    int block[3], thread[3];
    const char *that = strstr(f->text, " bytes that thread (");
    if (strcmp(f->kind, "global-memory-race") != 0 || !that || !thread_of(run, f, at) ||
        strncmp(f->text, "this thread writes", 18) != 0 || !strstr(that, ") writes") ||
        sscanf(that, " bytes that thread (%d,%d,%d) of block (%d,%d,%d)", &thread[0], &thread[1],
               &thread[2], &block[0], &block[1], &block[2]) != 6)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        char name[20];
        snprintf(name, sizeof name, "block.%d", axis);
        other[axis] = block[axis] * count_of_kernel(run, f->kernel, name) + thread[axis];
    }
    return lab_has_work(run, f->kernel, at) != lab_has_work(run, f->kernel, other);
}

/* Is the race one of a line with itself, in a block that comes to as many barriers as there are
 * rounds when it halves its threads down to one, rounding down, and one more? */
static bool is_within_round(const struct run *run, const struct finding *f) {
    const char *other = strstr(f->text, " in line "), *own = strchr(f->where, ':');
    if (strcmp(f->kind, "shared-memory-race") != 0 || !other || !own ||
        strtoul(other + strlen(" in line "), NULL, 10) != strtoul(own + 1, NULL, 10))
        return false;
    double blocks = 1, threads = 1;
    for (int axis = 0; axis < 3; axis++) {
        char name[20];
        snprintf(name, sizeof name, "grid.%d", axis);
        blocks *= (double)count_of_kernel(run, f->kernel, name);
        snprintf(name, sizeof name, "block.%d", axis);
        threads *= (double)count_of_kernel(run, f->kernel, name);
    }
    return blocks > 0 && threads > 1 &&
           judge_count(run, f->kernel, 0, "barriers") >= blocks * (1 + floor(log2(threads)));
}

static const struct finding_rule *find_rule(const struct run *run, const struct finding_rule *rules,
                                            const struct finding *f) {
    for (const struct finding_rule *rule = rules; rule->kind; rule++)
        if (strcmp(rule->kind, f->kind) == 0 && !rule->containing && is_far(f) &&
            !(has_work(run, f) && is_own_element(run, f)))
            return &far_rule;
        else if (strcmp(rule->kind, f->kind) == 0 && is_within_round(run, f))
            return &round_rule;
        else if (strcmp(rule->kind, f->kind) == 0 && !rule->containing && is_by_spare(run, f))
            return &spare_rule;
        else if (strcmp(rule->kind, f->kind) == 0 && !rule->containing && is_of_all_blocks(run, f))
            return &block_rule;
        else if (strcmp(rule->kind, f->kind) == 0 && !rule->containing && is_small(run, f))
            return judge_has_finding(run, "copy-overflow", " bytes past the end of the ")
                       ? &pointer_rule
                       : &small_rule;
        else if (strcmp(rule->kind, f->kind) == 0 && !rule->containing && has_work(run, f))
            return is_own_element(run, f)   ? &own_rule
                   : is_just_behind(run, f) ? &shared_rule
                                            : &work_rule;
        else if (strcmp(rule->kind, f->kind) == 0 &&
                 (!rule->containing || strstr(f->text, rule->containing) ||
                  strstr(f->kernel, rule->containing) ||
                  (strncmp(rule->containing, "kernel ", 7) == 0 &&
                   strcmp(f->kernel, rule->containing + 7) == 0)))
            return rule;
    return NULL;
}

bool judge_has_finding(const struct run *run, const char *kind, const char *containing) {
    for (size_t i = 0; i < run->finding_count; i++)
        if (strcmp(run->findings[i].kind, kind) == 0 && strstr(run->findings[i].text, containing))
            return true;
    return false;
}

bool judge_was_refused(const struct run *run, const char *words) {
    for (size_t i = 0; i < run->refused_count; i++)
        if (strstr(run->refused[i].text, words))
            return true;
    return false;
}

bool judge_overrun(const struct run *run, size_t *bytes) {
    for (size_t i = 0; i < run->finding_count; i++) {
        const char *text = run->findings[i].text, *of = strstr(text, "past the end of the ");
        if (!of)
            of = strstr(text, "behind the ");
        if (strncmp(run->findings[i].kind, "out-of-bounds-", 14) == 0 && of &&
            sscanf(of + strcspn(of, "0123456789"), "%zu bytes", bytes) == 1)
            return true;
    }
    return false;
}

bool judge_fault(const struct run *run, const char *kernel, struct fault *fault) {
    for (size_t i = 0; i < run->finding_count; i++) {
        const struct finding *f = &run->findings[i];
        const char *of = strstr(f->text, " bytes from ");
        long at[3];
        if (strncmp(f->kind, "out-of-bounds-", 14) != 0 || !strstr(f->kernel, kernel) || !of ||
            !thread_of(run, f, at))
            continue;
        fault->x = at[0];
        fault->y = at[1];
        fault->z = at[2];
        while (of > f->text && of[-1] != ' ')
            of--;
        const char *behind = strstr(f->text, " bytes past the end of the ");
        while (behind && behind > f->text && behind[-1] != ' ')
            behind--;
        if (sscanf(of, "%zu", &fault->bytes) != 1 ||
            (!behind && !strstr(f->text, "right behind the end")))
            continue;
        fault->offset = fault->bytes + (behind ? strtoul(behind, NULL, 10) : 0);
        fault->writes = strcmp(f->kind, "out-of-bounds-write") == 0;
        return true;
    }
    return false;
}

bool judge_uninitialized_shared(const struct run *run, size_t bytes) {
    char size[40];
    snprintf(size, sizeof size, "(%zu bytes)", bytes);
    for (size_t i = 0; i < run->finding_count; i++) {
        const struct finding *f = &run->findings[i];
        if (strcmp(f->kind, "uninitialized-read") == 0 && strstr(f->text, "__shared__") &&
            strstr(f->text, size))
            return true;
    }
    return false;
}

bool judge_is_telling(const struct finding *f) {
    return strcmp(f->kind, "host-memory-in-kernel") == 0 ||
           strcmp(f->kind, "device-memory-on-host") == 0 ||
           strcmp(f->kind, "device-function-on-host") == 0 ||
           strcmp(f->kind, "host-function-on-device") == 0 ||
           strcmp(f->kind, "endless-kernel") == 0 || strcmp(f->kind, "endless-host-code") == 0 ||
           strstr(f->text, "has not run yet");
}

/* Is FILE:LINE in a file of the student's? Where nobody kept these, every file is. */
bool judge_is_students(const struct run *run, const char *file, size_t length) {
    char path[4096];
    snprintf(path, sizeof path, "%s/../../src", run->dir);
    if (access(path, F_OK) != 0)
        return true;
    snprintf(path, sizeof path, "%s/../../src/%.*s", run->dir, (int)strcspn(file, ":"), file);
    return length > 0 && access(path, F_OK) == 0;
}

/* Copies `text` without folders, and without places in files that are not the student's. */
static void tidy(const struct run *run, const char *text, char *out, size_t size) {
    size_t length = 0;
    while (*text && length + 1 < size) {
        size_t word = strcspn(text, " "), folders = 0;
        const char *lead =
            strncmp(text, "at ", 3) == 0 || strncmp(text, "of ", 3) == 0 ? text + 3 : NULL;
        if (lead) {
            size_t place = strcspn(lead, " ,;");
            for (size_t i = 0; i < place; i++)
                if (lead[i] == '/')
                    folders = i + 1;
            if (memchr(lead, ':', place) && memchr(lead, '.', place)) {
                bool own = judge_is_students(run, lead + folders, place - folders);
                const char *word_before = *text == 'a' ? "at " : "of ";
                text = lead + (own ? folders : place);
                if (own)
                    length += (size_t)snprintf(out + length, size - length, "%s", word_before);
                else if (length && out[length - 1] == ' ')
                    length--;
                word = strcspn(text, " ");
            }
        }
        for (size_t i = 0; i < word && length + 1 < size; i++)
            out[length++] = text[i];
        text += word;
        if (*text == ' ' && length + 1 < size)
            out[length++] = *text++;
    }
    out[length < size ? length : size - 1] = '\0';
}

void judge_describe(const struct run *run, const struct finding *f, char *out, size_t size) {
    char text[1000];
    bool placed = *f->where && judge_is_students(run, f->where, strlen(f->where));
    tidy(run, f->text, text, sizeof text);
    snprintf(out, size, "%s: %s%s%s%s%s.", f->kind, text, placed ? ", in " : "",
             placed ? f->where : "", *f->kernel ? ", kernel " : "", f->kernel);
}

/* Findings among which a rule is looked for. A kernel that goes on and on may do so only because
 * every access of it is refused. */
enum among { CAUSES, TELLING, ALL }; /* CAUSES: telling, and no mere consequence */
static bool is_among(const struct finding *f, enum among among) {
    return among == ALL ||
           (judge_is_telling(f) && (among == TELLING || strncmp(f->kind, "endless-", 8) != 0));
}

/* A rule that fits one of these findings: the lab's before the common ones, and of these one that
 * names a mistake before one that does not. */
static const struct finding_rule *choose(const struct run *run, enum among among,
                                         const struct finding **found) {
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < run->finding_count; i++) {
            const struct finding *f = &run->findings[i];
            if (!is_among(f, among))
                continue;
            const struct finding_rule *rule = find_rule(run, pass == 0 ? lab_findings : common, f);
            if (rule && (pass != 1 || rule->diagnosis)) {
                *found = f;
                return rule;
            }
        }
    return NULL;
}

void judge_add_refused(const struct run *run, struct verdict *v) {
    const struct finding *first = NULL;
    for (size_t i = 0; i < run->refused_count; i++) {
        const struct finding *call = &run->refused[i];
        const char *why = strstr(call->text, ": ");
        if (why && strstr(v->message, why))
            return;
        if (why && !first && judge_is_students(run, call->where, strlen(call->where)))
            first = call;
    }
    if (first)
        judge_add(v, " A call failed on the way, in %s: %s.", first->where, first->text);
}

void judge_findings(const struct run *run) {
    char text[1200], other[1200] = "";
    const struct finding *f = NULL;
    if (!run->finding_count)
        return;
    const struct finding_rule *rule = choose(run, CAUSES, &f);
    if (!rule)
        rule = choose(run, TELLING, &f);
    if (!rule)
        rule = choose(run, ALL, &f);
    if (!rule)
        f = &run->findings[0];
    judge_describe(run, f, text, sizeof text);
    for (size_t i = 0; i < run->finding_count && !*other; i++)
        if (strcmp(run->findings[i].kind, f->kind) != 0)
            judge_describe(run, &run->findings[i], other, sizeof other);
    fail_fact(rule ? rule->diagnosis : NULL, "The CPU device found: %s%s%s%s%s", text,
              rule ? " " : "", rule ? rule->advice : "", *other ? " It found too: " : "", other);
}
