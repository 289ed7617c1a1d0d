/* SPDX-License-Identifier: MIT
 *
 * A feed-forward block whose inner features are split over ranks.  Each rank has
 * columns of w1 and rows of w2, and from them a part of every element of y, which all
 * need:
 *
 *     y = sum over ranks of relu(x w1[rank]) w2[rank]
 *
 * (M. Shoeybi and others, Megatron-LM, 2019).
 */
#include <aisp/gemm_reference.h>
#include <aisp/rank_sums.h>
#include <aisp/ranks.h>
#include <stdlib.h>

enum { RANKS, ROWS, WIDTH, INNER };
enum { X, W1, W2 };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], w = p[WIDTH], f = p[INNER];
	double weights = (double)(p[RANKS] * w * f), y = (double)(rows * w);

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, w } });
	aisp_add_in(pr, (struct aisp_spec){ .name = "w1",
					    .dtype = AISP_F32,
					    .rank = 3,
					    .shape = { p[RANKS], w, f },
					    .part = { AISP_PART_RANKS } });
	aisp_add_in(pr, (struct aisp_spec){ .name = "w2",
					    .dtype = AISP_F32,
					    .rank = 3,
					    .shape = { p[RANKS], f, w },
					    .part = { AISP_PART_RANKS } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "y",
					     .dtype = AISP_F32,
					     .rank = 3,
					     .shape = { p[RANKS], rows, w },
					     .part = { AISP_PART_RANKS } });
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = sizeof(float) * (size_t)(rows * w);
	pr->ranks.size_bytes = 4 * y;
	pr->ranks.wire_bytes = 8 * y * (double)(p[RANKS] - 1) / (double)p[RANKS];
	pr->flops = 4 * (double)rows * weights;
	pr->bytes = 8 * weights + 4 * y * (double)(1 + p[RANKS]);
	pr->compute = AISP_F32;
	pr->uses = AISP_USES_STREAMS;
	pr->workspace_bytes = sizeof(float) * (size_t)(rows * f);
	pr->error_c = aisp_error_sum(p[RANKS] * f);
}

/* Adds what one rank has of a row of y; v: variance of what the inner sums' roundings
 * do, in units of roundoff. */
static void add_rank(const struct aisp_io *io, int64_t rank, const float *x,
		     double *restrict ref, double *restrict mag, double *restrict v)
{
	int64_t w = io->param[WIDTH], f = io->param[INNER];
	double inner_c = aisp_error_sum(w),
	       *sum = (double *)calloc((size_t)(2 * f), sizeof(*sum));

	if (!sum)
		abort();
	aisp_gemm_row(x, aisp_in_f32(io, W1) + rank * w * f, f, w, sum, sum + f);
	for (int64_t k = 0; k < f; k++) {
		const float *w2 = aisp_in_f32(io, W2) + (rank * f + k) * w;
		double error = inner_c * (sum[f + k] + (double)w * FLT_MIN);

		for (int64_t j = 0; j < w; j++) {
			double a = fmax(sum[k], 0) * (double)w2[j];
			double e = error * (double)w2[j];

			ref[j] += a;
			mag[j] += fabs(a);
			v[j] += e * e;
		}
	}
	free(sum);
}

static void reference_row(const struct aisp_io *io, int64_t row, double *ref,
			  double *mag)
{
	int64_t w = io->param[WIDTH];
	double c = aisp_error_sum(io->param[RANKS] * io->param[INNER]);
	double *v = (double *)calloc((size_t)w, sizeof(*v));

	if (!v)
		abort();
	for (int64_t j = 0; j < w; j++) {
		ref[j] = 0;
		mag[j] = (double)(io->param[RANKS] * io->param[INNER]) * FLT_MIN;
	}
	for (int64_t r = 0; r < io->param[RANKS]; r++)
		add_rank(io, r, aisp_in_f32(io, X) + row * w, ref, mag, v);
	for (int64_t j = 0; j < w; j++)
		mag[j] += sqrt(v[j]) / c;
	free(v);
}

/* The rows of one rank are those of all. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t w = io->param[WIDTH], rows = io->param[ROWS];

	(void)o;
	for (int64_t e = 0; e < n; e += w)
		reference_row(io, (first + e) / w % rows, ref + e, mag + e);
}

static const char *invariant(const struct aisp_io *io)
{
	return aisp_same_bits(io, io->param[RANKS]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a feed-forward block split over ranks",
	.n_params = 4,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [ROWS] = { "rows", 37, 1024, 2048, "of the batch", 4096 },
		    [WIDTH] = { "width", 19, 256, 512, "elements of a row", 1024 },
		    [INNER] = { "inner", 13, 64, 128, "features of a rank", 256 } },
	.problem = problem,
	.reference = reference,
	.invariant = invariant,
};
