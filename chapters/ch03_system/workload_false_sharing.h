/* SPDX-License-Identifier: MIT
 *
 * A histogram of bytes in eight classes by two threads.  The threads share no
 * data; whether they share cache lines is up to the layout.
 * FLAGS: -fopenmp
 */
#include <aisp/workload.h>

enum { N, THREADS };

#define CLASSES 8

static inline int class_of(uint8_t x)
{
	return x >> 5;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"x", AISP_U8, 1, { p[N] }, .fill = AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "count", AISP_I32, 1, { CLASSES } });
	pr->bytes = (double)p[N] + CLASSES * sizeof(int32_t);
	pr->bound_by = "dependent loads and stores";
	pr->n_threads = (int)p[THREADS];
	if (p[N] > INT32_MAX)
		pr->invalid = "counts must fit 31 bits";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint8_t *x = io->in[0].data;

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		int64_t count = 0;

		for (int64_t i = 0; i < io->param[N]; i++)
			count += class_of(x[i]) == first + e;
		ref[e] = (double)count;
		mag[e] = 0; /* integers: bits must match */
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "histogram by several threads",
	.n_params = 2,
	.params = { [N] = { "n", 60003, 4000003, 40000003, "bytes" },
		    [THREADS] = { "threads", 2, 2, 2, "threads" } },
	.problem = problem,
	.reference = reference,
};
