/* SPDX-License-Identifier: MIT
 *
 * gemm_reference.h - C = A B in fp32: its problem, and its reference for inputs A, of
 * any number of rows, and B.  Whole rows are asked for.
 */
#ifndef AISP_GEMM_REFERENCE_H
#define AISP_GEMM_REFERENCE_H

#include <aisp/workload.h>
#include <float.h>

/* Of m x k and k x n numbers; p is m, n, k. */
static inline void aisp_gemm_problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[0], n = p[1], k = p[2];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 2, { k, n } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F32, 2, { m, n } });
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)(m * k + k * n + m * n) * sizeof(float);
	pr->error_c = aisp_error_sum(k);
}

/* Adds a[0..k) times columns [0, n) of b to ref, the absolute values to mag. */
static void aisp_gemm_row(const float *restrict a, const float *restrict b, int64_t n,
			  int64_t k, double *restrict ref, double *restrict mag)
{
	for (int64_t p = 0; p < k; p++, b += n)
		for (int64_t j = 0; j < n; j++) {
			double x = (double)a[p] * (double)b[j];

			ref[j] += x;
			mag[j] += fabs(x);
		}
}

static inline void aisp_gemm_reference(const struct aisp_io *io, int o, int64_t first,
				       int64_t n_elems, double *ref, double *mag)
{
	int64_t n = io->in[1].shape[1], k = io->in[1].shape[0];

	(void)o;
	for (int64_t e = 0; e < n_elems; e++) {
		ref[e] = 0;
		/* A product that underflows is off by up to half a subnormal. */
		mag[e] = (double)k * FLT_MIN;
	}
	for (int64_t e = 0; e < n_elems; e += n)
		aisp_gemm_row(aisp_in_f32(io, 0) + (first + e) / n * k,
			      aisp_in_f32(io, 1), n, k, ref + e, mag + e);
}

#endif
