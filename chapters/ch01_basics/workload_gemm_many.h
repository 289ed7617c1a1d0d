/* SPDX-License-Identifier: MIT
 *
 * C[i] = A[i] B[i] for very many tiny products, as in solvers, graphics and batches of
 * attention heads.  The work that a library does before its first multiplication is
 * paid for each of them.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>

enum { BATCH, M, N, K, THREADS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t batch = p[BATCH], m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 3, { batch, m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 3, { batch, k, n } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F32, 3, { batch, m, n } });
	pr->flops = 2.0 * (double)(batch * m) * (double)n * (double)k;
	pr->bytes = (double)(batch * (m * k + k * n + m * n)) * sizeof(float);
	pr->n_threads = (int)p[THREADS];
	pr->error_c = aisp_error_sum(k);
}

/* Whole rows of C are asked for. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];

	(void)o;
	for (int64_t e = 0; e < n_elems; e++) {
		int64_t row = (first + e) / n, j = (first + e) % n;
		const float *a = aisp_in_f32(io, 0) + row * k;
		const float *b = aisp_in_f32(io, 1) + row / m * k * n + j;

		ref[e] = 0;
		mag[e] = (double)k * (double)FLT_MIN; /* products that underflow */
		for (int64_t p = 0; p < k; p++) {
			double term = (double)a[p] * (double)b[p * n];

			ref[e] += term;
			mag[e] += fabs(term);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "very many tiny matrix products, fp32",
	.n_params = 5,
	.params = { [BATCH] = { "batch", 37, 4000, 40000, "products" },
		    [M] = { "m", 5, 8, 8, "rows of each A and C" },
		    [N] = { "n", 7, 8, 8, "columns of B and C" },
		    [K] = { "k", 3, 8, 8, "columns of A, rows of B" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
