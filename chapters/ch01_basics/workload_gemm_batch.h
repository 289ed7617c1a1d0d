/* SPDX-License-Identifier: MIT
 *
 * C[i] = A[i] B for a batch of small A and one B, as a layer applied to many
 * short sequences.  Each product alone is too small to pay for rearranging B.
 * FLAGS: -O3
 */
#include <aisp/clones.h>
#include <aisp/gemm_reference.h>

enum { BATCH, M, N, K };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t batch = p[BATCH], m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 3, { batch, m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 2, { k, n } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F32, 3, { batch, m, n } });
	pr->flops = 2.0 * (double)(batch * m) * (double)n * (double)k;
	pr->bytes = (double)(batch * m * (k + n) + k * n) * sizeof(float);
	pr->error_c = aisp_error_sum(k);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "batch of small matrix products, fp32",
	.n_params = 4,
	.params = { [BATCH] = { "batch", 3, 40, 160, "products", 512 },
		    [M] = { "m", 7, 16, 16, "rows of each A and C", 16 },
		    [N] = { "n", 83, 128, 250, "columns of B and C", 128 },
		    [K] = { "k", 47, 128, 250, "columns of A, rows of B", 128 } },
	.problem = problem,
	.reference = aisp_gemm_reference,
};
