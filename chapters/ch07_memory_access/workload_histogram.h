/* SPDX-License-Identifier: MIT
 *
 * How many elements fall into each of 256 bins of [-1, 1); the outer bins take all
 * beyond, of a normal distribution a third.  Every element reads, adds to and writes
 * a counter, which its neighbour may just have written.
 */
#include <aisp/workload.h>

#define N_BINS 256

enum { N };

#ifdef __CUDACC__
#define ON_BOTH __host__ __device__
#else
#define ON_BOTH
#endif

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "counts", AISP_I32, 1, { N_BINS } });
	pr->bytes = (double)(p[N] + N_BINS) * sizeof(float);
	pr->workspace_bytes = 4 << 20; /* CUB's tables, one for each block */
	if (p[N] > INT32_MAX)
		pr->invalid = "n must fit an int32";
}

/* One rounding, with a fused multiply-add or without: the product is exact. */
static inline ON_BOTH int32_t bin_of(float x)
{
	float b = x * (N_BINS / 2) + N_BINS / 2;

	b = b > 0 ? b : 0;
	return (int32_t)(b < N_BINS - 1 ? b : N_BINS - 1);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0);

	(void)o;
	for (int64_t b = 0; b < n; b++)
		ref[b] = mag[b] = 0;
	for (int64_t i = 0; i < io->param[N]; i++) {
		double at = floor((double)(x[i] * 128 + 128));
		int64_t b = (int64_t)fmax(0, fmin(N_BINS - 1, at)) - first;

		if (b >= 0 && b < n)
			ref[b]++;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "histogram of 256 bins",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 1 << 20, 16 << 20, "elements", 1 << 27 } },
	.problem = problem,
	.reference = reference,
};
