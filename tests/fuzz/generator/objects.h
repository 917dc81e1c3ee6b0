/* objects.h - variables that hold more than a scalar, and other names for parts of them. */
#ifndef FUZZ_OBJECTS_H
#define FUZZ_OBJECTS_H

/* The program's structs, unions and enums, before its functions. */
void objects_types(void);

/* Statements that declare; what they declare is added to the scope. */
void declare_object(void);
void declare_alias(void); /* references, pointers, casts of the address */
void copy_bytes(void);    /* memcpy */

#endif
