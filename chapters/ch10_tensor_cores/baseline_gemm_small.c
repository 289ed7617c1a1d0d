/* SPDX-License-Identifier: MIT
 *
 * A dot product for each element of C, in vectors of the machine's width: a row of B
 * is read, and made fp32, once for each row of the batch.
 * FLAGS: -O3
 */
#include "workload_gemm_small.h"

#include "rows.h"
#include <aisp/clones.h>

#define SUMS 64 /* so that additions do not wait for each other */

/* k is a multiple of 8. */
AISP_CLONES static float dot(const uint16_t *a, const uint16_t *b, int64_t k)
{
	float sum[SUMS] = { 0 }, total = 0;
	int64_t i = 0;

	for (; i + SUMS <= k; i += SUMS)
		for (int l = 0; l < SUMS; l++)
			sum[l] += bf16_to_float(a[i + l]) * bf16_to_float(b[i + l]);
	for (int l = 0; i < k; i++, l++)
		sum[l] += bf16_to_float(a[i]) * bf16_to_float(b[i]);
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

	(void)state;
	for (int64_t j = 0; j < n; j++)
		for (int64_t i = 0; i < m; i++)
			c[i * n + j] = bf16_from_float(dot(a + i * k, b + j * k, k));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a dot product for each element, in vectors",
	.run = run,
};
