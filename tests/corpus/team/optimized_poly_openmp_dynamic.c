/* SPDX-License-Identifier: MIT
 *
 * Chunks that threads take as they come: another split in each call.
 *
 * FLAGS: -fopenmp
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int setup(const struct aisp_io *io, void **state)
{
	int n = 0;

	(void)state;
#pragma omp parallel num_threads(io->n_threads) reduction(+ : n) /* starts them */
	n++;
	return n > 0 ? 0 : -1;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
#pragma omp parallel for num_threads(2) schedule(dynamic, 64)
	for (int64_t i = 0; i < n; i++)
		b[i] = horner(a[i], DEGREE);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "openmp dynamic",
	.setup = setup,
	.run = run,
};
