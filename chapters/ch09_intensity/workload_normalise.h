/* SPDX-License-Identifier: MIT
 *
 * RMSNorm: y = x g / sqrt(mean(x^2) + eps) along each row (B. Zhang and
 * R. Sennrich, NeurIPS 2019).  Four operations on each element that is read and
 * written once: memory binds, and each further pass over memory shows.
 */
#include <aisp/workload.h>
#include <float.h>

enum { NORM_ROWS, NORM_COLS };

#define NORM_EPS 1e-5f

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[NORM_ROWS], cols = p[NORM_COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "g", AISP_F32, 1, { cols } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { rows, cols } });
	pr->flops = 4.0 * (double)rows * (double)cols;
	pr->bytes = (2.0 * (double)rows + 1) * (double)cols * sizeof(float);
	pr->is_cold = 1;
	pr->workspace_bytes = (size_t)rows * sizeof(float);
	/* All squares have one sign, so the sum's error is relative to it; the root
	 * halves it; six more roundings make y of it. */
	pr->error_c = aisp_error_sum(cols) / 2 + 6;
}

static double inverse_rms(const float *x, int64_t n)
{
	double sum = 0;

	for (int64_t j = 0; j < n; j++)
		sum += (double)x[j] * (double)x[j];
	return 1 / sqrt(sum / (double)n + (double)NORM_EPS);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *g = aisp_in_f32(io, 1);
	int64_t cols = io->param[NORM_COLS];

	(void)o;
	for (int64_t e = 0; e < n; e += cols) {
		const float *x = aisp_in_f32(io, 0) + first + e;
		double scale = inverse_rms(x, cols);

		for (int64_t j = 0; j < cols; j++) {
			double xj = x[j], gj = g[j];

			ref[e + j] = xj * scale * gj;
			/* The product of two factors may underflow before the third
			 * makes it large again. */
			mag[e + j] = fabs(ref[e + j]) +
				     FLT_MIN * (fabs(xj) + fabs(gj) + scale);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "RMSNorm with scale, fp32",
	.n_params = 2,
	.params = { [NORM_ROWS] = { "rows", 37, 4096, 8192,
				    "rows, each normalised by itself" },
		    [NORM_COLS] = { "cols", 203, 2048, 4096, "elements of a row" } },
	.problem = problem,
	.reference = reference,
};
