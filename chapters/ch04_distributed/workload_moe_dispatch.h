/* SPDX-License-Identifier: MIT
 *
 * Tokens go to their experts, which lie at different ranks: each rank needs the rows of
 * all tokens that chose one of its experts, by expert and then in the order of tokens,
 * and each expert's number of rows.  Some experts are chosen far more than others.
 */
#include "moe_routing.h"

enum { X };
enum { ROWS_OUT, COUNT };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t tokens = p[RANKS] * p[TOKENS], rows = tokens * p[CHOSEN], w = p[WIDTH];

	aisp_add_in(pr, (struct aisp_spec){ .name = "x",
					    .dtype = AISP_F32,
					    .rank = 2,
					    .shape = { tokens, w },
					    .part = { AISP_PART_RANKS } });
	add_choices(p, pr);
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
	add_room(p, pr, head_elems(p) + p[TOKENS] * p[CHOSEN] * w, most_rows(p) * w);
	pr->bytes = 4.0 * (double)((tokens + rows) * w + rows);
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
	.title = "tokens sent to experts at other ranks",
	.n_params = 5,
	.params = ROUTING_PARAMS,
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
