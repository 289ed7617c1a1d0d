/* SPDX-License-Identifier: MIT
 *
 * Numbers go through many steps, each of which is one of four kernels.  Which one, the
 * first number says, as the step before has left it: two bits that lie on the GPU.
 */
#include <aisp/host_device.h>
#include <aisp/workload.h>

enum { N, STEPS };

#define N_KINDS 4

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"from", AISP_U32, 1, { p[N] }, AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "to", AISP_U32, 1, { p[N] } });
	pr->bytes = 2.0 * (double)p[N] * sizeof(uint32_t);
	pr->bound_by = "dependent decisions";
	pr->workspace_bytes = (size_t)(p[STEPS] + 1) * sizeof(uint32_t);
	pr->uses = AISP_USES_GRAPHS | AISP_USES_FIXED_IO;
}

/* What comes after a first number x. */
AISP_HD static inline uint32_t kind_after(uint32_t x)
{
	return x * 0x9e3779b9u >> 30;
}

/* Element i, by one of the four. */
AISP_HD static inline uint32_t step_of(uint32_t kind, uint32_t x, uint32_t i)
{
	switch (kind) {
	case 0:
		return x * 1664525u + 1013904223u;
	case 1:
		return x ^ x >> 13 ^ i;
	case 2:
		return (x << 7 | x >> 25) + i;
	default:
		return x + 0x7f4a7c15u * (i + 1);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint32_t *from = (const uint32_t *)io->in[0].data;

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		uint32_t x = from[first + e], x0 = from[0];

		for (int64_t s = 0; s < io->param[STEPS]; s++) {
			uint32_t kind = kind_after(x0);

			x = step_of(kind, x, (uint32_t)(first + e));
			x0 = step_of(kind, x0, 0);
		}
		ref[e] = x;
		mag[e] = 0;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "one of four kernels in each step",
	.n_params = 2,
	.params = { [N] = { "n", 1009, 65536, 1 << 20, "numbers, less than 2^31" },
		    [STEPS] = { "steps", 7, 200, 200, "steps, one after the other" } },
	.problem = problem,
	.reference = reference,
};
