/* SPDX-License-Identifier: MIT
 *
 * Which weights are set to 0 so that two of each four neighbours are left, in rows and
 * in columns: then W is sparse as tensor cores want it, and so is its transpose, by
 * which a backward pass multiplies.  The mask of a 4 x 4 block has bit 4 r + c for a
 * weight that is kept in row r, column c: two bits in each row and column, for which
 * there are 90 patterns.  The kept weights of W are an output, too.  The score is the
 * loss: absolute values of weights that are set to 0, over those of all (I. Hubara et
 * al., Accelerated Sparse Neural Training, 2021).
 */
#include <aisp/workload.h>

enum { ROWS, COLS };

enum { W };
enum { MASK, LEFT };

#define SIDE       4 /* of a block */
#define N_PAIRS    6
#define N_PATTERNS 90

/* Two of four places. */
static const uint16_t pairs[N_PAIRS] = { 0x3, 0x5, 0x6, 0x9, 0xa, 0xc };

static inline int is_pattern(unsigned mask)
{
	for (int i = 0; i < SIDE; i++)
		if (__builtin_popcount(mask >> SIDE * i & 0xf) != 2 ||
		    __builtin_popcount(mask >> i & 0x1111) != 2)
			return 0;
	return 1;
}

/* In ascending order. */
static inline void list_patterns(uint16_t pattern[N_PATTERNS])
{
	int n = 0;

	for (unsigned mask = 0; mask < 0x10000; mask++)
		if (is_pattern(mask))
			pattern[n++] = (uint16_t)mask;
	assert(n == N_PATTERNS);
}

/* Absolute values of a block, row by row. */
static inline void load_block(const struct aisp_io *io, int64_t block, float size[16])
{
	int64_t cols = io->param[COLS], across = cols / SIDE;
	const float *w = aisp_in_f32(io, W) + block / across * SIDE * cols +
			 block % across * SIDE;

	for (int i = 0; i < 16; i++)
		size[i] = fabsf(w[i / SIDE * cols + i % SIDE]);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_F32, 2, { p[ROWS], p[COLS] } });
	aisp_add_out(pr,
		     (struct aisp_spec){ .name = "mask",
					 .dtype = AISP_U16,
					 .rank = 2,
					 .shape = { p[ROWS] / SIDE, p[COLS] / SIDE },
					 .is_choice = 1 });
	aisp_add_out(pr,
		     (struct aisp_spec){ "left", AISP_F32, 2, { p[ROWS], p[COLS] } });
	pr->bytes = (double)p[ROWS] * (double)p[COLS] * (8 + 2.0 / 16);
	pr->bound_by = "which patterns there are";
	if (p[ROWS] % SIDE || p[COLS] % SIDE)
		pr->invalid = "rows and cols are multiples of 4";
}

/* Element i of what is left, under the masks of the outputs. */
static double left_of(const struct aisp_io *io, int64_t i)
{
	int64_t cols = io->param[COLS], row = i / cols, col = i % cols;
	int64_t block = row / SIDE * (cols / SIDE) + col / SIDE;
	unsigned mask = ((const uint16_t *)io->out[MASK].data)[block];
	int bit = (int)(row % SIDE * SIDE + col % SIDE);

	return mask >> bit & 1 ? (double)aisp_in_f32(io, W)[i] : 0;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	for (int64_t i = 0; i < n; i++) {
		mag[i] = 0;
		if (o == LEFT) {
			ref[i] = left_of(io, first + i);
			continue;
		}
		ref[i] = ((const uint16_t *)io->out[MASK].data)[first + i];
		if (!is_pattern((unsigned)ref[i]))
			ref[i] = 0xcc33;
	}
}

static double kept_of(const float size[16], unsigned mask)
{
	double sum = 0;

	for (int i = 0; i < 16; i++)
		sum += mask >> i & 1 ? (double)size[i] : 0;
	return sum;
}

static double lost_share(double kept, double all)
{
	return all > 0 && kept < all ? 1 - kept / all : 0x1p-50;
}

/* Of masks that are the outputs'. */
static double compute(const struct aisp_io *io, double *figures)
{
	const uint16_t *mask = (const uint16_t *)io->out[MASK].data;
	double kept = 0, all = 0, by_rows = 0;

	for (int64_t b = 0; b < aisp_elems(&io->out[MASK]); b++) {
		float size[16];

		load_block(io, b, size);
		kept += kept_of(size, mask[b]);
		all += kept_of(size, 0xffff);
		for (int r = 0; r < SIDE; r++) {
			double most = 0;

			for (int p = 0; p < N_PAIRS; p++)
				most = fmax(most, kept_of(size, (unsigned)pairs[p]
									<< SIDE * r));
			by_rows += most;
		}
	}
	figures[0] = lost_share(by_rows, all);
	return lost_share(kept, all);
}

/* The best of all patterns. */
static double bound(const struct aisp_io *io)
{
	uint16_t pattern[N_PATTERNS];
	double kept = 0, all = 0;

	list_patterns(pattern);
	for (int64_t b = 0; b < io->param[ROWS] * io->param[COLS] / 16; b++) {
		double most = 0;
		float size[16];

		load_block(io, b, size);
		for (int i = 0; i < N_PATTERNS; i++)
			most = fmax(most, kept_of(size, pattern[i]));
		kept += most;
		all += kept_of(size, 0xffff);
	}
	return lost_share(kept, all) * (1 - 0x1p-20);
}

static const struct aisp_score score = {
	.name = "share of weights' size that is lost",
	.figures = { "the same where rows alone have two of four" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "two of four weights kept in rows and columns",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 36, 512, 2048, "rows of weights" },
		    [COLS] = { "cols", 20, 512, 2048, "columns of weights" } },
	.problem = problem,
	.reference = reference,
	.score = &score,
};
