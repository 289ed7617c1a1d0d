/* SPDX-License-Identifier: MIT
 *
 * Results of experts go back to the tokens' ranks: each rank has the rows of its
 * experts, and needs for each of its own tokens the weighted sum of the rows that the
 * token's experts made.
 *
 *     y[t] = sum over k of weight[t][k] times the row of token t at expert id[t][k]
 */
#include "moe_routing.h"
#include <float.h>

enum { ROWS_IN, WEIGHT = ID + 1 };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t tokens = p[RANKS] * p[TOKENS], rows = tokens * p[CHOSEN], w = p[WIDTH];
	const struct aisp_spec of_tokens = { .name = "y",
					     .dtype = AISP_F32,
					     .rank = 2,
					     .shape = { tokens, w },
					     .part = { AISP_PART_RANKS } };
	struct aisp_spec rows_in = of_tokens, weight = of_tokens;

	rows_in.name = "rows";
	rows_in.shape[0] = p[RANKS] * most_rows(p);
	weight.name = "weight";
	weight.shape[1] = p[CHOSEN];
	aisp_add_in(pr, rows_in);
	add_choices(p, pr);
	aisp_add_in(pr, weight);
	aisp_add_out(pr, of_tokens);
	add_room(p, pr, head_elems(p) + most_rows(p) * w, p[TOKENS] * p[CHOSEN] * w);
	pr->flops = 2.0 * (double)(rows * w);
	pr->bytes = 4.0 * (double)((tokens + rows) * w + 2 * rows);
	pr->error_c = aisp_error_sum(p[CHOSEN]);
}

/* The row of choice c, of those of all tokens, at the rank of its expert. */
static const float *row_of(const struct aisp_io *io, int64_t c)
{
	const int32_t *id = (const int32_t *)io->in[ID].data;
	int64_t n = aisp_elems(&io->in[ID]), rank = id[c] / io->param[EXPERTS];
	int64_t row = rank * most_rows(io->param);

	for (int64_t i = 0; i < n; i++)
		row += id[i] / io->param[EXPERTS] == rank &&
		       (id[i] < id[c] || (i < c && id[i] == id[c]));
	return aisp_in_f32(io, ROWS_IN) + row * io->param[WIDTH];
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t w = io->param[WIDTH], chosen = io->param[CHOSEN];

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = 0;
		mag[e] = (double)chosen * FLT_MIN;
	}
	for (int64_t e = 0; e < n; e += w)
		for (int64_t k = 0; k < chosen; k++) {
			int64_t c = (first + e) / w * chosen + k;
			double share = (double)aisp_in_f32(io, WEIGHT)[c];
			const float *row = row_of(io, c);

			for (int64_t j = 0; j < w; j++) {
				ref[e + j] += share * (double)row[j];
				mag[e + j] += fabs(share * (double)row[j]);
			}
		}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "results of experts, returned to the tokens' ranks",
	.n_params = 5,
	.params = ROUTING_PARAMS,
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
