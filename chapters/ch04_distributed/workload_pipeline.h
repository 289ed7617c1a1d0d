/* SPDX-License-Identifier: MIT
 *
 * A pipeline: a net's stages lie at one rank each, and microbatches of rows go through
 * them and back.  Stage s makes z of h, which the stage before has made, or x:
 *
 *     z[s] = h[s] w[s],  h[s + 1] = z[s] / (1 + |z[s]|)
 *     dz[s] = dh[s + 1] / (1 + |z[s]|)^2,  dh[s] = dz[s] w[s]^T
 *     dw[s] = h[s]^T dz[s]
 *
 * dy is the gradient of what the last stage makes.  Each rank needs the dw of its
 * stage, over all rows.
 */
#include "stage_trace.h"
#include <aisp/draw.h>
#include <aisp/ranks.h>
#include <stdlib.h>

static int64_t all_rows(const int64_t *p)
{
	return p[MICROBATCHES] * p[ROWS];
}

/* Microbatch m on its way forward (FORWARD) or back, in the window of a rank. */
static inline float *rows_for(const struct aisp_io *io, int rank, int way, int64_t m)
{
	return (float *)io->ranks->window[rank] +
	       (way * io->param[MICROBATCHES] + m) * io->param[ROWS] * io->param[WIDTH];
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t w = p[WIDTH], n = all_rows(p);
	const struct aisp_spec weights = { .name = "w",
					   .dtype = AISP_F32,
					   .rank = 3,
					   .shape = { p[RANKS], w, w },
					   .part = { AISP_PART_RANKS } };
	struct aisp_spec dw = weights;

	dw.name = "dw";
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { n, w } });
	aisp_add_in(pr, weights);
	aisp_add_in(pr, (struct aisp_spec){ "dy", AISP_F32, 2, { n, w } });
	aisp_add_in(pr, (struct aisp_spec){ .name = "trace",
					    .dtype = AISP_F32,
					    .rank = 4,
					    .shape = { n, p[RANKS], N_TRACED, w },
					    .is_hidden = 1 });
	aisp_add_out(pr, dw);
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.peers_write = 1; /* GPUs store, processes read */
	pr->ranks.window_bytes = 2 * sizeof(float) * (size_t)(n * w);
	/* Bytes of a rank with the most neighbours. */
	pr->ranks.wire_bytes = 4.0 * (double)(n * w) * (p[RANKS] > 2 ? 2 : 1);
	pr->flops = 2.0 * (double)(n * w * w * (3 * p[RANKS] - 1));
	pr->bytes = 8.0 * (double)(w * (n + p[RANKS] * w));
	pr->compute = AISP_F32;
	pr->uses = AISP_USES_STREAMS;
	pr->workspace_bytes = sizeof(float) * (size_t)(n * w + w * w);
	pr->error_c = aisp_error_sum(n > w ? n : w);
	if (w > MOST_WIDTH)
		pr->invalid = "width must be 256 at most";
	if (p[RANKS] < 2)
		pr->invalid = "a pipeline has two stages at least";
}

static void narrow(float *x, int64_t n, float scale, uint64_t bits)
{
	for (int64_t i = 0; i < n; i++)
		x[i] = fmaxf(-4, fminf(4, x[i])) * scale *
		       (aisp_draw(bits, (uint64_t)i) >> 63 ? -1.0f : 1.0f);
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t rows = all_rows(io->param), w = io->param[WIDTH];
	struct moved *z = (struct moved *)malloc((size_t)io->param[RANKS] * sizeof(*z));

	if (!z)
		abort();
	narrow((float *)io->in[X].data, rows * w, 1, aisp_draw(bits, 0));
	narrow((float *)io->in[DY].data, rows * w, 1, aisp_draw(bits, 1));
	narrow((float *)io->in[W].data, io->param[RANKS] * w * w,
	       1.5f / sqrtf((float)w), aisp_draw(bits, 2));
	for (int64_t r = 0; r < rows; r++)
		trace_row(io, r, z);
	free(z);
}

/* Row i of dw[s]. */
static void reference_row(const struct aisp_io *io, int64_t s, int64_t i, double *ref,
			  double *mag)
{
	int64_t n = io->param[WIDTH];
	double v[MOST_WIDTH] = { 0 };

	for (int64_t j = 0; j < n; j++)
		ref[j] = mag[j] = 0;
	for (int64_t r = 0; r < all_rows(io->param); r++) {
		double h = (double)traced(io, r, s, H)[i];
		double e = (double)traced(io, r, s, H_ERROR)[i];
		const float *dz = traced(io, r, s, DZ);
		const float *dz_error = traced(io, r, s, DZ_ERROR);

		for (int64_t j = 0; j < n; j++) {
			double a = h * (double)dz_error[j], b = e * (double)dz[j];

			ref[j] += h * (double)dz[j];
			mag[j] += fabs(h * (double)dz[j]) + LEAST;
			v[j] += a * a + b * b;
		}
	}
	for (int64_t j = 0; j < n; j++)
		mag[j] += sqrt(v[j]);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t w = io->param[WIDTH];

	(void)o;
	for (int64_t e = 0; e < n; e += w) {
		int64_t row = (first + e) / w;

		reference_row(io, row / w, row % w, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "microbatches through a pipeline and back",
	.n_params = 4,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes, of a stage each" },
		    [MICROBATCHES] = { "microbatches", 3, 4, 8, "of the batch" },
		    [ROWS] = { "rows", 7, 64, 64, "of a microbatch", 256 },
		    [WIDTH] = { "width", 19, 128, 256, "elements of a row", 256 } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
