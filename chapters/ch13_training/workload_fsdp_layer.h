/* SPDX-License-Identifier: MIT
 *
 * Gradients of a net whose weights are cut into as many parts as there are ranks, some
 * rows of each layer for each of them; every rank has rows of the batch.  It needs all
 * weights of a layer while it works on it, there and back, and of the gradients, summed
 * over all ranks' rows of the batch, its own part (Y. Zhao and others, PyTorch FSDP,
 * 2023).  The layers are those of net.h.
 */
#include "net_data.h"
#include <aisp/ranks.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = WIDTH + 1 }; /* ROWS are those of a rank */

static struct aisp_spec of_ranks(const char *name, const int64_t *p, int64_t layers,
				 int64_t rows)
{
	return (struct aisp_spec){ .name = name,
				   .dtype = AISP_F32,
				   .rank = 4,
				   .shape = { p[RANKS], layers, rows, p[WIDTH] },
				   .part = { AISP_PART_RANKS } };
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t layers = p[LAYERS], w = p[WIDTH], all = p[RANKS] * p[ROWS];
	double product = 2.0 * (double)(all * w * w);
	struct aisp_spec trace = { "trace", AISP_F32, 4, { all, layers, N_TRACED, w } };

	trace.is_hidden = 1;
	aisp_add_in(pr, of_ranks("x", p, 1, p[ROWS]));
	aisp_add_in(pr, of_ranks("w", p, layers, w / p[RANKS]));
	aisp_add_in(pr, of_ranks("dy", p, 1, p[ROWS]));
	aisp_add_in(pr, trace);
	aisp_add_out(pr, of_ranks("dw", p, layers, w / p[RANKS]));
	pr->ranks.n = (int)p[RANKS];
	/* This rank's part of the weights, and its gradients of all. */
	pr->ranks.window_bytes =
		sizeof(float) * (size_t)(layers * w * (w / p[RANKS] + w));
	pr->ranks.size_bytes = 4.0 * (double)(layers * w * w);
	/* Weights, there and back but for the last layer, and gradients. */
	pr->ranks.wire_bytes = 4.0 * (double)((3 * layers - 1) * w * w) *
			       (double)(p[RANKS] - 1) / (double)p[RANKS];
	pr->flops = product * (3.0 * (double)layers - 1);
	pr->bytes = 8.0 * (double)w * (double)(all + layers * w);
	pr->compute = AISP_F32;
	pr->workspace_bytes =
		sizeof(float) * (size_t)(2 * w * w + (2 * layers + 2) * p[ROWS] * w);
	pr->error_c = aisp_error_sum(all > w ? all : w);
	if (w > MOST_WIDTH)
		pr->invalid = "width must be 256 at most";
	if (w % p[RANKS])
		pr->invalid = "width must be a multiple of ranks";
}

/* Row i of layer l of what is cut by ranks, in elements. */
static inline int64_t cut_row(const int64_t *p, int64_t l, int64_t i)
{
	int64_t part = p[WIDTH] / p[RANKS];

	return ((i / part * p[LAYERS] + l) * part + i % part) * p[WIDTH];
}

/* Weights of all layers, in one piece each. */
static float *whole_weights(const struct aisp_io *io)
{
	int64_t n = io->param[WIDTH], rows = io->param[LAYERS] * n;
	float *w = malloc((size_t)(rows * n) * sizeof(*w));

	for (int64_t i = 0; i < rows && w; i++)
		memcpy(w + i * n, aisp_in_f32(io, W) + cut_row(io->param, i / n, i % n),
		       (size_t)n * sizeof(*w));
	return w;
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	const int64_t *p = io->param;
	int64_t rows = p[RANKS] * p[ROWS], n = p[WIDTH];
	double *sums = malloc((size_t)(2 * p[LAYERS] * n) * sizeof(*sums));
	float *w;

	narrow((float *)io->in[X].data, rows * n);
	narrow((float *)io->in[DY].data, rows * n);
	for (int64_t l = 0; l < p[LAYERS]; l++)
		for (int64_t r = 0; r < p[RANKS]; r++)
			make_weights((float *)io->in[W].data +
					     cut_row(p, l, r * n / p[RANKS]),
				     n / p[RANKS], n,
				     aisp_draw(bits, (uint64_t)(l * p[RANKS] + r)));
	w = whole_weights(io);
	if (!w || !sums)
		abort();
	for (int64_t r = 0; r < rows; r++)
		trace_row(io, w, r, sums);
	free(w);
	free(sums);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *p = io->param;
	int64_t width = p[WIDTH], part = width / p[RANKS];

	(void)o;
	for (int64_t e = 0; e < n; e += width) {
		int64_t row = (first + e) / width, rank = row / part / p[LAYERS];

		gradient_row(io, p[RANKS] * p[ROWS], row / part % p[LAYERS],
			     rank * part + row % part, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "gradients of layers whose weights ranks share",
	.n_params = 4,
	.params = { [ROWS] = { "rows", 7, 96, 128, "of the batch, of each rank" },
		    [LAYERS] = { "layers", 3, 6, 12, "layers of the net" },
		    [WIDTH] = { "width", 120, 120, 240, "elements of a row" },
		    [RANKS] = { "ranks", 2, 2, 4, "processes" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
