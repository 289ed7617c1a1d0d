/* SPDX-License-Identifier: MIT
 *
 * C = gelu(A B^T + bias) in bf16, sums in fp32: a layer's first half.  The product is
 * of a few thousand operations per number of C, its epilogue of a dozen; what costs is
 * to carry C to memory and back between the two.
 */
#include <aisp/bf16.h>
#include <aisp/bf16_product.h>

#include <stdlib.h>

enum { M, N, K };

#define ROOT     0.7978845608028654 /* sqrt(2 / pi) */
#define CUBIC    0.044715
#define LEAST_AT -0.7524614 /* where gelu() is least */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_BF16, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_BF16, 2, { n, k } });
	aisp_add_in(pr, (struct aisp_spec){ "bias", AISP_BF16, 1, { n } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_BF16, 2, { m, n } });
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)(m * k + k * n + m * n + n) * 2;
	pr->compute = AISP_BF16;
	/* For A B^T in between, or the library. */
	pr->workspace_bytes = (size_t)(m * n) * 2 + ((size_t)64 << 20);
	pr->error_c = AISP_BF16_ONCE;
	if (n % 8 || k % 8)
		pr->invalid = "n and k must be multiples of 8: rows start at 16 bytes";
}

/* The form with tanh. */
static double gelu(double z)
{
	return 0.5 * z * (1 + tanh(ROOT * (z + CUBIC * z * z * z)));
}

/* How far from gelu(z) it comes between z - by and z + by. */
static double spread(double z, double by)
{
	double at = gelu(z), a = gelu(z - by), b = gelu(z + by);
	double least = fabs(z - LEAST_AT) < by ? gelu(LEAST_AT) : fmin(a, b);

	return fmax(fmax(a, b) - at, at - least);
}

/*
 * Whole rows of C: mag is in units of AISP_BF16_ONCE times the unit roundoff, 2^-8.  A
 * B^T may be rounded to bf16 before the bias is added, and 1 + tanh is off by some
 * units of 2^-24 where it is next to nothing.
 */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	const uint16_t *a = (const uint16_t *)io->in[0].data;
	const uint16_t *b = (const uint16_t *)io->in[1].data;
	const uint16_t *bias = (const uint16_t *)io->in[2].data;
	int64_t n = io->param[N], k = io->param[K];
	float *row = (float *)malloc((size_t)k * sizeof(*row));

	(void)o;
	for (int64_t e = 0; e < n_elems; e++) {
		int64_t i = (first + e) / n, j = (first + e) % n;
		double product, z, sums;

		ref[e] = mag[e] = NAN; /* without memory nothing passes */
		if (!row)
			continue;
		if (e == 0 || j == 0)
			widen(a + i * k, k, row);
		product = product_of(row, b + j * k, k, &sums);
		z = product + (double)bf16_to_float(bias[j]);
		sums = accumulated(k, sums + fabs((double)bf16_to_float(bias[j])));
		ref[e] = gelu(z);
		mag[e] = fabs(ref[e]) +
			 (spread(z, AISP_BF16_ONCE * 0x1p-8 * fabs(product) + sums) +
			  0x1p-21 * fabs(z)) /
				 AISP_BF16_ONCE * 0x1p8;
	}
	free(row);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, bias and GELU, bf16",
	.n_params = 3,
	.params = { [M] = { "m", 187, 1024, 16384, "rows of A and C", 8192 },
		    [N] = { "n", 328, 1024, 8192, "rows of B, columns of C", 8192 },
		    [K] = { "k", 136, 1024, 2048, "columns of A and B", 2048 } },
	.problem = problem,
	.reference = reference,
};
