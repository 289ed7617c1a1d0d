/* SPDX-License-Identifier: MIT
 *
 * C = A B in fp32, by seven products of halves where eight are the definition.  An
 * element then is a sum of products of sums, which may be larger than itself and
 * cancel: what it is off by depends on all four elements of A and of B that lie a half
 * apart, added up in their absolute values, and the error model says so.
 */
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

enum { M, N, K };

#define LIBRARY_BYTES ((size_t)64 << 20)
#define N_PRODUCTS    7

/* Of a half: by how much less of each axis. */
static inline int64_t half_elems(int64_t rows, int64_t cols)
{
	return rows / 2 * (cols / 2);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 2, { k, n } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F32, 2, { m, n } });
	/* Of seven products of halves; halves of these would need less, and more sums.
	 */
	pr->flops = 2.0 * (double)m * (double)n * (double)k * N_PRODUCTS / 8;
	pr->bytes = (double)(m * k + k * n + m * n) * sizeof(float);
	/* For the library, or for two sums and seven products. */
	pr->workspace_bytes =
		LIBRARY_BYTES + 4 * (size_t)(half_elems(m, k) + half_elems(k, n) +
					     N_PRODUCTS * half_elems(m, n));
	pr->error_c = aisp_error_sum(k);
	if (m % 8 || n % 8 || k % 8)
		pr->invalid = "m, n and k are multiples of 8";
}

/* Of a quarter of A, row i: the sums of the four absolute values that lie apart. */
static void fold_row(const float *a, int64_t m, int64_t k, int64_t i, double *to)
{
	for (int64_t p = 0; p < k / 2; p++) {
		const float *x = a + i % (m / 2) * k + p;

		to[p] = (double)(fabsf(x[0]) + fabsf(x[k / 2]) + fabsf(x[m / 2 * k]) +
				 fabsf(x[m / 2 * k + k / 2]));
	}
}

/* The row of a quarter of C that such rows of A and B make. */
static void fold_product(const struct aisp_io *io, int64_t i, double *row, double *to)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K], h = n / 2;
	const float *b = aisp_in_f32(io, 1);

	fold_row(aisp_in_f32(io, 0), m, k, i, row);
	for (int64_t j = 0; j < h; j++)
		to[j] = 2 * (double)k * (double)FLT_MIN;
	for (int64_t p = 0; p < k / 2; p++, b += n)
		for (int64_t j = 0; j < h; j++)
			to[j] += row[p] * (double)(fabsf(b[j]) + fabsf(b[j + h]) +
						   fabsf(b[k / 2 * n + j]) +
						   fabsf(b[k / 2 * n + j + h]));
}

/* Whole rows. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	int64_t n = io->param[N], k = io->param[K];
	double *row = (double *)malloc((size_t)k * sizeof(*row));

	(void)o;
	for (int64_t e = 0; e < n_elems; e += n) {
		int64_t i = (first + e) / n;
		const float *a = aisp_in_f32(io, 0) + i * k, *b = aisp_in_f32(io, 1);

		for (int64_t j = 0; j < n; j++) /* without memory nothing passes */
			ref[e + j] = mag[e + j] = row ? 0 : (double)NAN;
		if (!row)
			continue;
		for (int64_t p = 0; p < k; p++, b += n)
			for (int64_t j = 0; j < n; j++)
				ref[e + j] += (double)a[p] * (double)b[j];
		fold_product(io, i, row, mag + e);
		for (int64_t j = 0; j < n / 2; j++)
			mag[e + n / 2 + j] = mag[e + j];
	}
	free(row);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, fp32, within Strassen's error bound",
	.n_params = 3,
	.params = { [M] = { "m", 72, 1024, 2048, "rows of A and C", 8192 },
		    [N] = { "n", 104, 1024, 2048, "columns of B and C", 8192 },
		    [K] = { "k", 40, 1024, 2048, "columns of A, rows of B", 8192 } },
	.problem = problem,
	.reference = reference,
};
