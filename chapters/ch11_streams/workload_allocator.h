/* SPDX-License-Identifier: MIT
 *
 * y_i = the mean of the squares of x_i and its two neighbours, as a library of
 * separate operations computes it: the squares are a temporary array.  At the
 * ends the outermost element stands for the missing neighbour.
 */
#include <aisp/workload.h>
#include <float.h>

enum { N };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->flops = 4.0 * (double)p[N];
	pr->bytes = 2.0 * (double)p[N] * sizeof(float);
	pr->workspace_bytes = (size_t)p[N] * sizeof(float);
	pr->uses = AISP_USES_ALLOC;
	pr->error_c = 12; /* a square, two sums and a product round */
}

static inline int64_t clamp(int64_t i, int64_t n)
{
	return i < 0 ? 0 : i < n ? i : n - 1;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0);

	(void)o;
	for (int64_t k = 0; k < n; k++) {
		ref[k] = 0;
		for (int64_t d = -1; d <= 1; d++) {
			double t = (double)x[clamp(first + k + d, io->param[N])];

			ref[k] += t * t / 3;
		}
		mag[k] = ref[k] + FLT_MIN; /* squares may be subnormal */
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "mean squares of neighbours, by way of a temporary",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 16 << 20, 64 << 20, "elements" } },
	.problem = problem,
	.reference = reference,
};
