/* SPDX-License-Identifier: MIT
 *
 * To pageable memory.  Its pages may move, so no engine may write them: the
 * engine fills buffers of the driver's own, and its CPU thread copies them out
 * piece by piece.
 */
#include "workload_d2h.h"

#include "copy_async.h"

static int run(const struct aisp_io *io, void *)
{
	return copy_async(io, cudaMemcpyDeviceToHost);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "cudaMemcpyAsync to pageable memory",
	.run = run,
};
