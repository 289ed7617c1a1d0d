/* SPDX-License-Identifier: MIT
 *
 * A training loop's data: batches of records of a cold file, in the order that an index
 * gives, and a layer that each batch goes through: y = x w.  The device that holds the
 * file and the cores that compute are two machines; each may wait for the other.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>

enum { RECORDS, WORDS, BATCH, BATCHES, OUTPUTS, THREADS };
enum { RECORD, ORDER, WEIGHTS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[BATCH] * p[BATCHES];

	aisp_add_in(pr, (struct aisp_spec){ .name = "record",
					    .dtype = AISP_F32,
					    .rank = 2,
					    .shape = { p[RECORDS], p[WORDS] },
					    .in_file = 1 });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "order", AISP_I32, 1, { n }, AISP_FILL_INDEX, p[RECORDS] });
	aisp_add_in(pr,
		    (struct aisp_spec){ "w", AISP_F32, 2, { p[WORDS], p[OUTPUTS] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { n, p[OUTPUTS] } });
	pr->flops = 2.0 * (double)(n * p[WORDS]) * (double)p[OUTPUTS];
	pr->bytes = 4.0 * (double)(n * (1 + p[OUTPUTS]) + p[WORDS] * p[OUTPUTS]);
	pr->bound_by = "the device that holds the file";
	pr->n_threads = (int)p[THREADS];
	pr->uses = AISP_USES_FILES | AISP_USES_ALLOC; /* teardown() unmaps */
	pr->error_c = aisp_error_sum(p[WORDS]);
	if (p[RECORDS] > INT32_MAX)
		pr->invalid = "records must fit an int32";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *order = io->in[ORDER].data;
	const float *w = aisp_in_f32(io, WEIGHTS);
	int64_t words = io->param[WORDS], outputs = io->param[OUTPUTS];

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		int64_t i = (first + e) / outputs, j = (first + e) % outputs;
		const float *x = aisp_in_f32(io, RECORD) + order[i] * words;

		ref[e] = 0;
		mag[e] = (double)words * (double)FLT_MIN; /* products that underflow */
		for (int64_t k = 0; k < words; k++) {
			double term = (double)x[k] * (double)w[k * outputs + j];

			ref[e] += term;
			mag[e] += fabs(term);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "batches of a file's records through a layer",
	.n_params = 6,
	.params = { [RECORDS] = { "records", 257, 16384, 65536, "records of the file" },
		    [WORDS] = { "words", 301, 1000, 1000,
				"length of a record, in 4-byte words" },
		    [BATCH] = { "batch", 31, 64, 256, "records of a batch" },
		    [BATCHES] = { "batches", 4, 16, 64, "batches" },
		    [OUTPUTS] = { "outputs", 37, 256, 256, "columns of w and y" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
