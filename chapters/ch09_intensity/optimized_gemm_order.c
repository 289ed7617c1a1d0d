/* SPDX-License-Identifier: MIT
 *
 * The same operations with the loops in the order i, p, j: the inner loop runs
 * along rows of B and C, so each cache line is used whole, its additions are
 * independent of each other, and the compiler can do several at once.
 * FLAGS: -O3
 */
#include "workload_gemm.h"

#include "gemm_row.h"
#include <string.h>

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0), *b = aisp_in_f32(io, 1);
	float *c = aisp_out_f32(io, 0);
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];

	(void)state;
	memset(c, 0, (size_t)(m * n) * sizeof(float));
	for (int64_t i = 0; i < m; i++)
		row(a + i * k, k, b, n, c + i * n, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "loops in the order i, p, j: along the rows of B and C",
	.run = run,
};
