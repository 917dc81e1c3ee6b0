/* Which structs this toolkit's CUPTI writes for which kind of record, CUDA 11.8 to 13.x.
 *
 * CUPTI adds fields to a record by a new struct with a higher number; the library and its headers
 * must belong together (inject.c refuses others). PROFILER_CUDA stands for the toolkit's version,
 * and can be set by hand to compile against an older one's structs, which newer headers keep.
 */
#ifndef GRADER_PROFILER_RECORDS_H
#define GRADER_PROFILER_RECORDS_H

#include <cuda.h>
#include <cupti.h>

#ifndef PROFILER_CUDA
#define PROFILER_CUDA CUDA_VERSION
#endif

#if PROFILER_CUDA >= 13000
typedef CUpti_ActivityKernel10 KernelRecord;
#elif PROFILER_CUDA >= 12000
typedef CUpti_ActivityKernel9 KernelRecord;
#elif PROFILER_CUDA >= 11080
typedef CUpti_ActivityKernel8 KernelRecord;
#else
#error "labprof needs CUDA 11.8 or newer: update the CUDA toolkit"
#endif

#if PROFILER_CUDA >= 12080
typedef CUpti_ActivityMemcpy6 CopyRecord;
#else
typedef CUpti_ActivityMemcpy5 CopyRecord;
#endif

typedef CUpti_ActivityMemset4 SetRecord;
typedef CUpti_ActivityMemcpyPtoP4 PeerCopyRecord;

#if PROFILER_CUDA >= 12000
typedef CUpti_ActivityDevice5 DeviceRecord;
#else
typedef CUpti_ActivityDevice4 DeviceRecord;
#endif

#endif
