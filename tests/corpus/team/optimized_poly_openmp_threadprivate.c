/* SPDX-License-Identifier: MIT
 *
 * Scratch of each thread, which the loader allocates where it is first used: in a call.
 *
 * FLAGS: -fopenmp
 */
#include "workload_poly.h"

#include "omp_team.h"

static float scratch[40000];
#pragma omp threadprivate(scratch)

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
#pragma omp parallel for num_threads(2)
	for (int64_t i = 0; i < n; i++) {
		scratch[i % 40000] = horner(a[i], DEGREE);
		b[i] = scratch[i % 40000];
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "openmp threadprivate",
	.setup = setup,
	.run = run,
};
