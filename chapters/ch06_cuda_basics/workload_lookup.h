/* SPDX-License-Identifier: MIT
 *
 * y_i = table[x_i], the table small enough for an SM's shared memory: a function
 * by its values.  Each block that an SM holds keeps a table of its own, so that
 * shared memory, not registers, says how many blocks that are.
 */
#include <aisp/workload.h>

enum { N };

#define ENTRIES 12288 /* 48 KiB, of the 227 that a Hopper SM gives its blocks */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"x", AISP_I32, 1, { p[N] }, AISP_FILL_INDEX, ENTRIES });
	aisp_add_in(pr, (struct aisp_spec){ "table", AISP_F32, 1, { ENTRIES } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->bytes = (2.0 * (double)p[N] + ENTRIES) * sizeof(float);
	pr->is_cold = 1;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *x = (const int32_t *)io->in[0].data + first;
	const float *table = aisp_in_f32(io, 1);

	(void)o;
	for (int64_t k = 0; k < n; k++) {
		ref[k] = (double)table[x[k]];
		mag[k] = fabs(ref[k]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a function by its table",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 128 << 20, 256 << 20, "lookups" } },
	.problem = problem,
	.reference = reference,
};
