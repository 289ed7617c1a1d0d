/* SPDX-License-Identifier: MIT
 *
 * Sums of gradients over ranks, as exact as 8 bits per element allow.  An all-reduce
 * that rounds what it sends is not allreduce: it is this problem, with its own bound.
 * Blocks of 256 elements have a scale each; an element may be off by half a step of its
 * block at each rank, and by half a step of the block of the sum.
 */
#include <aisp/rank_sums.h>
#include <aisp/ranks.h>

enum { RANKS, ELEMS };

#define BLOCK  256
#define STEPS  127 /* from 0 to the largest of a block */
#define MARGIN 1.5 /* on the bound: for roundings of scales, and of sums in fp32 */

static inline int64_t n_blocks(const int64_t *p)
{
	return (p[ELEMS] + BLOCK - 1) / BLOCK;
}

/* A byte per element of whole blocks, and the scales. */
static inline int64_t coded_bytes(const int64_t *p)
{
	return n_blocks(p) * (BLOCK + (int64_t)sizeof(float));
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ELEMS];

	aisp_add_of_ranks(pr, AISP_F32, p[RANKS], n);
	pr->ranks.n = (int)p[RANKS];
	/* What a rank is sent, and the sums, in fp32 or coded, whose parts are whole
	 * blocks. */
	pr->ranks.window_bytes = (size_t)(8 * n + 1024 * p[RANKS]);
	pr->ranks.peers_write = 1;
	pr->ranks.is_sum = 1;
	pr->ranks.size_bytes = 4.0 * (double)n;
	pr->ranks.wire_bytes =
		2.0 * (double)((p[RANKS] - 1) * coded_bytes(p)) / (double)p[RANKS];
	pr->flops = (double)((p[RANKS] - 1) * n);
	pr->bytes = 8.0 * (double)(p[RANKS] * n);
	pr->error_c = aisp_error_sum(p[RANKS]);
}

/* How far off the elements of block b may be. */
static double bound_of(const struct aisp_io *io, int64_t b)
{
	int64_t n = io->param[ELEMS], end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
	double sums[BLOCK] = { 0 }, bound = 0, most = 0;

	for (int64_t r = 0; r < io->param[RANKS]; r++) {
		const float *x = aisp_in_f32(io, 0) + r * n;
		double top = 0;

		for (int64_t i = b * BLOCK; i < end; i++) {
			sums[i - b * BLOCK] += (double)x[i];
			top = fmax(top, fabs((double)x[i]));
		}
		bound += top / (2 * STEPS) + 0x1p-120;
	}
	for (int i = 0; i < BLOCK; i++)
		most = fmax(most, fabs(sums[i]));
	return MARGIN * (bound + (most + bound) / (2 * STEPS));
}

/* mag is the bound in units of error_c roundoffs. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	double units = aisp_error_sum(io->param[RANKS]) * 0x1p-24, bound = 0;
	int64_t block = -1;

	aisp_sum_of_ranks(io, o, first, n, ref, mag);
	for (int64_t e = 0; e < n; e++) {
		int64_t b = (first + e) % io->param[ELEMS] / BLOCK;

		if (b != block)
			bound = bound_of(io, b);
		block = b;
		mag[e] += bound / units;
	}
}

static const char *invariant(const struct aisp_io *io)
{
	return aisp_same_bits(io, io->param[RANKS]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "sums over ranks to the accuracy of 8 bits",
	.n_params = 2,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [ELEMS] = { "elems", 4099, 1 << 21, 1 << 23, "of each rank",
				1 << 24 } },
	.problem = problem,
	.reference = reference,
	.invariant = invariant,
};
