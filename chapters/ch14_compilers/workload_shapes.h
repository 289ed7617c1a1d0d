/* SPDX-License-Identifier: MIT
 *
 * Many short rows, each of another length: row r is x[start[r], start[r + 1]) and
 * becomes x / sqrt(mean(x^2) + EPSILON).  Lengths are any from 1 to LONGEST, as often
 * as each other.
 * FLAGS: -O3
 */
#include <aisp/draw.h>
#include <aisp/workload.h>
#include <float.h>

enum { ROWS };
enum { X, START };

#define MEAN    32 /* two neighbours have twice as many, so that x is full */
#define LONGEST (2 * MEAN - 1)
#define EPSILON 1e-6f

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ROWS] * MEAN;

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { n } });
	aisp_add_in(pr, (struct aisp_spec){ "start", AISP_I64, 1, { p[ROWS] + 1 } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { n } });
	pr->flops = 3.0 * (double)n;
	pr->bytes = 8.0 * (double)n + 8.0 * (double)(p[ROWS] + 1);
	pr->bound_by = "branches on lengths";
	/* The sum's error halves in the root; of a division and a product, one each. */
	pr->error_c = aisp_error_sum(LONGEST);
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t *start = (int64_t *)io->in[START].data;
	int64_t rows = io->param[ROWS];

	start[0] = 0;
	for (int64_t r = 0; r < rows; r += 2) {
		int64_t n = 1 + (int64_t)(aisp_draw(bits, (uint64_t)r) % LONGEST);

		if (r + 1 == rows)
			n = MEAN;
		start[r + 1] = start[r] + n;
		if (r + 1 < rows)
			start[r + 2] = start[r] + 2 * MEAN;
	}
}

static int64_t row_of(const int64_t *start, int64_t rows, int64_t i)
{
	int64_t low = 0, high = rows;

	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;

		if (start[middle] <= i)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static double divisor(const float *x, int64_t n)
{
	double sum = 0;

	for (int64_t j = 0; j < n; j++)
		sum += (double)x[j] * (double)x[j];
	return sqrt(sum / (double)n + (double)EPSILON);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, X);
	const int64_t *start = io->in[START].data;

	(void)o;
	for (int64_t i = first, r = row_of(start, io->param[ROWS], first);
	     i < first + n; r++) {
		double by = divisor(x + start[r], start[r + 1] - start[r]);

		for (; i < start[r + 1] && i < first + n; i++) {
			ref[i - first] = (double)x[i] / by;
			mag[i - first] = fabs(ref[i - first]);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "rows of many lengths, normalised",
	.n_params = 1,
	.params = { [ROWS] = { "rows", 301, 1 << 15, 1 << 19, "rows" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
