/* string.h - what the texture unit takes from <string.h>. */
#ifndef HANDOUTS_STRING_H
#define HANDOUTS_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);

#endif
