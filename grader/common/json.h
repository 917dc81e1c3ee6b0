/* The one way in which the grader's C writes a text into JSON. (labs/cpu/check/findings.c does the
 * same for itself, since the labs must not know the grader; tests/json.bats compares the two.) */
#ifndef COMMON_JSON_H
#define COMMON_JSON_H

#include <stdio.h>

/* Writes `text` as a JSON string, in quotes; null for NULL. Whatever the bytes, what comes out is
 * JSON in UTF-8: control characters are \u escapes, and a byte that is no part of a UTF-8 character
 * is the escape of the character with its number. */
void json_string(FILE *out, const char *text);

#endif
