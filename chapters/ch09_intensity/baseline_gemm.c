/* SPDX-License-Identifier: MIT
 *
 * The textbook's three loops: one dot product per element of C.  Each step of
 * the inner loop reads B one row further down, so it opens a new cache line for
 * four bytes, and waits for the previous addition.
 */
#include "workload_gemm.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0), *b = aisp_in_f32(io, 1);
	float *c = aisp_out_f32(io, 0);
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];

	(void)state;
	for (int64_t i = 0; i < m; i++)
		for (int64_t j = 0; j < n; j++) {
			float sum = 0;

			for (int64_t p = 0; p < k; p++)
				sum += a[i * k + p] * b[p * n + j];
			c[i * n + j] = sum;
		}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "three loops, a dot product per element",
	.run = run,
};
