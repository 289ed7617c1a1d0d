/* SPDX-License-Identifier: MIT
 *
 * C = A B^T of int8, as in a language model whose weights and activations are both
 * quantised: c_ij = sa_i sb_j times the exact sum of a_ip b_jp, in bf16.  Above a few
 * hundred operations per byte the tensor cores bind, at twice their rate in bf16.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

enum { M, N, K };

enum { IN_A, IN_B, IN_SA, IN_SB };

#define LIBRARY_BYTES ((size_t)64 << 20)
#define MOST_K        ((1 << 17) - 1) /* so many products of 2^14 are less than 2^31 */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr,
		    (struct aisp_spec){ "a", AISP_I8, 2, { m, k }, AISP_FILL_BYTES });
	aisp_add_in(pr,
		    (struct aisp_spec){ "b", AISP_I8, 2, { n, k }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "sa", AISP_F32, 1, { m } });
	aisp_add_in(pr, (struct aisp_spec){ "sb", AISP_F32, 1, { n } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_BF16, 2, { m, n } });
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)((m + n) * k + 2 * m * n + 4 * (m + n));
	pr->compute = AISP_I8;
	/* The library's own, and its sums. */
	pr->workspace_bytes = LIBRARY_BYTES + (size_t)(m * n) * sizeof(int32_t);
	pr->error_c = AISP_BF16_ONCE;
	if (n % 8 || k % 16)
		pr->invalid = "n must be a multiple of 8 and k of 16: "
			      "rows start at 16 bytes";
	else if (k > MOST_K)
		pr->invalid = "k must be less than 131072: sums have 32 bits";
}

static inline int32_t dot(const int8_t *a, const int8_t *b, int64_t k)
{
	int32_t sum = 0;

	for (int64_t p = 0; p < k; p++)
		sum += a[p] * b[p];
	return sum;
}

/*
 * Whole rows.  Sums are exact; two or three roundings to fp32 hide in that to bf16, so
 * that a factor that lost one of its bits shows, and one of fp32 that lost half of
 * them does not.  The product of the scales may underflow.
 */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	const int8_t *a = (const int8_t *)io->in[IN_A].data;
	const int8_t *b = (const int8_t *)io->in[IN_B].data;
	int64_t n = io->param[N], k = io->param[K];

	(void)o;
	for (int64_t e = 0; e < n_elems; e++) {
		int64_t i = (first + e) / n, j = (first + e) % n;

		ref[e] = (double)aisp_in_f32(io, IN_SA)[i] *
			 (double)aisp_in_f32(io, IN_SB)[j] *
			 dot(a + i * k, b + j * k, k);
		mag[e] = fabs(ref[e]) * (1 + aisp_bf16_share(3)) +
			 (double)k * (double)FLT_MIN;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, int8",
	.n_params = 3,
	.params = { [M] = { "m", 187, 1024, 16384, "rows of A and C", 4096 },
		    [N] = { "n", 328, 1024, 16384, "rows of B, columns of C", 4096 },
		    [K] = { "k", 400, 1024, 16384,
			    "columns of A and B, less than 131072", 4096 } },
	.problem = problem,
	.reference = reference,
};
