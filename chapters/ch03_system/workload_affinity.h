/* SPDX-License-Identifier: MIT
 *
 * Messages of a line each, which one thread puts into a ring and another takes out and
 * makes a sum of.  All variants do the same; what differs is on which CPUs their
 * threads are.
 * FLAGS: -fopenmp -O3 -D_GNU_SOURCE
 */
#include <aisp/workload.h>

enum { N };

#define FACTOR  2654435769u /* odd: each word counts, by its place */
#define THREADS 2
#define WORDS   16 /* of a message */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(
		pr,
		(struct aisp_spec){
			"x", AISP_I32, 2, { p[N], WORDS }, .fill = AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "sum", AISP_I32, 1, { p[N] } });
	pr->bytes = (double)p[N] * (WORDS + 1) * sizeof(int32_t);
	pr->bound_by = "lines that change their core";
	pr->uses = AISP_USES_AFFINITY;
	pr->n_threads = THREADS;
}

static inline int32_t sum_of(const int32_t *message)
{
	uint32_t sum = 0;

	for (int w = 0; w < WORDS; w++)
		sum = sum * FACTOR + (uint32_t)message[w];
	return (int32_t)sum;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *x = io->in[0].data;

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = (double)sum_of(x + (first + e) * WORDS);
		mag[e] = 0; /* integers: bits must match */
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "messages from thread to thread, by CPU",
	.n_params = 1,
	.params = { [N] = { "n", 257, 1 << 14, 1 << 16, "messages" } },
	.problem = problem,
	.reference = reference,
};
