/* SPDX-License-Identifier: MIT
 *
 * SwiGLU in bf16: y = a / (1 + exp(-a)) b (N. Shazeer, arXiv:2002.05202), the gated
 * activation between two matrix products.  Four bytes in, two out.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

enum { SWIGLU_ELEMS };

enum { IN_A, IN_B };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[SWIGLU_ELEMS];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_BF16, 1, { n } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_BF16, 1, { n } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 1, { n } });
	pr->flops = 4.0 * (double)n;
	pr->bytes = 6.0 * (double)n;
	pr->is_cold = 1;
	pr->workspace_bytes = (size_t)n * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
}

/* The exponent has an error relative to a; below 2^-119 the quotient may underflow. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	for (int64_t e = 0; e < n; e++) {
		double a = aisp_bf16_at(&io->in[IN_A], first + e);
		double b = aisp_bf16_at(&io->in[IN_B], first + e);

		ref[e] = a / (1 + exp(-a)) * b;
		mag[e] = fabs(ref[e]) * (1 + aisp_bf16_share(8) * (1 + fabs(a))) +
			 8192 * (double)FLT_MIN * fabs(b);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "SwiGLU, bf16",
	.n_params = 1,
	.params = { [SWIGLU_ELEMS] = { "elems", 10007, 8388608, 268435456, "elements",
				       134217728 } },
	.problem = problem,
	.reference = reference,
};
