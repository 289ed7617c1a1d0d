/* SPDX-License-Identifier: MIT
 *
 * softmax_f32.h - the reference of a softmax along the rows of a matrix in fp32:
 * y = exp(x - max) / sum of those.  Whole rows are asked for.
 */
#ifndef AISP_SOFTMAX_F32_H
#define AISP_SOFTMAX_F32_H

#include <aisp/workload.h>
#include <float.h>

/*
 * An error of the exponent is a relative one of the power: those of this element and,
 * through the sum, the mean one of all.  Powers may underflow to 0.
 */
static inline void aisp_softmax_f32_row(const float *x, int64_t n, double *ref,
					double *mag)
{
	double max = -INFINITY, sum = 0, blur = 0;
	double floor = (double)FLT_MIN / (aisp_error_sum(n) * (double)FLT_EPSILON / 2);

	for (int64_t j = 0; j < n; j++)
		max = fmax(max, (double)x[j]);
	for (int64_t j = 0; j < n; j++) {
		ref[j] = exp((double)x[j] - max);
		sum += ref[j];
		blur += ref[j] * (max - (double)x[j]);
	}
	for (int64_t j = 0; j < n; j++) {
		ref[j] /= sum;
		mag[j] = ref[j] * (1 + (max - (double)x[j]) + blur / sum) + floor;
	}
}

static inline void aisp_softmax_f32_reference(const struct aisp_io *io, int o,
					      int64_t first, int64_t n, double *ref,
					      double *mag)
{
	int64_t cols = io->in[0].shape[1];

	(void)o;
	for (int64_t e = 0; e < n; e += cols)
		aisp_softmax_f32_row(aisp_in_f32(io, 0) + first + e, cols, ref + e,
				     mag + e);
}

#endif
