/* SPDX-License-Identifier: MIT
 *
 * Each token's row is shown once, however many experts it has chosen, with its choices;
 * a rank that needs the row copies it.
 */
#include "workload_moe_dispatch.h"

#include "rows_moe_dispatch.h"

/* For each of this rank's experts, the place of its next row from a rank: first counts
 * of rows, then the sums of earlier counts. */
struct places {
	int64_t next[MOST_EXPERTS][AISP_MAX_RANKS];
};

static int64_t n_choices(const struct aisp_io *io)
{
	return io->param[TOKENS] * io->param[CHOSEN];
}

static void show(const struct aisp_io *io)
{
	int rank = io->ranks->rank;

	memcpy(head_of(io, rank), io->in[ID].data,
	       (size_t)n_choices(io) * sizeof(int32_t));
	copy_rows(io, rows_of(io, rank), aisp_in_f32(io, X), io->param[TOKENS]);
}

/* The number of a chosen expert among this rank's; out of range if it is another's. */
static uint64_t own_expert(const struct aisp_io *io, int32_t id)
{
	return (uint64_t)(id - io->ranks->rank * io->param[EXPERTS]);
}

static void find_places(const struct aisp_io *io, struct places *p)
{
	int32_t *count = io->out[COUNT].data;
	int64_t at = 0;

	for (int rank = 0; rank < io->ranks->n; rank++)
		for (int64_t c = 0; c < n_choices(io); c++) {
			uint64_t e = own_expert(io, head_of(io, rank)[c]);

			if (e < (uint64_t)io->param[EXPERTS])
				p->next[e][rank]++;
		}
	for (int64_t e = 0; e < io->param[EXPERTS]; e++) {
		int64_t begin = at;

		for (int rank = 0; rank < io->ranks->n; rank++) {
			int64_t n = p->next[e][rank];

			p->next[e][rank] = at;
			at += n;
		}
		count[e] = (int32_t)(at - begin);
	}
}

static void take(const struct aisp_io *io, int rank, struct places *p)
{
	int64_t w = io->param[WIDTH];

	for (int64_t c = 0; c < n_choices(io); c++) {
		uint64_t e = own_expert(io, head_of(io, rank)[c]);

		if (e < (uint64_t)io->param[EXPERTS])
			copy_rows(io,
				  aisp_out_f32(io, ROWS_OUT) + p->next[e][rank]++ * w,
				  rows_of(io, rank) + c / io->param[CHOSEN] * w, 1);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	struct places p = { 0 };

	(void)state;
	show(io);
	aisp_rank_barrier(r, 1);
	find_places(io, &p);
	for (int far = 0; far < r->n; far++)
		take(io, (r->rank + far) % r->n, &p);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "each row published once, read by the ranks that need it",
	.run = run,
};
