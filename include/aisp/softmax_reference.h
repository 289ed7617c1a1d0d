/* SPDX-License-Identifier: MIT
 *
 * softmax_reference.h - the reference of a softmax along the rows of a matrix in bf16:
 * y = exp(x - max) / sum of those, in fp32, rounded once.  Whole rows are asked for.
 */
#ifndef AISP_SOFTMAX_REFERENCE_H
#define AISP_SOFTMAX_REFERENCE_H

#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

/*
 * An error of the exponent is a relative one of the power: those of this element and,
 * through the sum, the mean one of all.  Powers may underflow to 0.
 */
static inline void aisp_softmax_row(const struct aisp_io *io, int64_t first,
				    double *ref, double *mag)
{
	double max = -INFINITY, sum = 0, blur = 0;
	int64_t n = io->in[0].shape[1];
	double share = aisp_bf16_share(aisp_error_sum(n));

	for (int64_t j = 0; j < n; j++) {
		mag[j] = aisp_bf16_at(&io->in[0], first + j);
		max = fmax(max, mag[j]);
	}
	for (int64_t j = 0; j < n; j++) {
		ref[j] = exp(mag[j] - max);
		sum += ref[j];
		blur += ref[j] * (max - mag[j]);
	}
	for (int64_t j = 0; j < n; j++) {
		ref[j] /= sum;
		mag[j] = ref[j] * (1 + share * (1 + (max - mag[j]) + blur / sum)) +
			 128 * (double)FLT_MIN;
	}
}

static inline void aisp_softmax_reference(const struct aisp_io *io, int o,
					  int64_t first, int64_t n, double *ref,
					  double *mag)
{
	int64_t cols = io->in[0].shape[1];

	(void)o;
	for (int64_t e = 0; e < n; e += cols)
		aisp_softmax_row(io, first + e, ref + e, mag + e);
}

#endif
