/* How the timing process ends: with one JSON object on standard output, whatever happened. */
#ifndef GRADER_TIMING_END_H
#define GRADER_TIMING_END_H

#include <stdio.h>
#include <stdnoreturn.h>

/* The check's name, for the objects written here. Set once, at the start. */
extern const char *end_check;
/* Where they are written to. Set once, at the start. */
extern FILE *end_answer;

/* The student's code is at fault: verdict "fail" with a cause (one word for programs, such as
 * "wrong-output") and a sentence for people. Exit status 0. */
noreturn void end_fail(const char *cause, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* We, or the machine, are at fault: verdict "error". Exit status 3. */
noreturn void end_error(const char *cause, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
