/* SPDX-License-Identifier: MIT
 *
 * The polynomial of poly.h; calls have scratch of the size of the input, and always
 * the same addresses.
 */
#include <aisp/workload.h>

#define DEGREE 64

enum { ELEMS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "a",
					    .dtype = AISP_F32,
					    .rank = 1,
					    .shape = { p[ELEMS] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[ELEMS] } });
	pr->bytes = 2.0 * (double)p[ELEMS] * sizeof(float);
	pr->uses = AISP_USES_FIXED_IO;
	pr->workspace_bytes = (size_t)p[ELEMS] * sizeof(float);
	pr->error_c = aisp_error_sum(2 * DEGREE);
}

/* As many at once as a compiler turns into vectors. */
#define POLY_BLOCK 64

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *a = aisp_in_f32(io, 0) + first;

	(void)o;
	for (int64_t i = 0; i < n; i += POLY_BLOCK) {
		int64_t n_here = n - i < POLY_BLOCK ? n - i : POLY_BLOCK;
		double u[POLY_BLOCK] = { 0 }, power[POLY_BLOCK];
		double sum[POLY_BLOCK] = { 0 }, size[POLY_BLOCK] = { 0 };

		for (int64_t j = 0; j < n_here; j++)
			u[j] = (double)a[i + j] / (1 + fabs((double)a[i + j]));
		for (int j = 0; j < POLY_BLOCK; j++)
			power[j] = 1;
		for (int k = 0; k <= DEGREE; k++)
			for (int j = 0; j < POLY_BLOCK; j++) {
				double term = power[j] * (1.0 / (k + 1));

				sum[j] += term;
				size[j] += fabs(term);
				power[j] *= u[j];
			}
		for (int64_t j = 0; j < n_here; j++) {
			ref[i + j] = sum[j];
			mag[i + j] = size[j];
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "polynomial",
	.n_params = 1,
	.params = { [ELEMS] = { "elems", 1000, 1000, 100000, "elements" } },
	.problem = problem,
	.reference = reference,
};
