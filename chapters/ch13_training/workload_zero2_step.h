/* SPDX-License-Identifier: MIT
 *
 * The way back through a net and the step of AdamW behind it, where each rank has rows
 * of the batch, and keeps moments and gradients of a part of each layer's weights alone
 * (S. Rajbhandari and others, ZeRO, 2020: its second stage).  From x and dy, the inputs
 * and the gradients of the results of each layer at each rank, new p at every rank, and
 * of m and v each rank's part, some rows of each layer:
 *
 *     g = sum over ranks and rows of dy^T x / ranks
 */
#include <aisp/ranks.h>
#include <aisp/workload.h>
#include <float.h>
#include <string.h>

enum { RANKS, LAYERS, ROWS, WIDTH };      /* ROWS of a rank */
enum { P0, M0, V0, GIVEN, DELTA, HYPER }; /* inputs */

#include "sharded_reference.h"

#define MOST_WIDTH 1024

/* Weights of a layer, and those that a rank looks after. */
static inline int64_t layer_elems(const int64_t *p)
{
	return p[WIDTH] * p[WIDTH];
}

static inline int64_t part_elems(const int64_t *p)
{
	return layer_elems(p) / p[RANKS];
}

static struct aisp_spec of_ranks(const char *name, const int64_t *p, int64_t n)
{
	return (struct aisp_spec){ .name = name,
				   .dtype = AISP_F32,
				   .rank = 3,
				   .shape = { p[RANKS], p[LAYERS], n },
				   .part = { AISP_PART_RANKS },
				   .by_element = 1 };
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = layer_elems(p), all = p[LAYERS] * n, rows = p[RANKS] * p[ROWS];

	aisp_add_in(pr, (struct aisp_spec){ "p0", AISP_F32, 2, { p[LAYERS], n } });
	aisp_add_in(pr, of_ranks("m0", p, part_elems(p)));
	aisp_add_in(pr, of_ranks("v0", p, part_elems(p)));
	aisp_add_in(pr, of_ranks("x", p, p[ROWS] * p[WIDTH]));
	aisp_add_in(pr, of_ranks("dy", p, p[ROWS] * p[WIDTH]));
	aisp_add_in(pr, (struct aisp_spec){ "hyper", AISP_F32, 1, { N_HYPER } });
	aisp_add_out(pr, of_ranks("p", p, n));
	aisp_add_out(pr, of_ranks("m", p, part_elems(p)));
	aisp_add_out(pr, of_ranks("v", p, part_elems(p)));
	pr->ranks.n = (int)p[RANKS];
	/* Gradients of all layers, or of two and the new parameters of a part. */
	pr->ranks.window_bytes =
		sizeof(float) * (size_t)(all + 2 * n + p[LAYERS] * part_elems(p));
	pr->ranks.size_bytes = 4.0 * (double)all;
	pr->ranks.wire_bytes =
		8.0 * (double)(p[LAYERS] * part_elems(p) * (p[RANKS] - 1));
	pr->flops = (double)all * (double)(2 * rows + 15 + p[RANKS]);
	pr->bytes = 4.0 * ((double)all * (double)(5 + p[RANKS]) +
			   2.0 * (double)(rows * p[LAYERS] * p[WIDTH]));
	pr->compute = AISP_F32;
	pr->error_c = STEP_C + aisp_error_sum(rows);
	if (p[WIDTH] > MOST_WIDTH || p[WIDTH] % p[RANKS])
		pr->invalid = "width is a multiple of ranks, 1024 at most";
}

/* Between -1 and 1, so that no product overflows. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	for (int k = GIVEN; k <= DELTA; k++) {
		float *x = (float *)io->in[k].data;

		for (int64_t i = 0; i < aisp_elems(&io->in[k]); i++)
			x[i] /= 1 + fabsf(x[i]);
	}
	put_hyper((float *)io->in[HYPER].data, bits, io->param[RANKS]);
	put_second((float *)io->in[V0].data, aisp_in_f32(io, M0),
		   aisp_elems(&io->in[V0]));
}

/* The mean over ranks of a weight's gradient, and the sum of its terms' magnitudes, of
 * which those below the normal numbers may be 0. */
static void mean_gradient(const struct aisp_io *io, int64_t layer, int64_t i, double *g,
			  double *size)
{
	const int64_t *p = io->param;
	int64_t w = p[WIDTH];
	double share = (double)aisp_in_f32(io, HYPER)[SHARE];

	*g = *size = 0;
	for (int64_t r = 0; r < p[RANKS] * p[ROWS]; r++) {
		int64_t row = (r / p[ROWS] * p[LAYERS] + layer) * p[ROWS] + r % p[ROWS];
		double a = share * (double)aisp_in_f32(io, DELTA)[row * w + i / w] *
			   (double)aisp_in_f32(io, GIVEN)[row * w + i % w];

		*g += a;
		*size += fabs(a) + (double)FLT_MIN;
	}
}

/* Weight i of a layer. */
static void step_weight(const struct aisp_io *io, int64_t layer, int64_t i,
			struct stepped *s)
{
	const int64_t *p = io->param;
	int64_t part = part_elems(p);
	int64_t own = (i / part * p[LAYERS] + layer) * part + i % part;
	double g, size;

	mean_gradient(io, layer, i, &g, &size);
	step_from(aisp_in_f32(io, HYPER),
		  (double)aisp_in_f32(io, P0)[layer * layer_elems(p) + i],
		  (double)aisp_in_f32(io, M0)[own], (double)aisp_in_f32(io, V0)[own], g,
		  size, s);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *p = io->param;
	int64_t part = o == P ? layer_elems(p) : part_elems(p);

	for (int64_t e = 0; e < n; e++) {
		int64_t row = (first + e) / part, rank = row / p[LAYERS];
		struct stepped s;

		step_weight(io, row % p[LAYERS],
			    (o == P ? 0 : rank * part) + (first + e) % part, &s);
		ref[e] = s.x[o];
		mag[e] = s.mag[o];
	}
}

/* A rank that continues with parameters of different bits drifts from its peers. */
static const char *invariant(const struct aisp_io *io)
{
	size_t bytes =
		sizeof(float) * (size_t)(io->param[LAYERS] * layer_elems(io->param));
	const char *p = io->out[P].data;

	for (int64_t r = 1; r < io->param[RANKS]; r++)
		if (memcmp(p, p + (size_t)r * bytes, bytes))
			return "ranks have parameters of different bits";
	return NULL;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "gradients and a step of AdamW, of a part of each layer at each rank",
	.n_params = 4,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [LAYERS] = { "layers", 3, 16, 32, "layers" },
		    [ROWS] = { "rows", 5, 16, 32, "rows of the batch at a rank" },
		    [WIDTH] = { "width", 22, 256, 512, "elements of a row" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.invariant = invariant,
};
