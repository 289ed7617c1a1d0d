/* SPDX-License-Identifier: MIT
 *
 * C = A B^T in fp32, as exact as sums of fp32 products are.  Tensor cores read tf32,
 * which has 10 of the 23 bits behind the point.  What does not show in the result is
 * nobody's business: a number may be split, and be multiplied by parts.
 */
#include "f32_product.h"

/* A part may lie so low that bits are missing: 2^-137, by error_c and its root mean
 * square. */
#define LOST 0x1p10

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	f32_problem(p, pr);
	pr->compute = AISP_TF32;
	/* For the library, or for two parts of all numbers. */
	pr->workspace_bytes = LIBRARY_BYTES + 8 * (size_t)(p[M] + p[N]) * (size_t)p[K];
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	f32_reference(io, LOST, first, n, ref, mag);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, fp32 by tf32",
	.n_params = 3,
	.params = { [M] = { "m", 187, 1024, 8192, "rows of A and C", 4096 },
		    [N] = { "n", 328, 1024, 8192, "rows of B, columns of C", 4096 },
		    [K] = { "k", 136, 1024, 8192, "columns of A and B", 4096 } },
	.problem = problem,
	.reference = reference,
};
