/* SPDX-License-Identifier: MIT
 *
 * launch_early.h - a launch that begins before the one in front of it has ended: CUDA's
 * programmatic dependent launch, from compute capability 9.0 on.
 */
#ifndef AISP_LAUNCH_EARLY_H
#define AISP_LAUNCH_EARLY_H

#include <aisp/cuda.h>

/* Blocks of `threads`, which await the launch before with
 * cudaGridDependencySynchronize().  `bytes` of shared memory are dynamic.  Returns 0 or
 * what aisp_cuda_status() makes of an error. */
template <class... PARAMS>
static int aisp_launch_early(const struct aisp_io *io, void (*kernel)(PARAMS...),
			     int64_t blocks, int threads, int bytes, PARAMS... params)
{
	cudaLaunchAttribute early = {};
	cudaLaunchConfig_t config = {};

	early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
	early.val.programmaticStreamSerializationAllowed = 1;
	config.gridDim = (unsigned)blocks;
	config.blockDim = (unsigned)threads;
	config.dynamicSmemBytes = (size_t)bytes;
	config.stream = aisp_stream(io);
	config.attrs = &early;
	config.numAttrs = 1;
	return aisp_cuda_status(cudaLaunchKernelEx(&config, kernel, params...));
}

#endif
