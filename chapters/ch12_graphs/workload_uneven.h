/* SPDX-License-Identifier: MIT
 *
 * For each seed, the first number whose hash with it falls below a limit: a search
 * that takes `mean` trials on average, often one, sometimes ten times as many, and
 * nobody knows beforehand.
 */
#include <aisp/workload.h>

enum { N, MEAN };

#ifdef __CUDACC__
#define ON_BOTH __host__ __device__
#else
#define ON_BOTH
#endif

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"seed", AISP_I32, 1, { p[N] }, AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "trials", AISP_I32, 1, { p[N] } });
	pr->bytes = 2.0 * (double)p[N] * sizeof(int32_t);
	pr->bound_by = "uneven searches";
	/* A few counters and two lists of seeds. */
	pr->workspace_bytes = 256 + 2 * (size_t)p[N] * sizeof(int32_t);
	pr->uses = AISP_USES_NESTED;
	if (p[N] > INT32_MAX || p[MEAN] < 2 || p[MEAN] > 1 << 20)
		pr->invalid = "n must fit an int32, mean lie between 2 and 2^20";
}

/*
 * Trial k for a seed: the finaliser of MurmurHash3 (A. Appleby, public domain).  It
 * maps no two values to one and the step is odd, so that every search ends.
 */
static inline ON_BOTH uint32_t draw(uint32_t seed, uint32_t k)
{
	uint32_t x = seed + k * 0x9e3779b9u;

	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	return x ^ x >> 16;
}

static inline uint32_t limit_of(int64_t mean)
{
	return (uint32_t)(((uint64_t)1 << 32) / (uint64_t)mean);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint32_t *seed = (const uint32_t *)io->in[0].data + first;
	uint32_t limit = limit_of(io->param[MEAN]);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		uint32_t k = 0;

		while (draw(seed[e], k) >= limit)
			k++;
		ref[e] = k;
		mag[e] = 0; /* bits must match */
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "searches of unknown length",
	.n_params = 2,
	.params = { [N] = { "n", 1009, 1 << 20, 1 << 24, "searches", 1 << 22 },
		    [MEAN] = { "mean", 61, 64, 64, "trials of a search, on average" } },
	.problem = problem,
	.reference = reference,
};
