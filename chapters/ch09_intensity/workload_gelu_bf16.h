/* SPDX-License-Identifier: MIT
 *
 * GELU by the hyperbolic tangent, in bf16: y = x/2 (1 + tanh(sqrt(2/pi) (x +
 * 0.044715 x^3))) (D. Hendrycks and K. Gimpel, arXiv:1606.08415).  Two bytes in, two
 * out, and a tangent between them.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>

enum { GELU_ELEMS };

#define GELU_ROOT 0x1.988454p-1f /* sqrt(2 / pi) */
#define GELU_CUBE 0.044715f

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[GELU_ELEMS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 1, { n } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 1, { n } });
	pr->flops = 9.0 * (double)n;
	pr->bytes = 4.0 * (double)n;
	pr->is_cold = 1;
	pr->workspace_bytes = (size_t)n * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
}

/* 1 + tanh cancels where x < 0, so what fp32 adds is relative to x; from -16 on the sum
 * is 0 in any precision. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	for (int64_t e = 0; e < n; e++) {
		double x = aisp_bf16_at(&io->in[0], first + e);
		double u = (double)GELU_ROOT * (x + (double)GELU_CUBE * x * x * x);

		ref[e] = x / 2 * (1 + tanh(u));
		mag[e] = fabs(ref[e]) + (x > -16 ? aisp_bf16_share(8) * fabs(x) : 0);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "GELU, bf16",
	.n_params = 1,
	.params = { [GELU_ELEMS] = { "elems", 10007, 8388608, 268435456, "elements",
				     134217728 } },
	.problem = problem,
	.reference = reference,
};
