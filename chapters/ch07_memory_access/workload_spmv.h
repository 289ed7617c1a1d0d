/* SPDX-License-Identifier: MIT
 *
 * y = A x, A sparse in compressed rows: elements start[i] to start[i + 1] of value are
 * those of row i, and column says which of x each meets.  Rows are as long as words are
 * frequent: row i has about 1 / (i + 1) of what row 0 has (G. Zipf), as where rows are
 * tokens or pages in order of their frequency, and every 16th row is empty.
 */
#include <aisp/workload.h>
#include <float.h>

#define ROUNDOFF 0x1p-24 /* of fp32 */

enum { ROWS, PER_ROW, THREADS };
enum { START, COLUMN, VALUE, X };

#define EMPTY_EVERY 16

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], n = rows * p[PER_ROW];

	aisp_add_in(pr, (struct aisp_spec){ "start", AISP_I64, 1, { rows + 1 } });
	aisp_add_in(pr, (struct aisp_spec){ .name = "column",
					    .dtype = AISP_I32,
					    .rank = 1,
					    .shape = { n },
					    .fill = AISP_FILL_INDEX,
					    .limit = rows,
					    .whole = AISP_PART_PATTERN });
	aisp_add_in(pr, (struct aisp_spec){ .name = "value",
					    .dtype = AISP_F32,
					    .rank = 1,
					    .shape = { n },
					    .part = { AISP_PART_NONZEROS } });
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { rows } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { rows } });
	pr->flops = 2.0 * (double)n;
	pr->bytes = 8.0 * (double)n + 8.0 * (double)(rows + 1) + 8.0 * (double)rows;
	pr->compute = AISP_F32;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->error_c = aisp_error_sum(n);
	if (rows > INT32_MAX)
		pr->invalid = "rows must fit an int32";
}

/* The elements of row i, if row 0 has `most`. */
static inline int64_t row_elems(int64_t most, int64_t i)
{
	return i % EMPTY_EVERY == EMPTY_EVERY - 1 ? 0 : most / (i + 1);
}

/* The largest `most` with which all rows have no more than n elements. */
static inline int64_t most_elems(int64_t rows, int64_t n)
{
	double harmonic = 0;
	int64_t sum = 0, most;

	for (int64_t i = 0; i < rows; i++)
		harmonic +=
			i % EMPTY_EVERY == EMPTY_EVERY - 1 ? 0 : 1 / (double)(i + 1);
	most = (int64_t)((double)n / harmonic);
	for (int64_t i = 0; i < rows; i++)
		sum += row_elems(most, i);
	return sum > n ? 0 : most; /* the sum of the floors is no larger */
}

/* What the division leaves over is the last row's. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t rows = io->param[ROWS], n = rows * io->param[PER_ROW];
	int64_t most = most_elems(rows, n), *start = (int64_t *)io->in[START].data;

	(void)bits;
	start[0] = 0;
	for (int64_t i = 0; i < rows; i++)
		start[i + 1] = start[i] + row_elems(most, i);
	start[rows] = n;
}

/*
 * Each product and each addition may be off by FLT_MIN: a GPU's atomic ones make zeros
 * of subnormal numbers.
 */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *start = (const int64_t *)io->in[START].data;
	const int32_t *column = (const int32_t *)io->in[COLUMN].data;
	const float *value = aisp_in_f32(io, VALUE), *x = aisp_in_f32(io, X);
	double c = aisp_error_sum(io->param[ROWS] * io->param[PER_ROW]);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		int64_t i = first + e, n_terms = start[i + 1] - start[i];

		ref[e] = mag[e] = 0;
		for (int64_t k = start[i]; k < start[i + 1]; k++) {
			double t = (double)value[k] * (double)x[column[k]];

			ref[e] += t;
			mag[e] += fabs(t);
		}
		/* The model's constant is that of all elements in one row. */
		mag[e] = (mag[e] * aisp_error_sum(n_terms) +
			  2 * (double)n_terms * FLT_MIN / ROUNDOFF) /
			 c;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "sparse matrix times vector, rows of very different length",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 1003, 1 << 17, 1 << 20, "rows and columns",
			       1 << 20 },
		    [PER_ROW] = { "per_row", 7, 16, 16, "elements a row, on average" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
