/* SPDX-License-Identifier: MIT
 *
 * A word that two threads change in turns: step i makes word * FACTOR + x[i] of it,
 * and notes it.  Even steps are one thread's, odd ones the other's, and each needs the
 * word that the step before left: what is measured is how a thread learns that.
 * FLAGS: -fopenmp -D_GNU_SOURCE
 */
#include <aisp/workload.h>

enum { N };

#define FACTOR  2654435769u /* odd: every earlier x counts in every later word */
#define THREADS 2

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"x", AISP_I32, 1, { p[N] }, .fill = AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "word", AISP_I32, 1, { p[N] } });
	pr->bytes = 2.0 * (double)p[N] * sizeof(int32_t);
	pr->bound_by = "a cache line that changes its core";
	pr->n_threads = THREADS;
	if (p[N] > INT32_MAX)
		pr->invalid = "steps must fit 31 bits";
}

static inline uint32_t step(uint32_t word, int32_t x)
{
	return word * FACTOR + (uint32_t)x;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *x = io->in[0].data;
	uint32_t word = 0;

	(void)o;
	for (int64_t i = 0; i < first; i++)
		word = step(word, x[i]);
	for (int64_t e = 0; e < n; e++) {
		word = step(word, x[first + e]);
		ref[e] = (double)(int32_t)word;
		mag[e] = 0; /* integers: bits must match */
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a word that two threads change in turn",
	.n_params = 1,
	.params = { [N] = { "n", 301, 2001, 20001, "steps" } },
	.problem = problem,
	.reference = reference,
};
