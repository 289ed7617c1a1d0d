/* SPDX-License-Identifier: MIT
 *
 * Tokens go to their experts, which lie at different ranks: each rank needs the rows of
 * all tokens that chose one of its experts, by expert and then in the order of tokens,
 * and how many there are of each.  Some experts are chosen far more often than others.
 */
#include <aisp/ranks.h>
#include <aisp/workload.h>
#include <string.h>

enum { RANKS, TOKENS, EXPERTS, CHOSEN, WIDTH };
enum { X, ID };
enum { ROWS_OUT, COUNT };

#define MOST_EXPERTS 64 /* of all ranks */

static inline int64_t all_experts(const int64_t *p)
{
	return p[RANKS] * p[EXPERTS];
}

/* Rows that can come to a rank. */
static inline int64_t most_rows(const int64_t *p)
{
	int64_t k = p[CHOSEN] < p[EXPERTS] ? p[CHOSEN] : p[EXPERTS];

	return p[RANKS] * p[TOKENS] * k;
}

/* Numbers in front of the rows in a window: choices or counts. */
static inline int64_t head_elems(const int64_t *p)
{
	return (p[TOKENS] * p[CHOSEN] + MOST_EXPERTS + 15) & -16;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t tokens = p[RANKS] * p[TOKENS], rows = tokens * p[CHOSEN], w = p[WIDTH];

	aisp_add_in(pr, (struct aisp_spec){ .name = "x",
					    .dtype = AISP_F32,
					    .rank = 2,
					    .shape = { tokens, w },
					    .part = { AISP_PART_RANKS } });
	aisp_add_in(pr, (struct aisp_spec){ .name = "id",
					    .dtype = AISP_I32,
					    .rank = 2,
					    .shape = { tokens, p[CHOSEN] },
					    .fill = AISP_FILL_ZIPF,
					    .limit = all_experts(p),
					    .part = { AISP_PART_RANKS },
					    .exponent = 0.7 });
	aisp_add_out(pr, (struct aisp_spec){ .name = "rows",
					     .dtype = AISP_F32,
					     .rank = 2,
					     .shape = { p[RANKS] * most_rows(p), w },
					     .part = { AISP_PART_RANKS },
					     .is_ragged = 1 });
	aisp_add_out(pr, (struct aisp_spec){ .name = "count",
					     .dtype = AISP_I32,
					     .rank = 1,
					     .shape = { all_experts(p) },
					     .part = { AISP_PART_RANKS } });
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes =
		sizeof(float) * (size_t)(head_elems(p) + p[TOKENS] * p[CHOSEN] * w);
	pr->bytes = 4.0 * (double)((tokens + rows) * w + rows);
	pr->workspace_bytes = sizeof(float) * (size_t)(most_rows(p) * w);
	if (all_experts(p) > MOST_EXPERTS)
		pr->invalid = "there must be 64 experts at most";
	if (p[CHOSEN] > all_experts(p))
		pr->invalid = "more experts are chosen than there are";
}

/* Experts of a token differ. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t n = (int32_t)all_experts(io->param);

	(void)bits;
	for (int64_t t = 0; t < io->in[ID].shape[0]; t++) {
		int32_t *id = (int32_t *)io->in[ID].data + t * io->param[CHOSEN];
		uint64_t taken = 0;

		for (int64_t k = 0; k < io->param[CHOSEN]; k++) {
			while (taken >> id[k] & 1)
				id[k] = (id[k] + 1) % n;
			taken |= UINT64_C(1) << id[k];
		}
	}
}

/* The choice, of those of all tokens, that is the i-th of an expert; or how many there
 * are, in *n. */
static int64_t choice_of(const struct aisp_io *io, int64_t expert, int64_t i,
			 int64_t *n)
{
	const int32_t *id = (const int32_t *)io->in[ID].data;

	*n = 0;
	for (int64_t c = 0; c < aisp_elems(&io->in[ID]); c++)
		if (id[c] == expert && (*n)++ == i)
			return c;
	return -1;
}

/* The token whose row is the i-th of a rank; -1: none. */
static int64_t token_at(const struct aisp_io *io, int64_t rank, int64_t i)
{
	for (int64_t e = 0; e < io->param[EXPERTS]; e++) {
		int64_t n, c = choice_of(io, rank * io->param[EXPERTS] + e, i, &n);

		if (c >= 0)
			return c / io->param[CHOSEN];
		i -= n;
	}
	return -1;
}

static void reference_row(const struct aisp_io *io, int64_t row, double *ref,
			  double *mag)
{
	int64_t w = io->param[WIDTH], most = most_rows(io->param);
	int64_t t = token_at(io, row / most, row % most);

	for (int64_t j = 0; j < w; j++) {
		ref[j] = t < 0 ? 0 : (double)aisp_in_f32(io, X)[t * w + j];
		mag[j] = t < 0 ? -1 : fabs(ref[j]);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t w = io->param[WIDTH], count;

	for (int64_t e = 0; e < n && o == COUNT; e++) {
		choice_of(io, first + e, -1, &count);
		ref[e] = mag[e] = (double)count;
	}
	for (int64_t e = 0; e < n && o == ROWS_OUT; e += w)
		reference_row(io, (first + e) / w, ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "tokens on their way to experts at other ranks",
	.n_params = 5,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [TOKENS] = { "tokens", 61, 1024, 2048, "of each rank" },
		    [EXPERTS] = { "experts", 3, 4, 8, "of each rank" },
		    [CHOSEN] = { "chosen", 2, 4, 8, "experts of a token" },
		    [WIDTH] = { "width", 19, 256, 512, "elements of a token" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
