/* What the box reads and writes of a program's doing: a process' line in /proc, whose name the
 * program chooses, and the report, with the names of files that were left out. */
#include "../../../grader/box/box.h"

int fuzz_file(const char *path, struct fuzz_part *part) {
    (void)path;
    (void)part;
    return 0;
}

void fuzz_one(const uint8_t *data, size_t size) {
    struct box_outcome out = {0};
    struct box_process process;
    char *name = fuzz_malloc(size + 1);
    memcpy(name, data, size);
    name[size] = '\0';
    out.dropped = &name;
    out.dropped_count = 1;
    snprintf(out.message, sizeof out.message, "%s", name);
    out.signal = size ? data[0] : 0;
    box_report_print(fuzz_sink(), &out);
    box_watch_parse(name, 1, &process);
}
