/* SPDX-License-Identifier: MIT
 *
 * cuda.h - what a variant in CUDA C needs beyond variant.h.
 *
 * The CUDA runtime API works on the context that the judge's worker has made on
 * one GPU, the only one that the process sees.  Tensors with on_host lie in the
 * host's memory; all others, and the workspace, in the GPU's.
 */
#ifndef AISP_CUDA_H
#define AISP_CUDA_H

#include <aisp/variant.h>
#include <cuda_runtime.h>
#include <errno.h>

static inline cudaStream_t aisp_stream(const struct aisp_io *io)
{
	return (cudaStream_t)io->stream;
}

/* What a callback returns for e: 0, or -ENOTSUP where the GPU lacks a feature. */
static inline int aisp_cuda_status(cudaError_t e)
{
	switch (e) {
	case cudaSuccess:
		return 0;
	case cudaErrorNotSupported:
	case cudaErrorNoKernelImageForDevice:
	case cudaErrorInvalidDeviceFunction:
	case cudaErrorUnsupportedLimit:
		return -ENOTSUP;
	case cudaErrorMemoryAllocation:
		return -ENOMEM;
	default:
		return -EIO;
	}
}

/* The status of the kernel launches since the last look. */
static inline int aisp_launched(void)
{
	return aisp_cuda_status(cudaGetLastError());
}

/* Leave the callback with call's error, if it has one. */
#define AISP_TRY(call)                                                                 \
	do {                                                                           \
		int aisp_status_ = aisp_cuda_status(call);                             \
		if (aisp_status_)                                                      \
			return aisp_status_;                                           \
	} while (0)

static inline int64_t aisp_ceil_div(int64_t a, int64_t b)
{
	return (a + b - 1) / b;
}

/* An attribute of the GPU, e.g. cudaDevAttrMultiProcessorCount; 0 if unknown. */
static inline int aisp_gpu(enum cudaDeviceAttr attribute)
{
	int device = 0, value = 0;

	if (cudaGetDevice(&device) != cudaSuccess ||
	    cudaDeviceGetAttribute(&value, attribute, device) != cudaSuccess)
		return 0;
	return value;
}

#endif
