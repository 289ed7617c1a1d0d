/* SPDX-License-Identifier: MIT
 *
 * The k largest of each row, in descending order: what sampling from a vocabulary
 * begins with.  Hardly any element belongs to them, which is quickly seen once k good
 * ones are known.
 */
#include <aisp/workload.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS, COLS, K };

#define MOST_K 1024 /* what a GPU's block sorts in shared memory */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "x",
					    .dtype = AISP_F32,
					    .rank = 2,
					    .shape = { p[ROWS], p[COLS] },
					    .part = { AISP_PART_BATCH } });
	aisp_add_out(pr,
		     (struct aisp_spec){ "largest", AISP_F32, 2, { p[ROWS], p[K] } });
	pr->bytes = (double)p[ROWS] * (double)(p[COLS] + p[K]) * sizeof(float);
	if (p[K] > p[COLS] || p[K] > MOST_K || p[COLS] > 1 << 30)
		pr->invalid = "k must not exceed cols or 1024, nor cols 2^30";
}

static int descending(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return (x < y) - (x > y);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[COLS], k = io->param[K];
	float *row = (float *)malloc((size_t)cols * sizeof(*row));

	(void)o;
	for (int64_t e = 0; row && e < n; e += k) {
		memcpy(row, aisp_in_f32(io, 0) + (first + e) / k * cols,
		       (size_t)cols * sizeof(*row));
		qsort(row, (size_t)cols, sizeof(*row), descending);
		for (int64_t i = 0; i < k; i++) {
			ref[e + i] = (double)row[i];
			mag[e + i] = 0; /* copies: bits must match */
		}
	}
	free(row);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "the k largest of each row",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 7, 64, 256, "rows", 8192 },
		    [COLS] = { "cols", 509, 8192, 32768, "elements of a row", 32768 },
		    [K] = { "k", 13, 32, 64, "of them that are wanted", 64 } },
	.problem = problem,
	.reference = reference,
};
