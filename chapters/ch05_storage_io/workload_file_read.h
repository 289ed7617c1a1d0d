/* SPDX-License-Identifier: MIT
 *
 * A file, out of the page cache, into memory.  The device is busy only while
 * it has requests: their size and number decide.
 */
#include <aisp/workload.h>

enum { WORDS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "file",
					    .dtype = AISP_I32,
					    .rank = 1,
					    .shape = { p[WORDS] },
					    .fill = AISP_FILL_BYTES,
					    .in_file = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "data", AISP_I32, 1, { p[WORDS] } });
	pr->bytes = (double)p[WORDS] * sizeof(int32_t); /* through the device */
	pr->uses = AISP_USES_FILES | AISP_USES_ALLOC;   /* teardown() unmaps */
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *word = (const int32_t *)io->in[0].data + first;

	(void)o;
	for (int64_t k = 0; k < n; k++) {
		ref[k] = (double)word[k];
		mag[k] = fabs(ref[k]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "reading a cold file",
	.n_params = 1,
	.params = { [WORDS] = { "words", 50021, 8 << 20, 64 << 20,
				"length of the file, in 4-byte words" } },
	.problem = problem,
	.reference = reference,
};
