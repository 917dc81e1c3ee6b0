// A header's function for an instruction, by another name.
// refused: _mm_stream_si32 is an instruction .*; define no macro of its name
#define _mm_stream_\
si32 unseen
#include <emmintrin.h>
void f(int *p) { unseen(p, 1); }
