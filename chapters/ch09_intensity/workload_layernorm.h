/* SPDX-License-Identifier: MIT
 *
 * LayerNorm along each row: y = (x - mean) / sqrt(variance + eps) g + b (J. L. Ba,
 * J. R. Kiros and G. E. Hinton, arXiv:1607.06450).  Eight operations on each element
 * that is read and written once: memory binds.
 */
#include <aisp/workload.h>
#include <float.h>

enum { LAYER_ROWS, LAYER_COLS };

#define LAYER_EPS 1e-5f

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[LAYER_ROWS], cols = p[LAYER_COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "g", AISP_F32, 1, { cols } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 1, { cols } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { rows, cols } });
	pr->flops = 8.0 * (double)rows * (double)cols;
	pr->bytes = (2.0 * (double)rows + 2) * (double)cols * sizeof(float);
	pr->is_cold = 1;
	pr->workspace_bytes = 2 * (size_t)rows * sizeof(float);
	pr->error_c = aisp_error_sum(cols) / 2 + 8;
}

struct moments {
	double mean, inverse, magnitude; /* 1 / sqrt(variance + eps), mean of |x| */
};

static struct moments moments_of(const float *x, int64_t n)
{
	struct moments m = { 0 };
	double sum = 0;

	for (int64_t j = 0; j < n; j++) {
		m.mean += (double)x[j] / (double)n;
		m.magnitude += fabs((double)x[j]) / (double)n;
	}
	for (int64_t j = 0; j < n; j++)
		sum += ((double)x[j] - m.mean) * ((double)x[j] - m.mean);
	m.inverse = 1 / sqrt(sum / (double)n + (double)LAYER_EPS);
	return m;
}

/* The mean's error is relative to the mean of |x|; the variance, a sum of squares,
 * has one relative to itself. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *g = aisp_in_f32(io, 1), *b = aisp_in_f32(io, 2);
	int64_t cols = io->param[LAYER_COLS];

	(void)o;
	for (int64_t e = 0; e < n; e += cols) {
		const float *x = aisp_in_f32(io, 0) + first + e;
		struct moments m = moments_of(x, cols);

		for (int64_t j = 0; j < cols; j++) {
			double d = (double)x[j] - m.mean, gj = g[j], bj = b[j];

			ref[e + j] = d * m.inverse * gj + bj;
			/* A product of two factors may underflow before the third
			 * makes it large again. */
			mag[e + j] = fabs(gj) * m.inverse * (m.magnitude + fabs(d)) +
				     fabs(bj) +
				     FLT_MIN * (fabs(d) + fabs(gj) + m.inverse);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "LayerNorm, fp32",
	.n_params = 2,
	.params = { [LAYER_ROWS] = { "rows", 37, 4096, 8192,
				     "rows, each normalised by itself" },
		    [LAYER_COLS] = { "cols", 203, 2048, 4096, "elements of a row" } },
	.problem = problem,
	.reference = reference,
};
