/* SPDX-License-Identifier: MIT
 *
 * f32_product.h - elements of A B^T in fp32, for the references of several workloads:
 * A of m rows, B of n, both k long.
 */
#ifndef F32_PRODUCT_H
#define F32_PRODUCT_H

#include <aisp/workload.h>
#include <float.h>

enum { M, N, K };

#define LIBRARY_BYTES ((size_t)64 << 20)
#define PARTS         8 /* of a sum */

static void f32_problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 2, { n, k } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F32, 2, { m, n } });
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)(m * k + k * n + m * n) * 4;
	pr->error_c = aisp_error_sum(k);
	if (n % 8 || k % 8)
		pr->invalid = "n and k must be multiples of 8: rows start at 16 bytes";
}

/*
 * lost: what a factor may be off by whatever its size, in units of 2^-126, beside what
 * its product may.
 */
static inline void f32_dot(const float *a, const float *b, int64_t k, double lost,
			   double *ref, double *mag)
{
	double s[PARTS] = { 0 }, size[PARTS] = { 0 }, both[PARTS] = { 0 };

	for (int64_t p = 0; p < k; p += PARTS)
		for (int i = 0; i < PARTS; i++) {
			double x = (double)a[p + i], y = (double)b[p + i];

			s[i] += x * y;
			size[i] += fabs(x * y);
			both[i] += fabs(x) + fabs(y);
		}
	*ref = 0;
	*mag = (double)k * (double)FLT_MIN; /* products that underflow */
	for (int i = 0; i < PARTS; i++) {
		*ref += s[i];
		*mag += size[i] + both[i] * lost * (double)FLT_MIN;
	}
}

/* Whole rows of C. */
static inline void f32_reference(const struct aisp_io *io, double lost, int64_t first,
				 int64_t n_elems, double *ref, double *mag)
{
	const float *a = aisp_in_f32(io, 0), *b = aisp_in_f32(io, 1);
	int64_t n = io->param[N], k = io->param[K];

	for (int64_t e = 0; e < n_elems; e++)
		f32_dot(a + (first + e) / n * k, b + (first + e) % n * k, k, lost,
			&ref[e], &mag[e]);
}

#endif
