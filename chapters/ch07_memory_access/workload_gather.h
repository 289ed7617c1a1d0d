/* SPDX-License-Identifier: MIT
 *
 * out[i] = table[index[i]], whole rows: the lookup of an embedding.  The table
 * exceeds the caches and the translation buffers, and the rows are random, so
 * each lookup is a full trip to memory.
 */
#include <aisp/workload.h>

enum { ROWS, COLS, N };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double distinct;

	aisp_add_in(pr,
		    (struct aisp_spec){ "table", AISP_F32, 2, { p[ROWS], p[COLS] } });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "index", AISP_I32, 1, { p[N] }, AISP_FILL_INDEX, p[ROWS] });
	aisp_add_out(pr, (struct aisp_spec){ "out", AISP_F32, 2, { p[N], p[COLS] } });
	/* The distinct rows among p[N] random ones, not the whole table. */
	distinct = (double)p[ROWS] * -expm1(-(double)p[N] / (double)p[ROWS]);
	pr->bytes = ((double)p[N] + distinct) * (double)p[COLS] * sizeof(float) +
		    (double)p[N] * sizeof(int32_t);
	pr->is_cold = 1;
	if (p[ROWS] > INT32_MAX)
		pr->invalid = "rows must fit an int32";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *index = (const int32_t *)io->in[1].data;
	int64_t cols = io->param[COLS];

	(void)o;
	for (int64_t e = 0; e < n; e += cols) {
		const float *row =
			aisp_in_f32(io, 0) + index[(first + e) / cols] * cols;

		for (int64_t j = 0; j < cols; j++) {
			ref[e + j] = (double)row[j];
			mag[e + j] = fabs(ref[e + j]);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "embedding lookup",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 1009, 1048576, 8388608, "rows of the table",
			       1 << 23 },
		    [COLS] = { "cols", 59, 16, 16, "floats of a row" },
		    [N] = { "n", 997, 262144, 2097152, "lookups", 1 << 22 } },
	.problem = problem,
	.reference = reference,
};
