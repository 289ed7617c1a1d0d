/* SPDX-License-Identifier: MIT
 *
 * y = W x with weights of 4 bits and a scale in bf16 for each group of 128 of a row,
 * as in the decoding of quantised language models.  Each weight is used once, so
 * memory binds, by the half byte that a weight has.  The same weights in bf16 are an
 * input too.
 */
#include "int4_groups.h"

#include <aisp/workload.h>
#include <float.h>

enum { ROWS, COLS };

enum { IN_W, IN_WQ, IN_WS, IN_X };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[ROWS], k = p[COLS], g = n_groups(k);

	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_BF16, 2, { m, k } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "wq", AISP_U4, 2, { m, k }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "ws", AISP_BF16, 2, { m, g } });
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 1, { k } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { m } });
	pr->flops = 2.0 * (double)m * (double)k;
	pr->bytes = (double)m * ((double)k / 2 + 2 * (double)g) + 2 * (double)k +
		    4 * (double)m;
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->error_c = aisp_error_sum(k);
	if (k % 32)
		pr->invalid = "cols is a multiple of 32";
}

/* w follows from the rest. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t rows = io->in[IN_W].shape[0];

	(void)bits;
	dequantise(&io->in[IN_W], &io->in[IN_WQ], &io->in[IN_WS],
		   aisp_part_begin(rows, part, n_parts),
		   aisp_part_begin(rows, part + 1, n_parts));
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t k = io->param[COLS], g = n_groups(k);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = 0;
		/* Products that underflow. */
		mag[e] = (double)k * 1024 * (double)FLT_MIN;
		for (int64_t j = 0; j < k; j++) {
			int64_t i = first + e;
			double t = scale_at(&io->in[IN_WS], i * g, j) *
				   quantum(&io->in[IN_WQ], i * k + j) *
				   aisp_bf16_at(&io->in[IN_X], j);

			ref[e] += t;
			mag[e] += fabs(t);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix-vector product, 4-bit groups",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 4096, 16384, "rows of W", 8192 },
		    [COLS] = { "cols", 352, 4096, 16384,
			       "columns of W, elements of x: a multiple of 32",
			       8192 } },
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = reference,
};
