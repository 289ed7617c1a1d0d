/* SPDX-License-Identifier: MIT
 *
 * The two loops of the definition.  Each addition of the first waits for the one before
 * it: a compiler may not change the order of a sum.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_grad_norm.h"

#include "grad_norm_cpu.h"

static double sum_of_squares(const float *g, int64_t n)
{
	double sum = 0;

	for (int64_t i = 0; i < n; i++)
		sum += (double)g[i] * (double)g[i];
	return sum;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];
	float *g = aisp_out_f32(io, G);
	double norm = sqrt(sum_of_squares(g, n));

	(void)state;
	scale(g, factor_of(norm), n);
	*aisp_out_f32(io, NORM) = (float)norm;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a loop that sums, a loop that scales",
	.run = run,
};
