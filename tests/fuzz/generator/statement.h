/* statement.h - statements, simple and compound. */
#ifndef FUZZ_STATEMENT_H
#define FUZZ_STATEMENT_H

#include "block.h"

/* `count` statements in a scope of their own; what they declared is mixed into h at the end. */
void statements(struct context context, unsigned count);
void assignment(void);
/* Declares a scalar variable and adds it to the scope. */
void declare_scalar(struct context context);

#endif
