/* SPDX-License-Identifier: MIT
 *
 * C = A B in fp32, by a program in a language of tiles (tile_ir.h) that variants run in
 * different ways.  2mnk operations on mk + kn + mn numbers: arithmetic binds.
 */
#include <aisp/gemm_reference.h>

enum { M, N, K };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 2, { k, n } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F32, 2, { m, n } });
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)(m * k + k * n + m * n) * sizeof(float);
	pr->error_c = aisp_error_sum(k);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product of tiles, fp32",
	.n_params = 3,
	.params = { [M] = { "m", 61, 400, 1024, "rows of A and C", 4096 },
		    [N] = { "n", 83, 400, 1024, "columns of B and C", 4096 },
		    [K] = { "k", 47, 400, 1024, "columns of A, rows of B", 4096 } },
	.problem = problem,
	.reference = aisp_gemm_reference,
};
