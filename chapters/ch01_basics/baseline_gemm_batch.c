/* SPDX-License-Identifier: MIT
 *
 * One call per product, each the textbook's three loops: a dot product per element,
 * which waits for its previous addition and steps through B a row at a time, once more
 * for every row of every product.
 */
#include "workload_gemm_batch.h"

static void multiply(const float *a, const float *b, float *c, int64_t m, int64_t n,
		     int64_t k)
{
	for (int64_t i = 0; i < m; i++)
		for (int64_t j = 0; j < n; j++) {
			float sum = 0;

			for (int64_t p = 0; p < k; p++)
				sum += a[i * k + p] * b[p * n + j];
			c[i * n + j] = sum;
		}
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0), *b = aisp_in_f32(io, 1);
	float *c = aisp_out_f32(io, 0);
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];

	(void)state;
	for (int64_t i = 0; i < io->param[BATCH]; i++)
		multiply(a + i * m * k, b, c + i * m * n, m, n, k);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a call per product, a dot product per element",
	.run = run,
};
