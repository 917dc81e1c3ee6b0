/* json.h - how a text is written into JSON, the checker's and the grader's: control characters, and
 * bytes that are no part of a UTF-8 character, as \u escapes. On its own, for the grader includes
 * it (grader/common/json.c) and students get the CPU device without the grader. */
#ifndef CHECK_JSON_H
#define CHECK_JSON_H

#include <stdint.h>
#include <stdio.h>

/* How many bytes the UTF-8 character at `c` has; 0 when there is none. */
static inline int check_json_character(const unsigned char *c) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    int length = *c < 0x80 ? 1 : *c >> 5 == 6 ? 2 : *c >> 4 == 14 ? 3 : *c >> 3 == 30 ? 4 : 0;
    uint32_t code = length < 2 ? *c : *c & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if (c[i] >> 6 != 2) /* the end of the text too */
            return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    if (length == 0 || code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    return length;
}

/* Writes `text` in quotes. Whatever its bytes, what comes out is JSON in UTF-8: a byte that is no
 * part of a UTF-8 character is the escape of the character with its number. */
static inline void check_json_string(FILE *out, const char *text) {
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        int length = check_json_character(c);
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (length == 0 || *c < 0x20 || *c == 0x7f)
            fprintf(out, "\\u%04x", *c);
        else
            fwrite(c, 1, (size_t)length, out);
        c += length ? length : 1;
    }
    fputc('"', out);
}

#endif
