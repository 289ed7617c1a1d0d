/* SPDX-License-Identifier: MIT
 *
 * Still one call per product, with the packed kernel: it copies B anew for each of
 * them, which few rows have to pay for.
 */
#include "workload_gemm_batch.h"

#include "packed_gemm_batch.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0), *b = aisp_in_f32(io, 1);
	float *c = aisp_out_f32(io, 0);
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];

	for (int64_t i = 0; i < io->param[BATCH]; i++)
		multiply(a + i * m * k, b, c + i * m * n, m, n, k, state);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a call per product: B packed each time, 4x32 tiles in registers",
	.setup = setup,
	.run = run,
	.teardown = free,
};
