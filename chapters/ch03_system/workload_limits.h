/* SPDX-License-Identifier: MIT
 *
 * Sorts 32-bit integers in ascending order with limited memory: judged by the bytes
 * that it takes beside the keys and the result.
 */
#include <aisp/sorted_reference.h>

enum { N };

#define RUN_KEYS 16 /* of the shortest sorted runs */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"key", AISP_I32, 1, { p[N] }, AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "sorted", AISP_I32, 1, { p[N] } });
	pr->bytes = 8.0 * (double)p[N];
	if (p[N] >= 1 << 30)
		pr->invalid = "n must be below 2^30";
}

static const struct aisp_score score = AISP_MEMORY_SCORE(1.5);

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a sort within a limit of memory",
	.n_params = 1,
	.params = { [N] = { "n", 50021, 1 << 20, 1 << 23, "keys" } },
	.problem = problem,
	.reference = aisp_sorted_reference,
	.score = &score,
};
