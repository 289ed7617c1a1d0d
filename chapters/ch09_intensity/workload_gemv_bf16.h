/* SPDX-License-Identifier: MIT
 *
 * y = W x with weights in bf16 and sums in fp32: a layer of a language model for one
 * token.  Each weight is used once, two operations for two bytes, so reading W binds.
 * As a product of matrices it is y = x W^T, whose first operand has one row.
 */
#include <aisp/gemv_reference.h>

enum { ROWS, COLS };
enum { X, W };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[ROWS], k = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 1, { k } });
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_BF16, 2, { m, k } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { m } });
	pr->flops = 2.0 * (double)m * (double)k;
	pr->bytes = 2.0 * (double)k * (double)(m + 1) + 4.0 * (double)m;
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->error_c = aisp_error_sum(k);
	if (k % 8)
		pr->invalid = "cols is a multiple of 8";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	aisp_gemv_reference(&io->in[W], &io->in[X], 1, first, n, ref, mag);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix-vector product, bf16",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 4096, 16384, "rows of W", 28672 },
		    [COLS] = { "cols", 328, 4096, 8192,
			       "columns of W, elements of x: a multiple of 8", 8192 } },
	.problem = problem,
	.reference = reference,
};
