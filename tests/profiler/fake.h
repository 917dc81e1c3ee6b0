/* What a program tells the CUPTI of fake_cupti.c: one kernel at a time begins and ends. */
#ifndef TESTS_PROFILER_FAKE_H
#define TESTS_PROFILER_FAKE_H

void fake_kernel_begin(const char *name);
void fake_kernel_end(void);

#endif
