/* SPDX-License-Identifier: MIT
 *
 * The way back through a layer where each rank has rows of the batch and keeps a part
 * of the weights (Y. Zhao and others, PyTorch FSDP, 2023): it needs all weights for the
 * gradients of what the layer took, and of the weights' gradients, summed over the rows
 * of all ranks, its own part.
 *
 *     dx = dy w,  dw = the sum over ranks of dy^T x
 *
 * in bf16, sums in fp32, those over ranks too.  x and dx [ranks, rows, inputs]; dy
 * [ranks, rows, outputs]; w and dw [ranks, outputs / ranks, inputs], a rank's part
 * being so many outputs.  A window has room for the weights of all outputs, and behind
 * them for their gradients in fp32.
 */
#include "fsdp_bf16.h"

enum { X, W, DY };
enum { DX, DW };

#define LIBRARY_ROOM ((size_t)64 << 20)

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	const int64_t ranks = p[RANKS], rows = p[ROWS], out = p[OUTPUTS];
	const int64_t in = p[INPUTS];
	const double weights = (double)(out * in);

	aisp_add_in(pr, of_ranks("x", p, rows, in));
	aisp_add_in(pr, of_ranks("w", p, out / ranks, in));
	aisp_add_in(pr, of_ranks("dy", p, rows, out));
	aisp_add_out(pr, of_ranks("dx", p, rows, in));
	aisp_add_out(pr, of_ranks("dw", p, out / ranks, in));
	set_layer(p, pr);
	pr->ranks.window_bytes =
		(sizeof(uint16_t) + sizeof(float)) * (size_t)(out * in);
	/* Weights go to all ranks, and fp32 gradients to the rank that keeps them. */
	pr->ranks.size_bytes = 6 * weights;
	pr->ranks.wire_bytes = 6 * weights * (double)(ranks - 1) / (double)ranks;
	pr->flops = 4.0 * (double)(ranks * rows) * weights;
	pr->bytes = 2 * (double)(ranks * rows) * (double)(2 * in + out) + 4 * weights;
	/* For the library, and for gradients in fp32 on their way. */
	pr->workspace_bytes = LIBRARY_ROOM + sizeof(float) * (size_t)(out * in);
}

/* n elements of a row: ref[i] is the sum of k products of a[t * stride] and
 * b[t * pitch + i].  mag is in units of AISP_BF16_ONCE times the unit roundoff, 2^-8.
 */
static void sum_row(const uint16_t *a, int64_t stride, const uint16_t *b, int64_t pitch,
		    int64_t k, int64_t n, double *ref, double *mag)
{
	for (int64_t i = 0; i < n; i++)
		ref[i] = mag[i] = 0;
	for (int64_t t = 0; t < k; t++) {
		double factor = (double)bf16_to_float(a[t * stride]);

		for (int64_t i = 0; i < n; i++) {
			double x = factor * (double)bf16_to_float(b[t * pitch + i]);

			ref[i] += x;
			mag[i] += fabs(x);
		}
	}
	for (int64_t i = 0; i < n; i++)
		mag[i] = layer_mag(ref[i], k, mag[i]);
}

/* Both outputs are rows of `inputs` elements: of a row of the batch, or of an output of
 * the layer. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint16_t *x = (const uint16_t *)io->in[X].data;
	const uint16_t *w = (const uint16_t *)io->in[W].data;
	const uint16_t *dy = (const uint16_t *)io->in[DY].data;
	int64_t out = io->param[OUTPUTS], in = io->param[INPUTS];
	int64_t all = io->param[RANKS] * io->param[ROWS], some;

	for (int64_t e = 0; e < n; e += some) {
		int64_t row = (first + e) / in, at = (first + e) % in;

		some = in - at < n - e ? in - at : n - e;
		if (o == DX)
			sum_row(dy + row * out, 1, w + at, in, out, some, ref + e,
				mag + e);
		else
			sum_row(dy + row, out, x + at, in, all, some, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "gradients of a layer whose weights are sharded, bf16",
	.n_params = 4,
	.params = LAYER_PARAMS,
	.problem = problem,
	.reference = reference,
};
