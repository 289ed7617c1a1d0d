/* SPDX-License-Identifier: MIT
 *
 * Sums in vectors, so that the first loop is limited by memory as the second one is.
 * FLAGS: -O3
 */
#include "workload_grad_norm.h"

#include "grad_norm_sums.h"

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
	.summary = "sums in vectors",
	.run = run,
};
