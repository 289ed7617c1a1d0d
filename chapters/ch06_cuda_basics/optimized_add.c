/* SPDX-License-Identifier: MIT
 *
 * Each core adds an equal part.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_add.h"

static void add(float *restrict c, const float *restrict a, const float *restrict b,
		int64_t n, int n_threads)
{
#pragma omp parallel for num_threads(n_threads) schedule(static)
	for (int64_t i = 0; i < n; i++)
		c[i] = a[i] + b[i];
}

/* A call on no elements starts the threads while that is still allowed. */
static int setup(const struct aisp_io *io, void **state)
{
	(void)state;
	add(NULL, NULL, NULL, 0, io->n_threads);
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	add(aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_in_f32(io, 1), io->param[N],
	    io->n_threads);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "arrays divided among cores",
	.setup = setup,
	.run = run,
};
