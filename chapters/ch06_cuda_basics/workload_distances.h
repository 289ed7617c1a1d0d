/* SPDX-License-Identifier: MIT
 *
 * d[i][j] = the squared distance of point i of one set from point j of another,
 * as in k-means or a search for neighbours.  Each number read is used many times,
 * if it stays in registers.
 */
#include <aisp/workload.h>

enum { M, N, K };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { p[M], p[K] } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 2, { p[N], p[K] } });
	aisp_add_out(pr, (struct aisp_spec){ "d", AISP_F32, 2, { p[M], p[N] } });
	pr->flops = 3.0 * (double)(p[M] * p[N]) * (double)p[K];
	pr->bytes = (double)(p[M] * p[K] + p[N] * p[K] + p[M] * p[N]) * sizeof(float);
	pr->error_c = aisp_error_sum(2 * p[K]);
	if (p[M] > 1 << 22 || p[N] > 1 << 30 || p[K] > 1 << 30)
		pr->invalid = "m may not exceed 2^22, n and k 2^30";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[N], depth = io->param[K];

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		const float *a = aisp_in_f32(io, 0) + (first + e) / cols * depth;
		const float *b = aisp_in_f32(io, 1) + (first + e) % cols * depth;

		ref[e] = 0;
		for (int64_t t = 0; t < depth; t++) {
			double x = (double)a[t] - (double)b[t];

			ref[e] += x * x;
		}
		mag[e] = ref[e]; /* no term is negative */
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "squared distances between two sets of points, fp32",
	.n_params = 3,
	.params = { [M] = { "m", 67, 512, 8192, "points of the first set", 4096 },
		    [N] = { "n", 131, 512, 8192, "points of the second set", 4096 },
		    [K] = { "k", 37, 256, 256, "dimensions" } },
	.problem = problem,
	.reference = reference,
};
