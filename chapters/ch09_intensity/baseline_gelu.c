/* SPDX-License-Identifier: MIT
 *
 * A pass over the whole vector for each operation, as a framework runs an expression
 * that it does not fuse: argument, tangent, product.
 * FLAGS: -O3
 */
#include "workload_gelu.h"

static void find_arguments(const float *x, int64_t n, float *u)
{
	for (int64_t i = 0; i < n; i++)
		u[i] = GELU_ROOT * (x[i] + GELU_CUBE * x[i] * x[i] * x[i]);
}

static void find_tangents(float *u, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		u[i] = tanhf(u[i]);
}

static void multiply(const float *x, const float *t, int64_t n, float *y)
{
	for (int64_t i = 0; i < n; i++)
		y[i] = 0.5f * x[i] * (1 + t[i]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[GELU_ELEMS];
	float *u = io->workspace;

	(void)state;
	find_arguments(aisp_in_f32(io, 0), n, u);
	find_tangents(u, n);
	multiply(aisp_in_f32(io, 0), u, n, aisp_out_f32(io, 0));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a pass over memory for each operation",
	.run = run,
};
