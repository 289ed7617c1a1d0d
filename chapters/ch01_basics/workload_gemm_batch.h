/* SPDX-License-Identifier: MIT
 *
 * C[i] = A[i] B for a batch of small A and one B, as a layer applied to many
 * short sequences.  Each product alone is too small to pay for rearranging B.
 * FLAGS: -O3
 */
#include <aisp/clones.h>
#include <aisp/workload.h>
#include <float.h>

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

/* Adds a[0..k) times columns [0, n) of b to ref, the absolute values to mag. */
static void row(const float *restrict a, const float *restrict b, int64_t n, int64_t k,
		double *restrict ref, double *restrict mag)
{
	for (int64_t p = 0; p < k; p++, b += n)
		for (int64_t j = 0; j < n; j++) {
			double x = (double)a[p] * (double)b[j];

			ref[j] += x;
			mag[j] += fabs(x);
		}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	int64_t n = io->param[N], k = io->param[K];

	(void)o;
	for (int64_t e = 0; e < n_elems; e++) {
		ref[e] = 0;
		/* A product that underflows is off by up to half a subnormal. */
		mag[e] = (double)k * FLT_MIN;
	}
	for (int64_t e = 0; e < n_elems; e += n)
		row(aisp_in_f32(io, 0) + (first + e) / n * k, aisp_in_f32(io, 1), n, k,
		    ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "batch of small matrix products, fp32",
	.n_params = 4,
	.params = { [BATCH] = { "batch", 3, 40, 160, "products" },
		    [M] = { "m", 7, 16, 16, "rows of each A and C" },
		    [N] = { "n", 83, 128, 250, "columns of B and C" },
		    [K] = { "k", 47, 128, 250, "columns of A, rows of B" } },
	.problem = problem,
	.reference = reference,
};
