/* SPDX-License-Identifier: MIT
 *
 * LayerNorm along each row, in bf16: y = (x - mean) / sqrt(variance + eps) g + b
 * (J. L. Ba, J. R. Kiros and G. E. Hinton, arXiv:1607.06450).  Sums are those of
 * fp32.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

enum { LAYER_ROWS, LAYER_COLS };

#define LAYER_EPS 1e-5f
#define MOST_COLS 16384 /* what a block holds in registers */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[LAYER_ROWS], cols = p[LAYER_COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "g", AISP_BF16, 1, { cols } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_BF16, 1, { cols } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 2, { rows, cols } });
	pr->flops = 8.0 * (double)rows * (double)cols;
	pr->bytes = (4.0 * (double)rows + 4) * (double)cols;
	pr->is_cold = 1;
	pr->workspace_bytes = 2 * (size_t)rows * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
	if (cols > MOST_COLS)
		pr->invalid = "cols is at most 16384";
}

struct moments {
	double mean, inverse, magnitude; /* 1 / sqrt(variance + eps), mean of |x| */
};

static struct moments moments_of(const double *x, int64_t n)
{
	struct moments m = { 0 };
	double sum = 0;

	for (int64_t j = 0; j < n; j++) {
		m.mean += x[j] / (double)n;
		m.magnitude += fabs(x[j]) / (double)n;
	}
	for (int64_t j = 0; j < n; j++)
		sum += (x[j] - m.mean) * (x[j] - m.mean);
	m.inverse = 1 / sqrt(sum / (double)n + (double)LAYER_EPS);
	return m;
}

/* The mean's error is relative to the mean of |x|; the variance, a sum of squares,
 * has one relative to itself. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[LAYER_COLS];
	double share = aisp_bf16_share(aisp_error_sum(cols) / 2 + 8);

	(void)o;
	for (int64_t e = 0; e < n; e += cols) {
		struct moments m;

		for (int64_t j = 0; j < cols; j++)
			ref[e + j] = aisp_bf16_at(&io->in[0], first + e + j);
		m = moments_of(ref + e, cols);
		for (int64_t j = 0; j < cols; j++) {
			double d = ref[e + j] - m.mean, sum;
			double g = aisp_bf16_at(&io->in[1], j);
			double b = aisp_bf16_at(&io->in[2], j);

			sum = fabs(g) * m.inverse * (m.magnitude + fabs(d)) + fabs(b);
			ref[e + j] = d * m.inverse * g + b;
			/* A product of two factors may underflow before the third
			 * makes it large again. */
			mag[e + j] = fabs(ref[e + j]) + share * sum +
				     128 * (double)FLT_MIN *
					     (1 + fabs(d) + fabs(g) + m.inverse);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "LayerNorm, bf16",
	.n_params = 2,
	.params = { [LAYER_ROWS] = { "rows", 37, 2048, 32768,
				     "rows, each normalised by itself", 16384 },
		    [LAYER_COLS] = { "cols", 203, 2048, 16384, "elements of a row",
				     8192 } },
	.problem = problem,
	.reference = reference,
};
