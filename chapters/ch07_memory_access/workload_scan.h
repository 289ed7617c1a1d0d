/* SPDX-License-Identifier: MIT
 *
 * Prefix sums: y[i] = x[0] + ... + x[i], 32-bit integers.  Everything is read and
 * written once if a block need not wait for all others before it knows where it starts;
 * the lesson is how it learns that.
 * FLAGS: -O3
 */
#include <aisp/workload.h>

enum { N, TEAM };

/* One more than an element may be, so that no sum exceeds 32 bits. */
static inline int64_t largest(int64_t n)
{
	return n > INT64_C(1) << 24 ? (INT64_C(1) << 31) / n : 128;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "x",
					    .dtype = AISP_I32,
					    .rank = 1,
					    .shape = { p[N] },
					    .fill = AISP_FILL_INDEX,
					    .limit = largest(p[N]) });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_I32, 1, { p[N] } });
	pr->flops = (double)p[N];
	pr->bytes = 8.0 * (double)p[N];
	pr->compute = AISP_I32;
	pr->workspace_bytes = (size_t)(p[N] / 64 + (1 << 20));
	pr->is_cold = 1;
	pr->n_threads = (int)p[TEAM];
	/* Blocks wait for those before them. */
	pr->uses = AISP_USES_COOPERATIVE;
	if (p[N] > INT64_C(1) << 30)
		pr->invalid = "n is at most 2^30";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *x = (const int32_t *)io->in[0].data;
	int64_t sum = 0;

	(void)o;
	for (int64_t i = 0; i < first; i++)
		sum += x[i];
	for (int64_t e = 0; e < n; e++) {
		sum += x[first + e];
		ref[e] = (double)sum;
		mag[e] = fabs(ref[e]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "prefix sums",
	.n_params = 2,
	.params = { [N] = { "n", 100007, 1 << 24, 1 << 29, "elements", 1 << 28 },
		    [TEAM] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
