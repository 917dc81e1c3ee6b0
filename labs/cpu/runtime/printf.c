/* printf.c - printf of device code, kept by block and written in block order after the launch.
 *
 * The program's calls of printf, puts and putchar end here because this library stands before libc
 * on the link line; in host code they do what libc's do.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

typedef struct {
    uint64_t position;
    size_t length;
    char *text;
} block_text;

/* Of the block that runs on this OS thread. */
static __thread cpudev_output output;

void cpudev_printf_swap(cpudev_output *other) {
    const cpudev_output mine = output;
    output = *other;
    *other = mine;
}

/* Of the launch. */
static block_text *blocks;
static size_t block_count, block_capacity;
static pthread_mutex_t blocks_lock = PTHREAD_MUTEX_INITIALIZER;

static void append(const char *more, size_t size) {
    if (output.length + size + 1 > output.capacity) {
        const size_t bigger = (output.length + size + 1) * 2;
        char *moved = realloc(output.text, bigger);
        if (!moved)
            return; /* as on a GPU, whose buffer is small, output is lost */
        output.text = moved;
        output.capacity = bigger;
    }
    memcpy(output.text + output.length, more, size);
    output.length += size;
    output.text[output.length] = '\0';
}

static int count_arguments(const char *format) {
    int count = 0;
    for (const char *p = format; *p; p++)
        if (*p == '%') {
            if (p[1] == '%')
                p++;
            else
                count++;
        }
    return count;
}

/* The length of the conversion at p, which begins with %; *known: a GPU's printf has it. That knows
 * the sizes h, l and ll, a star for the width, and no wide characters. */
static size_t conversion(const char *p, bool *known) {
    const char *end = p + 1 + strspn(p + 1, "#0+- '*123456789.hljztLq");
    const char *at = p + 1 + strspn(p + 1, "#0+- ");
    at += *at == '*' ? 1 : strspn(at, "0123456789");
    if (*at == '.')
        at += 1 + strspn(at + 1, "0123456789");
    const size_t longs = *at == 'l' ? strspn(at, "l") : 0;
    at += *at == 'h' ? 1 : longs;
    *known = at == end && longs <= 2 && (!*at || strchr("%cdiouxXpeEfFgGaAs", *at)) &&
             !(longs && *at && strchr("cs", *at));
    return (size_t)(end - p) + (*end != '\0');
}

/* Says once for each format of the program what a GPU's printf does not know of it. */
static void note_unknown(const char *format, void *from) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static const char *said[64];
    char where[300];
    bool known;
    for (const char *p = format; (p = strchr(p, '%'));) {
        const char *const begin = p;
        p += conversion(p, &known);
        if (known)
            continue;
        size_t i = 0;
        pthread_mutex_lock(&lock);
        while (i < sizeof said / sizeof *said && said[i] && said[i] != format)
            i++;
        if (i < sizeof said / sizeof *said && !said[i]) {
            said[i] = format;
            cpudev_describe_code((char *)from - 1, where, sizeof where);
            fprintf(stderr,
                    "cpu-device: note: %s: a GPU's printf does not know %.*s: it prints that as it "
                    "stands, or wrong values from there on. It knows the sizes h, l and ll and a "
                    "precision in digits: cast the value, say to unsigned long long for %%llu\n",
                    where, (int)(p - begin), begin);
        }
        pthread_mutex_unlock(&lock);
        return;
    }
}

/* CUDA's printf returns the number of its arguments. */
static int device_printf(const char *format, va_list arguments, void *from) {
    char small[512];
    note_unknown(format, from);
    va_list again;
    va_copy(again, arguments);
    const int size = vsnprintf(small, sizeof small, format, arguments);
    if (size >= 0 && (size_t)size < sizeof small) {
        append(small, (size_t)size);
    } else if (size >= 0) {
        char *big = malloc((size_t)size + 1);
        if (big) {
            vsnprintf(big, (size_t)size + 1, format, again);
            append(big, (size_t)size);
            free(big);
        }
    }
    va_end(again);
    return size < 0 ? -1 : count_arguments(format);
}

void cpudev_printf_block_end(uint64_t position) {
    if (!output.length)
        return;
    pthread_mutex_lock(&blocks_lock);
    if (block_count == block_capacity) {
        const size_t bigger = block_capacity ? block_capacity * 2 : 64;
        block_text *moved = realloc(blocks, bigger * sizeof *blocks);
        if (moved) {
            blocks = moved;
            block_capacity = bigger;
        }
    }
    char *copy = block_count < block_capacity ? malloc(output.length) : NULL;
    if (copy) {
        memcpy(copy, output.text, output.length);
        blocks[block_count++] = (block_text){position, output.length, copy};
    }
    pthread_mutex_unlock(&blocks_lock);
    output.length = 0;
}

static int by_position(const void *a, const void *b) {
    const uint64_t x = ((const block_text *)a)->position, y = ((const block_text *)b)->position;
    return (x > y) - (x < y);
}

void cpudev_printf_launch_end(void) {
    if (!block_count)
        return;
    qsort(blocks, block_count, sizeof *blocks, by_position);
    for (size_t i = 0; i < block_count; i++) {
        fwrite(blocks[i].text, 1, blocks[i].length, stdout);
        free(blocks[i].text);
    }
    block_count = 0;
}

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#undef printf
#undef puts
#undef putchar

int printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int result = cpudev_self ? device_printf(format, arguments, __builtin_return_address(0))
                                   : vfprintf(stdout, format, arguments);
    va_end(arguments);
    return result;
}

int __printf_chk(int flag, const char *format, ...);
int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    const int result = cpudev_self ? device_printf(format, arguments, __builtin_return_address(0))
                                   : vfprintf(stdout, format, arguments);
    va_end(arguments);
    return result;
}

int puts(const char *line) {
    if (!cpudev_self)
        return fputs(line, stdout) < 0 || fputc('\n', stdout) < 0 ? EOF : 1;
    append(line, strlen(line));
    append("\n", 1);
    return 0;
}

int putchar(int c) {
    if (!cpudev_self)
        return fputc(c, stdout);
    const char byte = (char)c;
    append(&byte, 1);
    return c;
}
