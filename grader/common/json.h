/* The one way in which the grader's C writes a text into JSON: the checker's of the CPU device, and
 * null for what is not there. */
#ifndef COMMON_JSON_H
#define COMMON_JSON_H

#include <stdio.h>

/* Writes `text` as a JSON string, in quotes; null for NULL. Whatever the bytes, what comes out is
 * JSON in UTF-8 (labs/cpu/check/json.h). */
void json_string(FILE *out, const char *text);

#endif
