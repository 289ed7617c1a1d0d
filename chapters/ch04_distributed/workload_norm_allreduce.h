/* SPDX-License-Identifier: MIT
 *
 * The step between two layers of a transformer whose products are split among ranks:
 * each rank has its part of every sum.  All parts are added up with the residual
 * stream, and the result is normalised for the next layer:
 *
 *     r = sum of x over ranks + residual,  y = r g / sqrt(mean(r^2) + eps)
 *
 * in bf16, with sums in fp32.  All ranks need all of r and y, and of the same bits.
 *
 * x [ranks * rows, cols] bf16, each rank's rows; residual [rows, cols], gain [cols]
 * bf16, the same for all; r, y as x.  Windows have room for all that a rank may be sent
 * in packets, and are zero before a call.
 */
#include <aisp/bf16.h>
#include <aisp/ranks.h>
#include <aisp/workload.h>
#include <float.h>
#include <string.h>

enum { RANKS, ROWS, COLS };
enum { X, RESIDUAL, GAIN }; /* inputs */
enum { R, Y };              /* outputs */

#define RMS_EPS   1e-5f
#define MOST_COLS 16384 /* what a block holds in registers */

/* Vectors of 16 bytes of a row, in triples that 32 threads send as four packets each:
 * packets of a row. */
static inline int64_t packets_of_row(int64_t cols)
{
	int64_t n_vectors = (cols + 7) / 8;

	return (n_vectors + 95) / 96 * 128;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	const int64_t all_rows = p[RANKS] * p[ROWS], cols = p[COLS];
	const double n = (double)(p[ROWS] * cols);
	const struct aisp_spec x = { .name = "x",
				     .dtype = AISP_BF16,
				     .rank = 2,
				     .shape = { all_rows, cols },
				     .part = { AISP_PART_RANKS } };
	struct aisp_spec r = x, y = x;

	r.name = "r";
	y.name = "y";
	aisp_add_in(pr, x);
	aisp_add_in(pr,
		    (struct aisp_spec){ "residual", AISP_BF16, 2, { p[ROWS], cols } });
	aisp_add_in(pr, (struct aisp_spec){ "gain", AISP_BF16, 1, { cols } });
	aisp_add_out(pr, r);
	aisp_add_out(pr, y);
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = (size_t)((p[RANKS] > 1 ? p[RANKS] - 1 : 1) * p[ROWS] *
					  packets_of_row(cols) * 16);
	pr->ranks.peers_write = 1;
	pr->ranks.is_zero = 1;
	pr->ranks.is_sum = 1;
	pr->ranks.size_bytes = 2 * n;
	pr->ranks.wire_bytes = 4 * n * (double)(p[RANKS] - 1) / (double)p[RANKS];
	pr->flops = n * (double)(2 * p[RANKS] + 4);
	pr->bytes = (double)p[RANKS] * (8 * n + 2 * (double)cols);
	pr->compute = AISP_F32;
	pr->error_c = AISP_BF16_ONCE;
	if (cols > MOST_COLS)
		pr->invalid = "cols is at most 16384";
}

/* Element i of a rank's r, and the sum of its terms' absolute values. */
static inline double r_at(const struct aisp_io *io, int64_t i, double *terms)
{
	int64_t n = io->param[ROWS] * io->param[COLS];
	double r = aisp_bf16_at(&io->in[RESIDUAL], i);

	*terms = fabs(r);
	for (int64_t k = 0; k < io->param[RANKS]; k++) {
		double x = aisp_bf16_at(&io->in[X], k * n + i);

		r += x;
		*terms += fabs(x);
	}
	return r;
}

/* What sums in fp32 add to a magnitude. */
static inline double sum_share(const struct aisp_io *io)
{
	return aisp_bf16_share(aisp_error_sum(io->param[RANKS] + 1));
}

/* y may come from r before or after it was rounded: two roundings to bf16. */
static void reference_y(const struct aisp_io *io, int64_t first, double *ref,
			double *mag)
{
	int64_t cols = io->param[COLS];
	double share = aisp_bf16_share(aisp_error_sum(cols) / 2 + 9), sum = 0, inverse;
	double terms;

	for (int64_t j = 0; j < cols; j++)
		sum += pow(r_at(io, first + j, &terms), 2);
	inverse = 1 / sqrt(sum / (double)cols + (double)RMS_EPS);
	for (int64_t j = 0; j < cols; j++) {
		double r = r_at(io, first + j, &terms);
		double g = aisp_bf16_at(&io->in[GAIN], j);

		ref[j] = r * inverse * g;
		/* A product of two factors may underflow before the third makes it
		 * large again. */
		mag[j] = fabs(ref[j]) * (2 + share) +
			 sum_share(io) * terms * inverse * fabs(g) +
			 128 * (double)FLT_MIN * (1 + fabs(r) + fabs(g) + inverse);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[COLS], own = io->param[ROWS] * cols;

	for (int64_t e = 0; e < n && o == Y; e += cols)
		reference_y(io, (first + e) % own, ref + e, mag + e);
	for (int64_t e = 0; e < n && o == R; e++) {
		double terms;

		ref[e] = r_at(io, (first + e) % own, &terms);
		mag[e] = fabs(ref[e]) + sum_share(io) * terms;
	}
}

static const char *invariant(const struct aisp_io *io)
{
	size_t bytes = (size_t)(io->param[ROWS] * io->param[COLS]) * 2;

	for (int o = 0; o < 2; o++)
		for (int64_t k = 1; k < io->param[RANKS]; k++)
			if (memcmp(io->out[o].data,
				   (const char *)io->out[o].data + (size_t)k * bytes,
				   bytes))
				return "ranks have results of different bits";
	return NULL;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-reduce, residual sum and RMSNorm, bf16",
	.n_params = 3,
	.params = { [RANKS] = { "ranks", 2, 2, 2, "processes" },
		    [ROWS] = { "rows", 5, 128, 512, "rows, each a token's", 64 },
		    [COLS] = { "cols", 203, 2048, 8192, "elements of a row", 8192 } },
	.problem = problem,
	.reference = reference,
	.invariant = invariant,
};
