/* SPDX-License-Identifier: MIT
 *
 * gemv_reference.h - the reference of y = W x in bf16, sums in fp32: rows [first,
 * first + n) of y.
 */
#ifndef AISP_GEMV_REFERENCE_H
#define AISP_GEMV_REFERENCE_H

#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

/* tiny: what a product may be off by if it, or its factors, underflow, over FLT_MIN. */
static inline void aisp_gemv_reference(const struct aisp_tensor *w,
				       const struct aisp_tensor *x, double tiny,
				       int64_t first, int64_t n, double *ref,
				       double *mag)
{
	int64_t k = w->shape[1];

	for (int64_t e = 0; e < n; e++) {
		ref[e] = 0;
		mag[e] = (double)k * tiny * (double)FLT_MIN;
		for (int64_t j = 0; j < k; j++) {
			double t = aisp_bf16_at(w, (first + e) * k + j) *
				   aisp_bf16_at(x, j);

			ref[e] += t;
			mag[e] += fabs(t);
		}
	}
}

#endif
