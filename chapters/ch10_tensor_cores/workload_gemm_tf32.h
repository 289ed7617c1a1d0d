/* SPDX-License-Identifier: MIT
 *
 * C = A B^T of numbers in tf32, sums and C in fp32.  A tf32 is an fp32 with 10 bits
 * behind the point, which is what tensor cores read of an fp32: as they are inputs
 * here, the products are exact.
 */
#include <aisp/workload.h>
#include <float.h>

enum { M, N, K };

#define LANES 8

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_TF32, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_TF32, 2, { n, k } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F32, 2, { m, n } });
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)(m * k + k * n + m * n) * 4;
	pr->compute = AISP_TF32;
	pr->workspace_bytes = (size_t)64 << 20; /* for the library */
	/* A tensor core drops what a sum of 8 has below fp32: errors of one sign. */
	pr->error_c = aisp_error_sum(k) + (double)k / 8;
	if (n % 8 || k % 8)
		pr->invalid = "n and k must be multiples of 8: rows start at 16 bytes";
}

static void dot(const float *a, const float *b, int64_t k, double *ref, double *mag)
{
	double s[LANES] = { 0 }, m[LANES] = { 0 };

	for (int64_t p = 0; p < k; p += LANES)
		for (int i = 0; i < LANES; i++) {
			double x = (double)a[p + i] * (double)b[p + i];

			s[i] += x;
			m[i] += fabs(x);
		}
	*ref = 0;
	*mag = (double)k * FLT_MIN; /* products that underflow */
	for (int i = 0; i < LANES; i++) {
		*ref += s[i];
		*mag += m[i];
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	const float *a = (const float *)io->in[0].data;
	const float *b = (const float *)io->in[1].data;
	int64_t n = io->param[N], k = io->param[K];

	(void)o;
	for (int64_t e = 0; e < n_elems; e++)
		dot(a + (first + e) / n * k, b + (first + e) % n * k, k, &ref[e],
		    &mag[e]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, tf32",
	.n_params = 3,
	.params = { [M] = { "m", 187, 1024, 8192, "rows of A and C", 8192 },
		    [N] = { "n", 328, 1024, 8192, "rows of B, columns of C", 8192 },
		    [K] = { "k", 136, 1024, 8192, "columns of A and B", 8192 } },
	.problem = problem,
	.reference = reference,
};
