/* SPDX-License-Identifier: MIT
 *
 * A function made of two polynomials, one for negative arguments and one for the
 * others, by Horner's rule; t_i = x_i clamped to [-1, 1].  The signs are random, so
 * that nearly every warp, and nearly every vector, holds both.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>

enum { N, DEGREE };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_in(pr, (struct aisp_spec){ "c", AISP_F32, 2, { 2, p[DEGREE] + 1 } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->flops = 2.0 * (double)(p[N] * p[DEGREE]);
	pr->bytes = (double)(2 * p[N] + 2 * (p[DEGREE] + 1)) * sizeof(float);
	/* Two roundings a step: Higham, Accuracy and Stability, section 5.1. */
	pr->error_c = aisp_error_sum(2 * p[DEGREE]);
}

static void value_at(const float *c, int64_t degree, double t, double *ref, double *mag)
{
	*ref = *mag = 0;
	for (int64_t k = degree; k >= 0; k--) {
		*ref = *ref * t + (double)c[k];
		*mag = *mag * fabs(t) + fabs((double)c[k]) + FLT_MIN;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0) + first, *c = aisp_in_f32(io, 1);
	int64_t degree = io->param[DEGREE];

	(void)o;
	for (int64_t e = 0; e < n; e++)
		value_at(x[e] < 0 ? c : c + degree + 1, degree,
			 fmin(fmax((double)x[e], -1), 1), ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a polynomial for each sign, fp32",
	.n_params = 2,
	.params = { [N] = { "n", 1003, 1 << 22, 1 << 26, "points", 1 << 25 },
		    [DEGREE] = { "degree", 13, 40, 40, "degree of both", 64 } },
	.problem = problem,
	.reference = reference,
};
