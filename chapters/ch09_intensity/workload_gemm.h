/* SPDX-License-Identifier: MIT
 *
 * C = A B in fp32.  2mnk operations on mk + kn + mn numbers: with enough reuse
 * the arithmetic binds, without it memory does.
 */
#include <aisp/workload.h>
#include <float.h>

enum { M, N, K, THREADS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 2, { k, n } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F32, 2, { m, n } });
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)(m * k + k * n + m * n) * sizeof(float);
	pr->n_threads = (int)p[THREADS];
	pr->uses = AISP_USES_ALLOC; /* oneDNN packs into memory of its own */
	pr->error_c = aisp_error_sum(k);
}

/* Adds a[0..k) times columns [0, n) of b to ref, the absolute values to mag. */
static void reference_row(const float *restrict a, const float *restrict b, int64_t n,
			  int64_t k, double *restrict ref, double *restrict mag)
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
		reference_row(aisp_in_f32(io, 0) + (first + e) / n * k,
			      aisp_in_f32(io, 1), n, k, ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, fp32",
	.n_params = 4,
	.params = { [M] = { "m", 61, 400, 1024, "rows of A and C", 4096 },
		    [N] = { "n", 83, 400, 1024, "columns of B and C", 4096 },
		    [K] = { "k", 47, 400, 1024, "columns of A, rows of B", 4096 },
		    [THREADS] = { "threads", 1, 1, 1,
				  "threads that a variant may use" } },
	.problem = problem,
	.reference = reference,
};
