/* SPDX-License-Identifier: MIT
 *
 * Tasks, whose descriptions OpenMP allocates in a call, by either thread.
 *
 * FLAGS: -fopenmp
 */
#include "workload_poly.h"

#include "omp_team.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(64)
	for (int64_t i = 0; i < n; i++)
		b[i] = horner(a[i], DEGREE);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "openmp tasks",
	.setup = setup,
	.run = run,
};
