/* SPDX-License-Identifier: MIT
 *
 * Exercise: convert each row of B to fp32 once and use it for all rows of the batch.
 * FLAGS: -O3
 */
#include "workload_gemm_small.h"

#include "rows.h"
#include <aisp/clones.h>
#include <errno.h>
#include <stdlib.h>

static int setup(const struct aisp_io *io, void **state)
{
	*state = malloc((size_t)io->param[K] * sizeof(float));
	return *state ? 0 : -ENOMEM;
}

#define SUMS 64 /* so that additions do not wait for each other */

/* k is a multiple of 8. */
AISP_CLONES static float dot(const uint16_t *a, const float *row, int64_t k)
{
	float sum[SUMS] = { 0 }, total = 0;
	int64_t i = 0;

	for (; i + SUMS <= k; i += SUMS)
		for (int l = 0; l < SUMS; l++)
			sum[l] += bf16_to_float(a[i + l]) * row[i + l];
	for (int l = 0; i < k; i++, l++)
		sum[l] += bf16_to_float(a[i]) * row[i];
	for (int l = 0; l < SUMS; l++)
		total += sum[l];
	return total;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	const uint16_t *a = (const uint16_t *)io->in[0].data;
	const uint16_t *b = (const uint16_t *)io->in[1].data;
	uint16_t *c = (uint16_t *)io->out[0].data;
	float *row = state;

	(void)m;
	for (int64_t j = 0; j < n; j++) {
		for (int64_t p = 0; p < k; p++)
			row[p] = bf16_to_float(b[j * k + p]);
		/* yours: c[i * n + j] for all i, where this has the first */
		c[j] = bf16_from_float(dot(a, row, k));
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a row of B is converted once",
	.setup = setup,
	.run = run,
	.teardown = free,
};
