/* SPDX-License-Identifier: MIT
 *
 * Three whole products per step, and separate passes for the polynomial's sums.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_muon.h"

#include "muon_cpu.h"

static void multiply_all(const struct muon *u, float *c, const float *a, const float *b,
			 int64_t n, int64_t k)
{
	struct product p = rows_of(u, c, a, b, n, k, 0, u->m);

	multiply(&p);
}

/* y = scale x + by y */
AISP_CLONES static void combine(float *restrict y, const float *restrict x, int64_t n,
				float scale, float by)
{
	for (int64_t i = 0; i < n; i++)
		y[i] = scale * x[i] + by * y[i];
}

static void make_step(const struct muon *u, const float *x, float *y)
{
	turn_rows(u, x, 0, u->m);
	multiply_all(u, u->a, x, u->turned, u->m, u->n);
	multiply_all(u, u->b, u->a, u->a, u->m, u->m);
	combine(u->b, u->a, u->m * u->m, (float)POLY_B, (float)POLY_C);
	multiply_all(u, y, u->b, x, u->n, u->m);
	combine(y, x, u->m * u->n, (float)POLY_A, 1);
}

static int run(const struct aisp_io *io, void *state)
{
	struct muon u = muon_of(io, 0);

	(void)state;
	scale_rows(&u, u.x[io->param[STEPS] % 2], 0, u.m);
	for (int64_t left = io->param[STEPS]; left > 0; left--)
		make_step(&u, u.x[left % 2], u.x[(left + 1) % 2]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "whole products, sums of matrices as passes",
	.run = run,
};
