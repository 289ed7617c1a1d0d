/* SPDX-License-Identifier: MIT
 *
 * fp8_product.h - C = A B^T of numbers of 8 bits (e4m3: 4 of exponent, 3 of mantissa),
 * C in bf16: all of the workloads that differ in how exact the sums must be.
 */
#ifndef FP8_PRODUCT_H
#define FP8_PRODUCT_H

#include <aisp/bf16.h>
#include <aisp/formats.h>
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

enum { M, N, K };

#define LANES       8
#define INSTRUCTION 32 /* elements of k */

static inline void fp8_problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F8E4M3, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F8E4M3, 2, { n, k } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_BF16, 2, { m, n } });
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)(m * k + k * n) + (double)(m * n) * 2;
	pr->compute = AISP_F8E4M3;
	pr->workspace_bytes = (size_t)64 << 20; /* for the library */
	pr->error_c = AISP_BF16_ONCE;
	if (n % 8 || k % 16)
		pr->invalid = "n must be a multiple of 8 and k of 16: "
			      "rows start at 16 bytes";
}

static inline void fp8_values(float value[256])
{
	for (unsigned x = 0; x < 256; x++)
		value[x] = (float)aisp_value_of(AISP_F8E4M3, x);
}

/* The sum of k products, and that of their absolute values. */
static inline double fp8_dot(const float *value, const float *a, const uint8_t *b,
			     int64_t k, double *mag)
{
	double s[LANES] = { 0 }, m[LANES] = { 0 }, sum = 0;

	for (int64_t p = 0; p < k; p += LANES)
		for (int i = 0; i < LANES; i++) {
			double x = (double)(a[p + i] * value[b[p + i]]);

			s[i] += x;
			m[i] += fabs(x);
		}
	*mag = 0;
	for (int i = 0; i < LANES; i++) {
		sum += s[i];
		*mag += m[i];
	}
	return sum;
}

/*
 * What sums of 14 bits drop, with its sign: what lies below 2^-13 of the leading bit of
 * an instruction's largest term, or of the sum so far, which begins anew after each
 * slab of k.
 */
static inline double fp8_dropped(const float *value, const float *a, const uint8_t *b,
				 int64_t k, int64_t slab)
{
	double sum = 0, dropped = 0;

	for (int64_t p = 0; p < k; p += INSTRUCTION) {
		if (p % slab == 0)
			sum = 0;
		double x[INSTRUCTION + 1] = { sum }, most = fabs(sum), unit;
		int64_t n = k - p < INSTRUCTION ? k - p : INSTRUCTION;

		for (int64_t i = 0; i < n; i++) {
			x[1 + i] = (double)(a[p + i] * value[b[p + i]]);
			most = fmax(most, fabs(x[1 + i]));
			sum += x[1 + i];
		}
		unit = ldexp(0x1p-13, ilogb(fmax(most, DBL_MIN)));
		for (int64_t i = 0; i <= n; i++)
			dropped += x[i] - unit * (double)(int32_t)(x[i] / unit);
	}
	return dropped;
}

/* x / of; 0 if `of` is 0. */
static inline double share(double x, double of)
{
	return of > 0 ? x / of : 0;
}

/*
 * Whole rows, of slabs that are added up in 14 bits each; sums may be off by the share
 * `error` of the absolute terms, and, as far as the terms have one sign, by `lost` of
 * themselves.  Terms that repeat may lose where those of the other sign do not: then
 * all of that is allowed twice.
 */
static inline void fp8_reference(const struct aisp_io *io, int64_t first,
				 int64_t n_elems, int64_t slab, double error,
				 double lost, double *ref, double *mag)
{
	const uint8_t *a = (const uint8_t *)io->in[0].data;
	const uint8_t *b = (const uint8_t *)io->in[1].data;
	int64_t n = io->param[N], k = io->param[K];
	float *row = (float *)malloc((size_t)k * sizeof(*row)), value[256];

	fp8_values(value);
	for (int64_t e = 0; e < n_elems; e++) {
		int64_t i = (first + e) / n, j = (first + e) % n;
		double dropped;

		ref[e] = mag[e] = NAN; /* without memory nothing passes */
		if (!row)
			continue;
		for (int64_t p = 0; (e == 0 || j == 0) && p < k; p++)
			row[p] = value[a[i * k + p]];
		ref[e] = fp8_dot(value, row, b + j * k, k, &mag[e]);
		dropped = fp8_dropped(value, row, b + j * k, k, slab);
		mag[e] = fabs(ref[e]) +
			 (error * mag[e] + share(lost * ref[e] * ref[e], mag[e]) +
			  2 * fabs(dropped)) /
				 AISP_BF16_ONCE * 0x1p8;
	}
	free(row);
}

#define FP8_PARAMS                                                                     \
	{                                                                              \
		[M] = { "m", 187, 1024, 16384, "rows of A and C", 8192 },              \
		[N] = { "n", 328, 1024, 16384, "rows of B, columns of C", 8192 },      \
		[K] = { "k", 400, 1024, 16384, "columns of A and B", 8192 },           \
	}

#endif
