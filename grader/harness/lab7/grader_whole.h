/* grader_whole.h - included before the student's step 8: its calls of integrate_hardware and
 * integrate_software come to the harness (compare.cu), which counts them. */
#ifndef GRADER_WHOLE_H
#define GRADER_WHOLE_H

#define integrate_hardware whole_integrate_hardware
#define integrate_software whole_integrate_software

#endif
