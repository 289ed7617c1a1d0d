/* SPDX-License-Identifier: MIT
 *
 * C = A B^T in fp64, A and B both stored along k.  The reference has the 64 bits behind
 * the point of an x87 register, or more, so that all of the bound is the variant's.
 */
#include <aisp/workload.h>
#include <float.h>

enum { M, N, K };

#define LIBRARY_BYTES ((size_t)64 << 20)
#define PARTS         2 /* of a sum */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F64, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F64, 2, { n, k } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F64, 2, { m, n } });
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)(m * k + k * n + m * n) * sizeof(double);
	pr->compute = AISP_F64;
	pr->error_c = aisp_error_sum(k);
	pr->workspace_bytes = LIBRARY_BYTES;
	if (k % PARTS)
		pr->invalid = "k must be even: rows start at 16 bytes";
}

/* k is a multiple of PARTS. */
static void dot(const double *a, const double *b, int64_t k, double *ref, double *mag)
{
	long double s[PARTS] = { 0 };
	double size[PARTS] = { 0 };

	for (int64_t p = 0; p < k; p += PARTS)
		for (int i = 0; i < PARTS; i++) {
			s[i] += (long double)a[p + i] * (long double)b[p + i];
			size[i] += fabs(a[p + i] * b[p + i]);
		}
	*ref = (double)(s[0] + s[1]);
	*mag = size[0] + size[1] + (double)k * DBL_MIN; /* products that underflow */
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	const double *a = (const double *)io->in[0].data;
	const double *b = (const double *)io->in[1].data;
	int64_t n = io->param[N], k = io->param[K];

	(void)o;
	for (int64_t e = 0; e < n_elems; e++)
		dot(a + (first + e) / n * k, b + (first + e) % n * k, k, &ref[e],
		    &mag[e]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, fp64",
	.n_params = 3,
	.params = { [M] = { "m", 187, 1024, 8192, "rows of A and C", 4096 },
		    [N] = { "n", 330, 1024, 8192, "rows of B, columns of C", 4096 },
		    [K] = { "k", 134, 1024, 8192, "columns of A and B", 4096 } },
	.problem = problem,
	.reference = reference,
};
