/* SPDX-License-Identifier: MIT
 *
 * A step's products for few rows: y = x W^T for a batch of `rows` and yb = xb Wb^T for
 * one of `others`, in bf16 with sums in fp32.  A row's bits may not depend on the other
 * rows of its batch nor on its place there: where rows of x and xb are equal, and a row
 * of W and the same one of Wb, the results are, bit by bit.  Both weights are read
 * once, so that few rows wait for memory.
 */
#include <aisp/bf16.h>
#include <aisp/draw.h>
#include <aisp/workload.h>
#include <float.h>
#include <string.h>

enum { ROWS, OTHERS, COLS, DEPTH, THREADS };
enum { X, W, XB, WB };
enum { Y, YB };

#define SHARED 64 /* of so many rows of W about one is a row of Wb */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[ROWS], mb = p[OTHERS], n = p[COLS], k = p[DEPTH];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_BF16, 2, { n, k } });
	aisp_add_in(pr, (struct aisp_spec){ "xb", AISP_BF16, 2, { mb, k } });
	aisp_add_in(pr, (struct aisp_spec){ "wb", AISP_BF16, 2, { n, k } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { m, n } });
	aisp_add_out(pr, (struct aisp_spec){ "yb", AISP_F32, 2, { mb, n } });
	pr->out[Y].by_element = pr->out[YB].by_element = 1;
	pr->flops = 2.0 * (double)(m + mb) * (double)(n * k);
	pr->bytes = 4.0 * (double)(n * k) + (double)(m + mb) * (double)(2 * k + 4 * n);
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->error_c = aisp_error_sum(k);
	if (m > 64 || mb > 64)
		pr->invalid = "rows and others are at most 64";
	if (k % 8)
		pr->invalid = "depth is a multiple of 8: rows start at 16 bytes";
}

static uint16_t *row_of(const struct aisp_io *io, int in, int64_t i)
{
	return (uint16_t *)io->in[in].data + i * io->param[DEPTH];
}

/* The last row of x is the first one; those of xb are any of x but for the last, which
 * has none that is equal; about one in SHARED of Wb's is W's. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t m = io->param[ROWS], mb = io->param[OTHERS];
	size_t size = (size_t)io->param[DEPTH] * sizeof(uint16_t);

	memmove(row_of(io, X, m - 1), row_of(io, X, 0), size);
	for (int64_t i = 0; i < (mb > 1 ? mb - 1 : mb); i++)
		memcpy(row_of(io, XB, i),
		       row_of(io, X, (int64_t)(aisp_draw(bits, (uint64_t)i) % m)),
		       size);
	for (int64_t n = 0; n < io->param[COLS]; n++)
		if (aisp_draw(~bits, (uint64_t)n) % SHARED == 0)
			memcpy(row_of(io, WB, n), row_of(io, W, n), size);
}

static int is_equal(const struct aisp_io *io, int a, int64_t i, int b, int64_t j)
{
	return !memcmp(row_of(io, a, i), row_of(io, b, j),
		       (size_t)io->param[DEPTH] * sizeof(uint16_t));
}

/* Row i of output a and row j of output b, whose rows of inputs are equal. */
static int agrees(const struct aisp_io *io, int a, int64_t i, int b, int64_t j)
{
	int64_t n = io->param[COLS];
	const float *x = aisp_out_f32(io, a) + i * n, *y = aisp_out_f32(io, b) + j * n;

	for (int64_t c = 0; c < n; c++)
		if (memcmp(x + c, y + c, sizeof(*x)) &&
		    (a == b || is_equal(io, W, c, WB, c)))
			return 0;
	return 1;
}

#include "same_rows.h"

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[COLS], k = io->param[DEPTH];
	int x = o == Y ? X : XB, w = o == Y ? W : WB;

	for (int64_t e = 0; e < n; e++) {
		int64_t i = (first + e) / cols * k, j = (first + e) % cols * k;

		ref[e] = mag[e] = 0;
		for (int64_t c = 0; c < k; c++) {
			double a = aisp_bf16_at(&io->in[x], i + c);
			double b = aisp_bf16_at(&io->in[w], j + c);

			ref[e] += a * b;
			/* What is below the normal numbers may count as 0. */
			mag[e] += fabs(a * b) + (double)FLT_MIN / (double)FLT_EPSILON *
							(fabs(a) + fabs(b) + 1);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "products of few rows, the same bits in any batch",
	.n_params = 5,
	.params = { [ROWS] = { "rows", 7, 8, 16, "rows of a batch, at most 64", 16 },
		    [OTHERS] = { "others", 3, 1, 3, "rows of another one", 1 },
		    [COLS] = { "cols", 131, 2048, 8192, "rows of each W", 8192 },
		    [DEPTH] = { "depth", 328, 2048, 8192, "columns of each W", 8192 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.invariant = invariant,
};
