/* SPDX-License-Identifier: MIT
 *
 * 32-bit integers in ascending order.  Every step of a sort moves all of them; what
 * differs is how often, and to how many places at a time.
 */
#include <aisp/sorted_reference.h>
#include <stdlib.h>
#include <string.h>

enum { N, THREADS };

/* Room for the keys once more. */
static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"key", AISP_I32, 1, { p[N] }, AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "sorted", AISP_I32, 1, { p[N] } });
	pr->bytes = 8.0 * (double)p[N];
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes = (size_t)p[N] * sizeof(int32_t);
	/* qsort(); blocks that wait for those before them. */
	pr->uses = AISP_USES_ALLOC | AISP_USES_COOPERATIVE;
	if (p[N] >= 1 << 30)
		pr->invalid = "n must be below 2^30";
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "32-bit keys in ascending order",
	.n_params = 2,
	.params = { [N] = { "n", 10007, 1 << 22, 1 << 25, "keys", 1 << 26 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = aisp_sorted_reference,
};
