/* SPDX-License-Identifier: MIT
 *
 * GELU by the hyperbolic tangent: y = x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))
 * (D. Hendrycks and K. Gimpel, arXiv:1606.08415).  One element at a time: memory
 * binds, unless the tangent does.
 */
#include <aisp/workload.h>
#include <float.h>

enum { GELU_ELEMS };

#define GELU_ROOT 0x1.988454p-1f /* sqrt(2 / pi) */
#define GELU_CUBE 0.044715f

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[GELU_ELEMS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { n } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { n } });
	pr->flops = 9.0 * (double)n;
	pr->bytes = 2.0 * (double)n * sizeof(float);
	pr->is_cold = 1;
	pr->workspace_bytes = (size_t)n * sizeof(float);
	/* Beside the roundings of the products: 1 + tanh cancels where x < 0, so all
	 * is relative to x. */
	pr->error_c = 8;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0) + first;

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		double v = x[e];
		double u = (double)GELU_ROOT * (v + (double)GELU_CUBE * v * v * v);

		ref[e] = v / 2 * (1 + tanh(u));
		mag[e] = fabs(v);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "GELU, fp32",
	.n_params = 1,
	.params = { [GELU_ELEMS] = { "elems", 10007, 8388608, 33554432, "elements" } },
	.problem = problem,
	.reference = reference,
};
