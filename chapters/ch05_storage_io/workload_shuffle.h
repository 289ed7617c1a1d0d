/* SPDX-License-Identifier: MIT
 *
 * One batch of a shuffled data set: n records of a cold file, no two of them the same,
 * in the order that an index gives.  Each is a small read somewhere else.
 */
#include <aisp/workload.h>

enum { RECORDS, WORDS, N };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "file",
					    .dtype = AISP_I32,
					    .rank = 2,
					    .shape = { p[RECORDS], p[WORDS] },
					    .fill = AISP_FILL_BYTES,
					    .in_file = 1 });
	aisp_add_in(pr, (struct aisp_spec){ "order",
					    AISP_I32,
					    1,
					    { p[N] },
					    AISP_FILL_PERMUTATION,
					    p[RECORDS] });
	aisp_add_out(pr,
		     (struct aisp_spec){ "batch", AISP_I32, 2, { p[N], p[WORDS] } });
	pr->bytes =
		(double)(p[N] * p[WORDS]) * sizeof(int32_t); /* through the device */
	pr->uses = AISP_USES_FILES | AISP_USES_ALLOC;        /* teardown() unmaps */
	if (p[RECORDS] > INT32_MAX)
		pr->invalid = "records must fit an int32";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *file = (const int32_t *)io->in[0].data;
	const int32_t *order = (const int32_t *)io->in[1].data;
	int64_t words = io->param[WORDS];

	(void)o;
	for (int64_t e = 0; e < n; e += words) {
		const int32_t *record = file + order[(first + e) / words] * words;

		for (int64_t j = 0; j < words; j++) {
			ref[e + j] = (double)record[j];
			mag[e + j] = fabs(ref[e + j]);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "shuffled records of a cold file",
	.n_params = 3,
	.params = { [RECORDS] = { "records", 257, 16384, 65536, "records of the file" },
		    [WORDS] = { "words", 301, 1000, 1000,
				"length of a record, in 4-byte words" },
		    [N] = { "n", 31, 256, 1024, "records of the batch" } },
	.problem = problem,
	.reference = reference,
};
