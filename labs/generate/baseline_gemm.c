/* SPDX-License-Identifier: MIT
 *
 * Row by row: a row of C gathers the rows of B that its row of A weighs, so that all
 * inner loops run along memory and the compiler makes vectors of them.  Each element of
 * C goes to a cache and back for every product that is added to it.
 */
#include "workload_gemm.h"

AISP_CLONES static void multiply(const float *restrict a, const float *restrict b,
				 float *restrict c, int64_t m, int64_t n, int64_t k)
{
	for (int64_t i = 0; i < m; i++) {
		for (int64_t j = 0; j < n; j++)
			c[i * n + j] = 0;
		for (int64_t p = 0; p < k; p++)
			for (int64_t j = 0; j < n; j++)
				c[i * n + j] += a[i * k + p] * b[p * n + j];
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	multiply(aisp_in_f32(io, 0), aisp_in_f32(io, 1), aisp_out_f32(io, 0),
		 io->param[M], io->param[N], io->param[K]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "row by row, the compiler's vectors",
	.run = run,
};
