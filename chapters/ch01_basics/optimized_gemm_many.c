/* SPDX-License-Identifier: MIT
 *
 * One call for the batch, of a kernel for tiny products: nothing is packed.
 */
#include "workload_gemm_many.h"

#include "tiny_gemm_many.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	multiply_many(aisp_in_f32(io, 0), aisp_in_f32(io, 1), aisp_out_f32(io, 0),
		      io->param, 0, io->param[BATCH]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one call, rows of C as vectors, nothing packed",
	.run = run,
};
