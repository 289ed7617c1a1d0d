/* SPDX-License-Identifier: MIT
 *
 * A call for each product, of a kernel for large ones: it packs B and computes tiles of
 * 32 columns, of which a tiny product has a few.
 */
#include "workload_gemm_many.h"

#include <aisp/clones.h>

#include "packed_gemm_batch.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];

	for (int64_t i = 0; i < io->param[BATCH]; i++)
		multiply(aisp_in_f32(io, 0) + i * m * k, aisp_in_f32(io, 1) + i * k * n,
			 aisp_out_f32(io, 0) + i * m * n, m, n, k, state);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a call per product, to a kernel made for large products",
	.setup = setup,
	.run = run,
	.teardown = free,
};
