/* SPDX-License-Identifier: MIT
 *
 * y = hardswish(scale x + shift) + residual, the tail of a convolution block
 * (A. Howard et al., Searching for MobileNetV3, 2019).  Four elementwise
 * operations: how often their numbers cross the memory bus decides.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>

enum { ROWS, COLS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "scale", AISP_F32, 1, { cols } });
	aisp_add_in(pr, (struct aisp_spec){ "shift", AISP_F32, 1, { cols } });
	aisp_add_in(pr, (struct aisp_spec){ "residual", AISP_F32, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { rows, cols } });
	pr->flops = 8.0 * (double)(rows * cols); /* a comparison counts as one */
	pr->bytes = (double)(3 * rows * cols + 2 * cols) * sizeof(float);
	pr->is_cold = 1;
	pr->error_c = aisp_error_sum(0);
}

static inline float hardswish(float t)
{
	float gate = t + 3;

	gate = gate < 0 ? 0 : gate;
	gate = gate > 6 ? 6 : gate;
	return t * gate * (1 / 6.0f);
}

/*
 * |hardswish'| <= 3/2 passes the errors of scale x + shift on; hardswish itself
 * rounds four times, the last addition once.
 */
static void reference_row(const struct aisp_io *io, int64_t i, double *restrict ref,
			  double *restrict mag)
{
	int64_t cols = io->param[COLS];
	const float *x = aisp_in_f32(io, 0) + i * cols;
	const float *scale = aisp_in_f32(io, 1), *shift = aisp_in_f32(io, 2);
	const float *residual = aisp_in_f32(io, 3) + i * cols;

	for (int64_t j = 0; j < cols; j++) {
		double term = (double)x[j] * (double)scale[j];
		double t = term + (double)shift[j];
		double f = t * fmin(fmax(t + 3, 0), 6) / 6;

		ref[j] = f + (double)residual[j];
		mag[j] = 1.5 * (fabs(term) + fabs((double)shift[j])) + fabs(f) +
			 fabs((double)residual[j]) + FLT_MIN;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[COLS];

	(void)o;
	for (int64_t e = 0; e < n; e += cols)
		reference_row(io, (first + e) / cols, ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "chain of four elementwise operations, fp32",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 2048, 8192, "rows, one a position" },
		    [COLS] = { "cols", 83, 2000, 2000, "columns, one a channel" } },
	.problem = problem,
	.reference = reference,
};
