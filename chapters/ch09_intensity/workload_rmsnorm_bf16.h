/* SPDX-License-Identifier: MIT
 *
 * RMSNorm with a scale along each row, in bf16: y = x g / sqrt(mean(x^2) + eps)
 * (B. Zhang and R. Sennrich, arXiv:1910.07467).  Sums are those of fp32.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

enum { RMS_ROWS, RMS_COLS };

#define RMS_EPS   1e-5f
#define MOST_COLS 16384 /* what a block holds in registers */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[RMS_ROWS], cols = p[RMS_COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "g", AISP_BF16, 1, { cols } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 2, { rows, cols } });
	pr->flops = 4.0 * (double)rows * (double)cols;
	pr->bytes = (4.0 * (double)rows + 2) * (double)cols;
	pr->is_cold = 1;
	pr->workspace_bytes = (size_t)rows * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
	if (cols > MOST_COLS)
		pr->invalid = "cols is at most 16384";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[RMS_COLS];
	double share = aisp_bf16_share(aisp_error_sum(cols) / 2 + 8);

	(void)o;
	for (int64_t e = 0; e < n; e += cols) {
		double sum = 0, inverse;

		for (int64_t j = 0; j < cols; j++) {
			ref[e + j] = aisp_bf16_at(&io->in[0], first + e + j);
			sum += ref[e + j] * ref[e + j];
		}
		inverse = 1 / sqrt(sum / (double)cols + (double)RMS_EPS);
		for (int64_t j = 0; j < cols; j++) {
			double x = ref[e + j], g = aisp_bf16_at(&io->in[1], j);

			ref[e + j] = x * inverse * g;
			/* A product of two factors may underflow before the third
			 * makes it large again. */
			mag[e + j] = fabs(ref[e + j]) * (1 + share) +
				     128 * (double)FLT_MIN *
					     (1 + fabs(x) + fabs(g) + inverse);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "RMSNorm with a scale, bf16",
	.n_params = 2,
	.params = { [RMS_ROWS] = { "rows", 37, 2048, 32768,
				   "rows, each normalised by itself", 16384 },
		    [RMS_COLS] = { "cols", 203, 2048, 16384, "elements of a row",
				   8192 } },
	.problem = problem,
	.reference = reference,
};
