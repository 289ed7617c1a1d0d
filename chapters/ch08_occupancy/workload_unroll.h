/* SPDX-License-Identifier: MIT
 *
 * y_i = p(t_i), t_i = x_i clamped to [-1, 1], p a polynomial with given
 * coefficients, by Horner's rule: a chain of multiplications and additions as
 * long as the degree.
 * FLAGS DIFFER: the loop that is not unrolled may not be made into vectors either
 */
#include <aisp/workload.h>
#include <float.h>

enum { N, DEGREE };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_in(pr, (struct aisp_spec){ "c", AISP_F32, 1, { p[DEGREE] + 1 } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->flops = 2.0 * (double)(p[N] * p[DEGREE]);
	pr->bytes = (double)(2 * p[N] + p[DEGREE] + 1) * sizeof(float);
	/* Two roundings a step: Higham, Accuracy and Stability, section 5.1. */
	pr->error_c = aisp_error_sum(2 * p[DEGREE]);
}

static inline float clamp(float x)
{
	x = x > -1 ? x : -1;
	return x < 1 ? x : 1;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0) + first, *c = aisp_in_f32(io, 1);
	int64_t degree = io->param[DEGREE];

	(void)o;
	for (int64_t e = 0; e < n; e++)
		ref[e] = mag[e] = 0;
	for (int64_t k = degree; k >= 0; k--)
		for (int64_t e = 0; e < n; e++) {
			double t = (double)clamp(x[e]);

			ref[e] = ref[e] * t + (double)c[k];
			mag[e] = mag[e] * fabs(t) + fabs((double)c[k]) + FLT_MIN;
		}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "polynomial by Horner's rule, fp32",
	.n_params = 2,
	.params = { [N] = { "n", 1003, 50003, 500003, "points", 1 << 25 },
		    [DEGREE] = { "degree", 13, 40, 40, "degree of the polynomial",
				 128 } },
	.problem = problem,
	.reference = reference,
};
