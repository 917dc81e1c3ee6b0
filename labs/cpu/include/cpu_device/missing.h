/* missing.h - functions of the CUDA runtime that the CPU device does not have: calling one is a
 * compile error of one line that names it. C++ only. (Textures' own list is in texture.h.) */
#ifndef CPUDEV_MISSING_H
#define CPUDEV_MISSING_H

#include "driver_types.h"

#define CPUDEV_MISSING(name, what)                                                                 \
    template <class... A>                                                                          \
    __attribute__((error(#name ": the CPU device has no " what))) cudaError_t name(A &&...);

typedef struct cpudev_no_graph *cudaGraph_t;
typedef struct cpudev_no_graph_exec *cudaGraphExec_t;
typedef struct cpudev_no_graph_node *cudaGraphNode_t;
typedef struct cpudev_no_pool *cudaMemPool_t;
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal = 0,
    cudaStreamCaptureModeThreadLocal = 1,
    cudaStreamCaptureModeRelaxed = 2
};

CPUDEV_MISSING(cudaStreamBeginCapture, "stream capture")
CPUDEV_MISSING(cudaStreamEndCapture, "stream capture")
CPUDEV_MISSING(cudaStreamIsCapturing, "stream capture")
CPUDEV_MISSING(cudaGraphCreate, "graphs")
CPUDEV_MISSING(cudaGraphInstantiate, "graphs")
CPUDEV_MISSING(cudaGraphLaunch, "graphs")
CPUDEV_MISSING(cudaGraphDestroy, "graphs")
CPUDEV_MISSING(cudaGraphExecDestroy, "graphs")
CPUDEV_MISSING(cudaGraphExecUpdate, "graphs")
CPUDEV_MISSING(cudaGraphAddKernelNode, "graphs")
CPUDEV_MISSING(cudaGraphAddMemcpyNode, "graphs")
CPUDEV_MISSING(cudaGraphAddMemsetNode, "graphs")
CPUDEV_MISSING(cudaGraphAddDependencies, "graphs")
CPUDEV_MISSING(cudaLaunchCooperativeKernel, "cooperative launches")
CPUDEV_MISSING(cudaLaunchKernelEx, "launches with attributes")
CPUDEV_MISSING(cudaLaunchKernelExC, "launches with attributes")
CPUDEV_MISSING(cudaMemPoolCreate, "memory pools")
CPUDEV_MISSING(cudaMemPoolDestroy, "memory pools")
CPUDEV_MISSING(cudaMemPoolSetAttribute, "memory pools")
CPUDEV_MISSING(cudaMallocFromPoolAsync, "memory pools")
CPUDEV_MISSING(cudaDeviceGetDefaultMemPool, "memory pools")
CPUDEV_MISSING(cudaDeviceEnablePeerAccess, "second device")
CPUDEV_MISSING(cudaDeviceDisablePeerAccess, "second device")
CPUDEV_MISSING(cudaMemcpyPeerAsync, "second device")
CPUDEV_MISSING(cudaMemcpy3DPeer, "second device")
CPUDEV_MISSING(cudaIpcGetMemHandle, "memory shared with other processes")
CPUDEV_MISSING(cudaIpcOpenMemHandle, "memory shared with other processes")
CPUDEV_MISSING(cudaIpcCloseMemHandle, "memory shared with other processes")
CPUDEV_MISSING(cudaIpcGetEventHandle, "memory shared with other processes")
CPUDEV_MISSING(cudaGraphicsMapResources, "graphics interoperation")
CPUDEV_MISSING(cudaGraphicsUnmapResources, "graphics interoperation")
CPUDEV_MISSING(cudaGraphicsGLRegisterBuffer, "graphics interoperation")
CPUDEV_MISSING(cudaGraphicsResourceGetMappedPointer, "graphics interoperation")
CPUDEV_MISSING(cudaStreamAttachMemAsync, "memory attached to streams")
CPUDEV_MISSING(cudaStreamSetAttribute, "stream attributes")
CPUDEV_MISSING(cudaCtxResetPersistingL2Cache, "L2 cache to persist in")

#undef CPUDEV_MISSING
#endif
