/* The translator of nvcc-cpu on source text: the first byte says with which options, the parts
 * after it are a file and the header that it may include as "unit.h", a name of a file that there
 * is. */
#include "../../../labs/cpu/translate/unit.h"

static struct fuzz_part files[2];

int program_main(int argc, char **argv);

int fuzz_file(const char *path, struct fuzz_part *part) {
    *part = files[strcmp(path, "/dev/null") != 0];
    return 1;
}

void fuzz_one(const uint8_t *data, size_t size) {
    static char *const choices[] = {"--plain", "--check", "--rdc", "--warnings-are-errors"};
    char *argv[12] = {"translate", "--output", "/dev", "-I", "../labs/cpu/translate", "/dev/null"};
    int argc = 6;
    struct fuzz_part rest = {data, size};
    for (size_t i = 0; size > 0 && i < sizeof choices / sizeof *choices; i++)
        if (*data >> i & 1)
            argv[argc++] = choices[i];
    if (size > 0)
        rest = (struct fuzz_part){data + 1, size - 1};
    files[0] = fuzz_next(&rest);
    files[1] = rest;
    program_main(argc, argv);
}
