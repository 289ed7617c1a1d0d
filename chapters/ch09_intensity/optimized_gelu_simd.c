/* SPDX-License-Identifier: MIT
 *
 * The same function as x / (1 + exp(-2 u)), of which the power is a polynomial
 * (aisp/exp2.h): no call, so the compiler uses the machine's widest vectors, chosen
 * when it is loaded.
 * FLAGS: -O3
 * AFTER: gelu_fused
 */
#include "workload_gelu.h"

#include <aisp/clones.h>
#include <aisp/exp2.h>

#define LOG2E 0x1.715476p+0f

AISP_CLONES static void gelu(const float *restrict x, int64_t n, float *restrict y)
{
	for (int64_t i = 0; i < n; i++) {
		float t = -2 * LOG2E * GELU_ROOT *
			  (x[i] + GELU_CUBE * x[i] * x[i] * x[i]);

		y[i] = x[i] / (1 + aisp_exp2f(t < 126 ? t : 126));
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	gelu(aisp_in_f32(io, 0), io->param[GELU_ELEMS], aisp_out_f32(io, 0));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, the tangent as a polynomial in vectors",
	.run = run,
};
