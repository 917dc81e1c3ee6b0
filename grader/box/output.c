/* What the program prints: pipes that are read while it runs. The first part is kept, as far as the
 * limit of both streams together goes, and the rest dropped, so that a program that says much is
 * neither blocked nor ended. */
#define _GNU_SOURCE
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void open_stream(struct box_stream *stream, int from) {
    stream->from = from;
    stream->kept = memfd_create("output", MFD_CLOEXEC);
    if (stream->kept < 0 || fcntl(from, F_SETFL, O_NONBLOCK))
        box_die(EXIT_OURS, "cannot keep what the program prints: %s", strerror(errno));
}

void box_output_open(struct box_output *output, int out, int err, long long limit) {
    output->limit = limit;
    output->count = err == out ? 1 : 2;
    open_stream(&output->streams[0], out);
    if (output->count == 2)
        open_stream(&output->streams[1], err);
}

static void keep(struct box_output *output, int kept, const char *bytes, size_t count) {
    const long long room = output->limit - output->printed;
    if (room > 0 && !box_tree_write(kept, bytes, (long long)count < room ? count : (size_t)room))
        box_die(EXIT_OURS, "cannot keep what the program prints: %s", strerror(errno));
    output->printed += (long long)count;
}

bool box_output_read(struct box_output *output) {
    char block[1 << 16];
    bool any = false;
    for (int i = 0; i < output->count; ++i) {
        struct box_stream *stream = &output->streams[i];
        ssize_t got = stream->from < 0 ? 0 : read(stream->from, block, sizeof block);
        if (got > 0) {
            keep(output, stream->kept, block, (size_t)got);
            any = true;
        } else if (got == 0 && stream->from >= 0) { /* nobody can write any more */
            close(stream->from);
            stream->from = -1;
        }
    }
    return any;
}

long long box_output_dropped(const struct box_output *output) {
    return output->printed > output->limit ? output->printed - output->limit : 0;
}

void box_output_deliver(const struct box_output *output, const char *const paths[2]) {
    for (int i = 0; i < output->count; ++i) {
        int to = paths[i] ? open(paths[i], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)
                          : (i ? STDERR_FILENO : STDOUT_FILENO);
        if (to < 0)
            box_die(EXIT_OURS, "cannot write %s: %s", paths[i], strerror(errno));
        box_tree_copy_bytes(output->streams[i].kept, to, output->limit);
        if (paths[i])
            close(to);
    }
}
