/* SPDX-License-Identifier: MIT
 *
 * From pageable memory.  Its pages may move, so no engine may read them: the
 * driver's CPU thread copies them piece by piece into buffers of its own, and
 * the engine fetches them from there.
 */
#include "workload_h2d.h"

#include "copy_async.h"

static int run(const struct aisp_io *io, void *)
{
	return copy_async(io, cudaMemcpyHostToDevice);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "cudaMemcpyAsync from pageable memory",
	.run = run,
};
