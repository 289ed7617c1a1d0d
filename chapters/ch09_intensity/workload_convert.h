/* SPDX-License-Identifier: MIT
 *
 * fp32 to bf16 and to e4m3, each rounded to nearest, ties to even; of e4m3 what is
 * beyond 448 is 448 (P. Micikevicius et al., FP8 Formats for Deep Learning, 2022). Data
 * lie in a cache, so that instructions count.
 */
#include <aisp/workload.h>

enum { ELEMS };
enum { BF16, E4M3 };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ELEMS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { n } });
	aisp_add_out(pr, (struct aisp_spec){ "bf16", AISP_BF16, 1, { n } });
	aisp_add_out(pr, (struct aisp_spec){ "e4m3", AISP_F8E4M3, 1, { n } });
	pr->bytes = 7.0 * (double)n;
}

/* The nearest multiple of the step that numbers of its size have, with `bits` of
 * fraction; the step no smaller than that of 2^least_exp. */
static inline double round_to(double x, int bits, int least_exp)
{
	int e = fabs(x) < ldexp(1, least_exp) ? least_exp : ilogb(x);
	double step = ldexp(1, e - bits);

	return rint(x / step) * step;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0) + first;

	for (int64_t i = 0; i < n; i++) {
		double y = o == BF16 ? round_to((double)x[i], 7, -126)
				     : round_to((double)x[i], 3, -6);

		/* What bf16 rounds to 2^128 is infinite. */
		if (o == BF16 && fabs(y) >= 0x1p128)
			y = copysign((double)INFINITY, y);
		if (o == E4M3 && fabs(y) > 448)
			y = copysign(448, y);
		ref[i] = y;
		mag[i] = fabs(y);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "fp32 to bf16 and e4m3",
	.n_params = 1,
	.params = { [ELEMS] = { "elems", 10007, 1 << 18, 1 << 22, "elements of x",
				1 << 22 } },
	.problem = problem,
	.reference = reference,
};
