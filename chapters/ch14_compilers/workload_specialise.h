/* SPDX-License-Identifier: MIT
 *
 * A filter of `taps` numbers, `apart` elements from each other: y[i] is the sum over t
 * of c[t] x[i + apart t].  Both are known when the program runs, and not when it is
 * compiled.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>

enum { N, TAPS, APART };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t reach = (p[TAPS] - 1) * p[APART];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] + reach } });
	aisp_add_in(pr, (struct aisp_spec){ "c", AISP_F32, 1, { p[TAPS] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->flops = (2.0 * (double)p[TAPS] - 1) * (double)p[N];
	pr->bytes = 4.0 * (double)(2 * p[N] + reach + p[TAPS]);
	pr->error_c = aisp_error_sum(p[TAPS]);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0) + first, *c = aisp_in_f32(io, 1);
	int64_t taps = io->param[TAPS], apart = io->param[APART];

	(void)o;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = 0;
		mag[i] = (double)taps * (double)FLT_MIN; /* products that underflow */
		for (int64_t t = 0; t < taps; t++) {
			double term = (double)c[t] * (double)x[i + apart * t];

			ref[i] += term;
			mag[i] += fabs(term);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a filter whose taps are known at run time",
	.n_params = 3,
	.params = { [N] = { "n", 10007, 1 << 17, 1 << 24, "outputs" },
		    [TAPS] = { "taps", 7, 16, 16, "numbers of the filter" },
		    [APART] = { "apart", 3, 1, 2, "elements between them" } },
	.problem = problem,
	.reference = reference,
};
