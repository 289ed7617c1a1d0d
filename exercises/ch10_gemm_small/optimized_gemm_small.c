/* SPDX-License-Identifier: MIT
 *
 * Exercise: convert each row of B to fp32 once and use it for all rows of the batch.
 * FLAGS: -O3
 */
#include "workload_gemm_small.h"

#include "rows.h"
#include <errno.h>
#include <stdlib.h>

static int setup(const struct aisp_io *io, void **state)
{
	*state = malloc((size_t)io->param[K] * sizeof(float));
	return *state ? 0 : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	const uint16_t *b = (const uint16_t *)io->in[1].data;
	float *row = state;

	(void)m;
	for (int64_t j = 0; j < n; j++) {
		for (int64_t p = 0; p < k; p++)
			row[p] = bf16_to_float(b[j * k + p]);
		/* yours: c[i * n + j] for all i, from row */
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
