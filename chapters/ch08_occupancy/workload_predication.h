/* SPDX-License-Identifier: MIT
 *
 * Select: in each row, the elements above 0.5 move to the front in their order; and
 * their number.  The data decide every step, so that no branch on them can be foreseen.
 */
#include <aisp/workload.h>

#define THRESHOLD 0.5f

enum { ROWS, COLS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "kept",
					     .dtype = AISP_F32,
					     .rank = 2,
					     .shape = { rows, cols },
					     .is_ragged = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "n_kept", AISP_I32, 1, { rows } });
	/* What is kept, the data say: it may be nothing. */
	pr->bytes = (double)(rows * cols + rows) * sizeof(float);
}

static int64_t reference_row(const float *x, int64_t cols, double *kept, double *mag)
{
	int64_t n = 0;

	for (int64_t j = 0; j < cols; j++)
		if (x[j] > THRESHOLD) {
			if (kept)
				kept[n] = (double)x[j];
			n++;
		}
	for (int64_t j = n; kept && j < cols; j++) {
		kept[j] = 0;
		mag[j] = -1; /* not there */
	}
	return n;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0);
	int64_t cols = io->param[COLS];

	for (int64_t e = 0; e < n; e++)
		mag[e] = 0; /* copies: bits must match */
	if (o == 0)
		for (int64_t e = 0; e < n; e += cols)
			reference_row(x + first + e, cols, ref + e, mag + e);
	else
		for (int64_t e = 0; e < n; e++)
			ref[e] = (double)reference_row(x + (first + e) * cols, cols,
						       NULL, NULL);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "selection of the elements above a threshold",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 500, 2000, "rows", 16384 },
		    [COLS] = { "cols", 83, 2000, 4000, "columns", 8192 } },
	.problem = problem,
	.reference = reference,
};
