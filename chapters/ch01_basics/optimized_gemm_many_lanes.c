/* SPDX-License-Identifier: MIT
 *
 * Sixteen products side by side, one in each lane, as batched libraries store them. The
 * same kernel serves every size, and lanes are full however small a product is; but
 * data that lie product by product must be turned first and back at the end.
 */
#include "workload_gemm_many.h"

#include <aisp/clones.h>
#include <errno.h>
#include <stdlib.h>

#define LANES 16

/* n elements of each of up to LANES products, which lie behind each other. */
static void to_lanes(float *restrict y, const float *restrict x, int64_t n, int lanes)
{
	for (int l = 0; l < LANES; l++)
		for (int64_t i = 0; i < n; i++)
			y[i * LANES + l] = x[(l < lanes ? l : 0) * n + i];
}

static void from_lanes(float *restrict y, const float *restrict x, int64_t n, int lanes)
{
	for (int l = 0; l < lanes; l++)
		for (int64_t i = 0; i < n; i++)
			y[l * n + i] = x[i * LANES + l];
}

AISP_CLONES static void multiply_lanes(float *restrict c, const float *restrict a,
				       const float *restrict b, const int64_t *p)
{
	int64_t n = p[N], k = p[K];

	for (int64_t i = 0; i < p[M] * n; i++) {
		float sum[LANES] = { 0 };

		for (int64_t t = 0; t < k; t++)
			for (int l = 0; l < LANES; l++)
				sum[l] += a[(i / n * k + t) * LANES + l] *
					  b[(t * n + i % n) * LANES + l];
		for (int l = 0; l < LANES; l++)
			c[i * LANES + l] = sum[l];
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	const int64_t *p = io->param;
	int64_t n = p[M] * p[K] + p[K] * p[N] + p[M] * p[N];

	*state = aligned_alloc(64, (size_t)n * LANES * sizeof(float));
	return *state ? 0 : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	int64_t mk = p[M] * p[K], kn = p[K] * p[N], mn = p[M] * p[N];
	float *a = state, *b = a + mk * LANES, *c = b + kn * LANES;

	for (int64_t i = 0; i < p[BATCH]; i += LANES) {
		int lanes = (int)(p[BATCH] - i < LANES ? p[BATCH] - i : LANES);

		to_lanes(a, aisp_in_f32(io, 0) + i * mk, mk, lanes);
		to_lanes(b, aisp_in_f32(io, 1) + i * kn, kn, lanes);
		multiply_lanes(c, a, b, p);
		from_lanes(aisp_out_f32(io, 0) + i * mn, c, mn, lanes);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "16 products in the lanes of vectors, transposed in and out",
	.setup = setup,
	.run = run,
	.teardown = free,
};
