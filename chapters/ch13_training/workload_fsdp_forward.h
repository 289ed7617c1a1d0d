/* SPDX-License-Identifier: MIT
 *
 * A layer's product where each rank has rows of the batch and keeps a part of the
 * weights (Y. Zhao and others, PyTorch FSDP, 2023): each needs all of them, and has
 * room for no more than this layer's.
 *
 *     y = x w^T
 *
 * in bf16, sums in fp32.  x [ranks, rows, inputs]; w [ranks, outputs / ranks, inputs],
 * a rank's part being so many outputs; y [ranks, rows, outputs].  A window has room for
 * the weights of all outputs.
 */
#include "fsdp_bf16.h"
#include <stdlib.h>

enum { X, W };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	const int64_t ranks = p[RANKS], rows = p[ROWS], out = p[OUTPUTS];
	const int64_t in = p[INPUTS];
	const double weights = 2 * (double)(out * in);

	aisp_add_in(pr, of_ranks("x", p, rows, in));
	aisp_add_in(pr, of_ranks("w", p, out / ranks, in));
	aisp_add_out(pr, of_ranks("y", p, rows, out));
	set_layer(p, pr);
	pr->ranks.window_bytes = sizeof(uint16_t) * (size_t)(out * in);
	pr->ranks.size_bytes = weights;
	pr->ranks.wire_bytes = weights * (double)(ranks - 1) / (double)ranks;
	pr->flops = 2.0 * (double)(ranks * rows) * (double)out * (double)in;
	pr->bytes = 2 * (double)(ranks * rows) * (double)(in + out) + weights;
	pr->workspace_bytes = (size_t)64 << 20; /* for the library */
}

/* Whole rows of y: mag is in units of AISP_BF16_ONCE times the unit roundoff, 2^-8. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint16_t *x = (const uint16_t *)io->in[X].data;
	const uint16_t *w = (const uint16_t *)io->in[W].data;
	int64_t out = io->param[OUTPUTS], in = io->param[INPUTS];
	float *row = (float *)malloc((size_t)in * sizeof(*row));

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		int64_t i = (first + e) / out, j = (first + e) % out;

		ref[e] = mag[e] = NAN; /* without memory nothing passes */
		if (!row)
			continue;
		if (e == 0 || j == 0)
			widen(x + i * in, in, row);
		ref[e] = product_of(row, w + j * in, in, &mag[e]);
		mag[e] = layer_mag(ref[e], in, mag[e]);
	}
	free(row);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "product of a layer whose weights are sharded, bf16",
	.n_params = 4,
	.params = LAYER_PARAMS,
	.problem = problem,
	.reference = reference,
};
