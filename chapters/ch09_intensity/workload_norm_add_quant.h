/* SPDX-License-Identifier: MIT
 *
 * As norm_add, in front of a layer whose product takes e4m3 (P. Micikevicius et al.,
 * FP8 Formats for Deep Learning, 2022): y itself is not asked for, but what it becomes
 * with a scale for each row.  The bits of r follow from this rule, and those of the
 * others but for the error of the sum in fp32:
 *
 *     r = x + residual, rounded to bf16
 *     y = r g / sqrt(mean(r^2) + eps), in fp32, rounded to bf16
 *     scale = max |y| / 448, rounded to fp32; 1 if the maximum is below LEAST_MAX
 *     q = y (1 / scale), in fp32, rounded to the nearest e4m3, ties to even
 */
#include <aisp/bf16_cpu.h>
#include <aisp/formats.h>
#include <aisp/host_device.h>

#include "norm_add_contract.h"

enum { SCALE = R + 1, Q }; /* the other outputs */

#define E4M3_MAX  448.0f
#define LEAST_MAX 0x1p-100f /* 1 / scale is a normal number */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	add_residual_sum(p, pr);
	aisp_add_out(pr, (struct aisp_spec){ "scale", AISP_F32, 1, { rows } });
	aisp_add_out(pr, (struct aisp_spec){ "q", AISP_F8E4M3, 2, { rows, cols } });
	pr->flops = 6.0 * (double)rows * (double)cols;
	pr->bytes = (7.0 * (double)rows + 2) * (double)cols + 4.0 * (double)rows;
	pr->workspace_bytes = (size_t)(2 * (rows + 2 * p[THREADS_CPU]) * cols);
}

AISP_HD static inline float scale_of(float max)
{
	return max < LEAST_MAX ? 1 : max / E4M3_MAX;
}

static inline double r_at(const struct aisp_io *io, int64_t i)
{
	return (double)from_bf16(to_bf16((float)sum_at(io, i)));
}

/* The range that the error of a sum leaves open. */
struct range {
	double low, high;
};

/* 1 / sqrt(mean(r^2) + eps) of the row that begins at element `first`. */
static inline double inverse_of(const struct aisp_io *io, int64_t first)
{
	int64_t cols = io->param[COLS];
	double sum = 0;

	for (int64_t j = 0; j < cols; j++)
		sum += r_at(io, first + j) * r_at(io, first + j);
	return 1 / sqrt(sum / (double)cols + (double)RMS_EPS);
}

/* What y may be rounded to: all numbers but those near the middle of two have one. */
static inline struct range y_of(const struct aisp_io *io, int64_t first, int64_t j,
				double inverse)
{
	double r = r_at(io, first + j), g = aisp_bf16_at(&io->in[GAIN], j);
	double y = r * inverse * g;
	/* A product of two factors may underflow before the third makes it large. */
	double off = fabs(y) * (aisp_error_sum(io->param[COLS]) + 9) * 0x1p-24 +
		     4 * (double)FLT_MIN * 0x1p-24 * (1 + fabs(r) + fabs(g) + inverse);

	return (struct range){ (double)from_bf16(to_bf16((float)(y - off))),
			       (double)from_bf16(to_bf16((float)(y + off))) };
}

static inline struct range scale_range(const struct aisp_io *io, int64_t first,
				       double inverse)
{
	double low = 0, high = 0;

	for (int64_t j = 0; j < io->param[COLS]; j++) {
		struct range y = y_of(io, first, j, inverse);
		double a = fabs(y.low), b = fabs(y.high);

		low = fmax(low, fmin(a, b));
		high = fmax(high, fmax(a, b));
	}
	return (struct range){ (double)scale_of((float)low),
			       (double)scale_of((float)high) };
}

/*
 * Both ends of a range are right: the root mean square of their distance from its
 * middle is a quarter of the bound.  Where they are one, nothing else is.
 */
static inline void put_range(struct range x, double unit, double *ref, double *mag)
{
	double half = fabs(x.high - x.low) / 2;

	*ref = half > 0 ? (x.low + x.high) / 2 : x.low;
	*mag = 1.01 * half / unit;
}

static inline double nearest_e4m3(double x)
{
	return aisp_value_of(AISP_F8E4M3, aisp_code_of(AISP_F8E4M3, x));
}

static void reference_q(const struct aisp_io *io, int64_t first, double *ref,
			double *mag)
{
	double inverse = inverse_of(io, first);
	struct range scale = scale_range(io, first, inverse);

	for (int64_t j = 0; j < io->param[COLS]; j++) {
		struct range y = y_of(io, first, j, inverse);
		double by[] = { y.low / scale.low, y.low / scale.high,
				y.high / scale.low, y.high / scale.high };
		double low = fmin(fmin(by[0], by[1]), fmin(by[2], by[3]));
		double high = fmax(fmax(by[0], by[1]), fmax(by[2], by[3]));

		/* 1 / scale and the product are rounded. */
		low -= fabs(low) * 0x1p-23;
		high += fabs(high) * 0x1p-23;
		put_range((struct range){ nearest_e4m3(low), nearest_e4m3(high) },
			  0x1p-4, ref + j, mag + j);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[COLS];

	for (int64_t e = 0; e < n && o == Q; e += cols)
		reference_q(io, first + e, ref + e, mag + e);
	for (int64_t e = 0; e < n && o == SCALE; e++) {
		int64_t at = (first + e) * cols;

		put_range(scale_range(io, at, inverse_of(io, at)), 0x1p-24, ref + e,
			  mag + e);
	}
	for (int64_t e = 0; e < n && o == R; e++) {
		ref[e] = r_at(io, first + e);
		mag[e] = 0;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "residual sum, RMSNorm and a scale a row, bf16 to e4m3",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 37, 2048, 8192, "rows, each a token's", 16384 },
		    [COLS] = { "cols", 203, 2048, 8192, "elements of a row", 8192 },
		    [THREADS_CPU] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
