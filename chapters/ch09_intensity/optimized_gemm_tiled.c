/* SPDX-License-Identifier: MIT
 *
 * The same inner loop, on blocks of B that stay in the second-level cache while
 * all rows of A pass over them: B comes from memory once, not once for each row.
 * FLAGS: -O3
 * AFTER: gemm_order
 */
#include "workload_gemm.h"

#include "gemm_row.h"
#include <string.h>

/* 128 rows of B of 2 KiB each: a quarter of a 1 MiB cache. */
#define TILE_K 128
#define TILE_N 512

static inline int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0), *b = aisp_in_f32(io, 1);
	float *c = aisp_out_f32(io, 0);
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];

	(void)state;
	memset(c, 0, (size_t)(m * n) * sizeof(float));
	for (int64_t j = 0; j < n; j += TILE_N)
		for (int64_t p = 0; p < k; p += TILE_K)
			for (int64_t i = 0; i < m; i++)
				row(a + i * k + p, min(TILE_K, k - p), b + p * n + j, n,
				    c + i * n + j, min(TILE_N, n - j));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "128x512 blocks of B, used by all rows while in cache",
	.run = run,
};
