/* SPDX-License-Identifier: MIT
 *
 * One call for the batch: all products share B, so that their rows are one tall
 * A, and one copy of B serves them all.
 * AFTER: gemm_batch_packed
 */
#include "workload_gemm_batch.h"

#include "packed_gemm_batch.h"

static int run(const struct aisp_io *io, void *state)
{
	multiply(aisp_in_f32(io, 0), aisp_in_f32(io, 1), aisp_out_f32(io, 0),
		 io->param[BATCH] * io->param[M], io->param[N], io->param[K], state);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one call: B packed once for all products",
	.setup = setup,
	.run = run,
	.teardown = free,
};
