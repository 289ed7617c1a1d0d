/* SPDX-License-Identifier: MIT
 *
 * A branch on the sign.  A warp whose lanes disagree walks through both sides, each
 * time with the other lanes idle.
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
	if (t < 0)
		y[i] = horner(c, degree, t);
	else
		y[i] = horner(c + degree + 1, degree, t);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a branch to one polynomial or the other",
	.run = run,
};
