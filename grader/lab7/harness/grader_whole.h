/* grader_whole.h - included before the student's step 8: its calls of the steps that take a size
 * come to the harness (compare.cu), which notes them. */
#ifndef GRADER_WHOLE_H
#define GRADER_WHOLE_H

#define make_grid whole_make_grid
#define load_texture whole_load_texture
#define integrate_hardware whole_integrate_hardware
#define integrate_software whole_integrate_software

#endif
