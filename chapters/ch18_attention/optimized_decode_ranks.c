/* SPDX-License-Identifier: MIT
 *
 * Queries go to the keys and values: each rank attends to what it has, for the requests
 * of all ranks, and returns a maximum, a total and a row of sums.  The requests of
 * other ranks come first, so that their results have arrived when a rank is done with
 * its own.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_decode_ranks.h"

#include <string.h>

#include "decode_span.h"

enum { ASKED, ANSWERED }; /* signals: queries are there; requests of so many ranks */

static uint16_t *queries(const struct aisp_io *io, int rank)
{
	return (uint16_t *)io->ranks->window[rank];
}

/* In the window of the rank with the keys, for a head's queries of all requests. */
static struct partial *partials(const struct aisp_io *io, int rank, int64_t head)
{
	int64_t group = io->param[GROUP];

	return (struct partial *)(queries(io, rank) +
				  own_heads(io->param) * group * HEAD_DIM) +
	       head * group;
}

static void store(struct partial *to, const struct online *x, int64_t group)
{
	for (int64_t g = 0; g < group; g++) {
		memcpy(to[g].sum, x->sum[g], sizeof(to[g].sum));
		to[g].total = x->total[g];
		to[g].max = x->max[g];
	}
}

/* The requests of a rank, with the keys and values of this one. */
static void attend_for(const struct aisp_io *io, int owner)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t group = io->param[GROUP], heads = own_heads(io->param);

	aisp_signal_wait(r, owner, ASKED, 1);
	for (int64_t h = 0; h < heads; h++) {
		int64_t head = owner * heads + h;
		int64_t at = head * io->param[TOKENS] * HEAD_DIM;
		struct online x;

		attend_span(&x, queries(io, owner) + h * group * HEAD_DIM, group,
			    (const uint16_t *)io->in[IN_K].data + at,
			    (const uint16_t *)io->in[IN_V].data + at,
			    io->param[TOKENS]);
		store(partials(io, r->rank, head), &x, group);
	}
}

/* What a query makes of the keys of all ranks, in the order of ranks. */
AISP_CLONES static void merge(const struct partial *const *part, int n, uint16_t *o)
{
	float sum[HEAD_DIM] = { 0 }, total = 0, max = part[0]->max;

	for (int rank = 1; rank < n; rank++)
		max = part[rank]->max > max ? part[rank]->max : max;
	for (int rank = 0; rank < n; rank++) {
		float by = aisp_exp2f(part[rank]->max - max);

		total += by * part[rank]->total;
		add_row(sum, by, part[rank]->sum);
	}
	finish_row(o, sum, total);
}

static void merge_own(const struct aisp_io *io)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t group = io->param[GROUP], heads = own_heads(io->param);
	const struct partial *part[AISP_MAX_RANKS];

	for (int64_t i = 0; i < heads * group; i++) {
		for (int rank = 0; rank < r->n; rank++)
			part[rank] = partials(io, rank, r->rank * heads) + i;
		merge(part, r->n, (uint16_t *)io->out[0].data + i * HEAD_DIM);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;

	(void)state;
	memcpy(queries(io, r->rank), io->in[IN_Q].data,
	       (size_t)aisp_elems(&io->in[IN_Q]) * sizeof(uint16_t));
	aisp_signal_set(r, r->rank, ASKED, 1);
	for (int far = 1; far <= r->n; far++) {
		attend_for(io, (r->rank + far) % r->n);
		aisp_signal_set(r, r->rank, ANSWERED, (uint32_t)far);
	}
	for (int far = 1; far < r->n; far++)
		aisp_signal_wait(r, (r->rank + r->n - far) % r->n, ANSWERED,
				 (uint32_t)far);
	merge_own(io);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "attend where the keys are, then merge the results",
	.run = run,
};
