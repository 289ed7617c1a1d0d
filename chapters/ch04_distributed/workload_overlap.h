/* SPDX-License-Identifier: MIT
 *
 * Gradients of the weights of a few layers, on their way back through a net that all
 * ranks have, each with rows of its own.  What a layer took, h, and what came back to
 * it, dz, are given; each rank needs the sums over the rows of all:
 *
 *     dw[l] = sum over ranks and their rows of h[l]^T dz[l]
 */
#include <aisp/gemm_reference.h>
#include <aisp/rank_sums.h>
#include <aisp/ranks.h>

enum { RANKS, LAYERS, ROWS, WIDTH };
enum { H, DZ };

/* Of each rank and layer. */
static struct aisp_spec layers_spec(const char *name, const int64_t *p, int64_t rows)
{
	return (struct aisp_spec){ .name = name,
				   .dtype = AISP_F32,
				   .rank = 4,
				   .shape = { p[RANKS], p[LAYERS], rows, p[WIDTH] },
				   .part = { AISP_PART_RANKS } };
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double rows = (double)(p[RANKS] * p[LAYERS] * p[ROWS]), w = (double)p[WIDTH];
	int64_t n = p[LAYERS] * p[WIDTH] * p[WIDTH];

	aisp_add_in(pr, layers_spec("h", p, p[ROWS]));
	aisp_add_in(pr, layers_spec("dz", p, p[ROWS]));
	aisp_add_out(pr, layers_spec("dw", p, p[WIDTH]));
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = (size_t)n * sizeof(float);
	pr->ranks.size_bytes = 4.0 * (double)n;
	pr->ranks.wire_bytes = 8.0 * (double)((p[RANKS] - 1) * n) / (double)p[RANKS];
	pr->flops = 2 * rows * w * w;
	pr->bytes = 8 * rows * w + 4.0 * (double)(p[RANKS] * n);
	pr->compute = AISP_F32;
	pr->uses = AISP_USES_STREAMS;
	pr->error_c = aisp_error_sum(p[RANKS] * p[ROWS]);
}

/* Row i of dw[l]: for each row of a layer's h, one element times a row of dz. */
static void reference_row(const struct aisp_io *io, int64_t l, int64_t i, double *ref,
			  double *mag)
{
	int64_t w = io->param[WIDTH], rows = io->param[ROWS];

	for (int64_t j = 0; j < w; j++) {
		ref[j] = 0;
		mag[j] = (double)(io->param[RANKS] * rows) * FLT_MIN;
	}
	for (int64_t r = 0; r < io->param[RANKS]; r++) {
		int64_t at = (r * io->param[LAYERS] + l) * rows * w;

		for (int64_t k = 0; k < rows; k++, at += w)
			aisp_gemm_row(aisp_in_f32(io, H) + at + i,
				      aisp_in_f32(io, DZ) + at, w, 1, ref, mag);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t w = io->param[WIDTH];

	(void)o;
	for (int64_t e = 0; e < n; e += w) {
		int64_t row = (first + e) / w % (io->param[LAYERS] * w);

		reference_row(io, row / w, row % w, ref + e, mag + e);
	}
}

static const char *invariant(const struct aisp_io *io)
{
	return aisp_same_bits(io, io->param[RANKS]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "gradients of layers, summed over ranks in the backward pass",
	.n_params = 4,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [LAYERS] = { "layers", 3, 12, 24, "of the net" },
		    [ROWS] = { "rows", 7, 64, 128, "of the batch, of each rank", 256 },
		    [WIDTH] = { "width", 19, 256, 512, "elements of a row", 1024 } },
	.problem = problem,
	.reference = reference,
	.invariant = invariant,
};
