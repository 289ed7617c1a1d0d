/* SPDX-License-Identifier: MIT
 *
 * What a training step is fed with, and the step: rows of a table, in the order of an
 * index, are brought to mean 0 and deviation 1, column by column, and go through a
 * layer, y = max(x w, 0).  One thread prepares batches and another uses them, as hosts
 * prepare data for devices.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>

enum { BATCHES, BATCH, ENTRIES, THREADS };
enum { TABLE, INDEX, MEAN, FACTOR, WEIGHTS };

#define INPUTS  128 /* columns of the table */
#define OUTPUTS 64

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[BATCHES] * p[BATCH];

	aisp_add_in(pr,
		    (struct aisp_spec){ "table", AISP_F32, 2, { p[ENTRIES], INPUTS } });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "index", AISP_I32, 1, { n }, AISP_FILL_INDEX, p[ENTRIES] });
	aisp_add_in(pr, (struct aisp_spec){ "mean", AISP_F32, 1, { INPUTS } });
	aisp_add_in(pr, (struct aisp_spec){ "factor", AISP_F32, 1, { INPUTS } });
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_F32, 2, { INPUTS, OUTPUTS } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { n, OUTPUTS } });
	/* Means and factors could be taken into the weights, once for all rows. */
	pr->flops = 2.0 * (double)n * INPUTS * OUTPUTS;
	pr->bytes = 4.0 * (double)n * (1 + OUTPUTS);
	pr->workspace_bytes = (size_t)(2 * p[BATCH] * INPUTS) * sizeof(float);
	pr->n_threads = (int)p[THREADS];
	/* Two roundings of each input, and those of a sum. */
	pr->error_c = 2 + aisp_error_sum(INPUTS);
	if (p[ENTRIES] > INT32_MAX)
		pr->invalid = "entries must fit an int32";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *mean = aisp_in_f32(io, MEAN), *factor = aisp_in_f32(io, FACTOR);
	const int32_t *index = io->in[INDEX].data;

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		const float *x = aisp_in_f32(io, TABLE) +
				 index[(first + e) / OUTPUTS] * (int64_t)INPUTS;
		const float *w = aisp_in_f32(io, WEIGHTS) + (first + e) % OUTPUTS;
		double sum = 0;

		mag[e] = INPUTS * (double)FLT_MIN; /* products that underflow */
		for (int k = 0; k < INPUTS; k++) {
			double by = (double)factor[k] * (double)w[k * OUTPUTS];

			sum += ((double)x[k] - (double)mean[k]) * by;
			mag[e] +=
				(fabs((double)x[k]) + fabs((double)mean[k])) * fabs(by);
		}
		ref[e] = fmax(sum, 0);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "rows of a table, prepared for a layer",
	.n_params = 4,
	.params = { [BATCHES] = { "batches", 5, 16, 64, "batches" },
		    [BATCH] = { "batch", 37, 512, 4096, "rows of a batch" },
		    [ENTRIES] = { "entries", 301, 131072, 1 << 20,
				  "rows of the table" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
