/* SPDX-License-Identifier: MIT
 *
 * The sign selects where the coefficients are, and all lanes walk the same loop: a
 * choice of data in place of a choice of code.
 */
#include "workload_divergence.h"

#include "horner.h"

static __global__ void evaluate(float *restrict y, const float *restrict x,
				const float *restrict c, int64_t n, int degree)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	float t;

	if (i >= n)
		return;
	t = fminf(fmaxf(x[i], -1), 1);
	y[i] = horner(t < 0 ? c : c + degree + 1, degree, t);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one loop, coefficients selected by the sign",
	.run = run,
};
