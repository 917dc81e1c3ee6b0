/* emit.h - the text of the program, written from its first line to its last. */
#ifndef FUZZ_EMIT_H
#define FUZZ_EMIT_H

void emit(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A whole line at the present indentation; line_begin() for one that emit() goes on with. */
void line(const char *format, ...) __attribute__((format(printf, 1, 2)));
void line_begin(void);
void indent(int change);

/* What is emitted between the two goes to a string of its own (free it): for what must stand
 * further up than where it is invented. They nest. */
void capture_begin(void);
char *capture_end(void);

#endif
