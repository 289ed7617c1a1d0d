/* SPDX-License-Identifier: MIT
 *
 * A chain of dependent integer steps, whose time is proportional to their
 * number: a gain can be planted to the tenth of a per cent.
 */
#include <aisp/workload.h>

enum { STEPS };

/* The linear congruential generator of Numerical Recipes, modulo 2^32. */
static inline uint64_t chain(uint64_t x, int64_t steps)
{
	for (int64_t i = 0; i < steps; i++)
		x = (x * 1664525 + 1013904223) & UINT32_MAX;
	return x;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	if (p[STEPS] < 0)
		pr->invalid = "steps must not be negative";
	aisp_add_in(pr, (struct aisp_spec){
				"x", AISP_I64, 1, { 1 }, AISP_FILL_INDEX, UINT32_MAX });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_I64, 1, { 1 } });
	pr->bytes = 2 * sizeof(int64_t);
	pr->compute = AISP_I64;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o, (void)first, (void)n;
	ref[0] = (double)chain(((const uint64_t *)io->in[0].data)[0], io->param[STEPS]);
	mag[0] = ref[0];
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "dependent integer steps",
	.n_params = 1,
	.params = { [STEPS] = { "steps", 30000, 30000, 300000,
				"length of the chain" } },
	.problem = problem,
	.reference = reference,
};
