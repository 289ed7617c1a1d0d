/* SPDX-License-Identifier: MIT
 *
 * The runtime's own copy; the driver chooses what performs it.
 */
#include "workload_d2d.h"

#include "copy_async.h"

#define TEXT(x)  #x
#define VALUE(x) TEXT(x)

static int run(const struct aisp_io *io, void *)
{
	return copy_async(io, cudaMemcpyDeviceToDevice);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cudaMemcpyAsync",
	.library = "CUDA runtime " VALUE(__CUDACC_VER_MAJOR__) "." VALUE(
		__CUDACC_VER_MINOR__),
	.run = run,
};
