/* SPDX-License-Identifier: MIT
 *
 * Keys and values go to the queries: each rank gathers those of its own requests, and
 * attends to whole sequences.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_decode_ranks.h"

#include <string.h>

#include "decode_span.h"

/* Keys, or behind them values, in the window of a rank, as they lie in its inputs. */
static uint16_t *shown(const struct aisp_io *io, int rank, int in)
{
	return (uint16_t *)io->ranks->window[rank] +
	       (in - IN_K) * cache_elems(io->param);
}

/* Shows keys or values that other ranks need. */
static void show(const struct aisp_io *io, int in)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = cache_elems(io->param) / r->n;

	for (int owner = 0; owner < r->n; owner++)
		if (owner != r->rank)
			memcpy(shown(io, r->rank, in) + owner * n,
			       (const uint16_t *)io->in[in].data + owner * n,
			       (size_t)n * sizeof(uint16_t));
}

/* The heads of this rank's requests, each with the positions of all ranks. */
static uint16_t *gather(const struct aisp_io *io, int in)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->param[TOKENS] * HEAD_DIM, heads = own_heads(io->param);
	uint16_t *to = (uint16_t *)io->workspace + (in - IN_K) * cache_elems(io->param);

	for (int64_t h = 0; h < heads; h++)
		for (int rank = 0; rank < r->n; rank++) {
			const uint16_t *from =
				rank == r->rank ? io->in[in].data : shown(io, rank, in);

			memcpy(to + (h * r->n + rank) * n,
			       from + (r->rank * heads + h) * n,
			       (size_t)n * sizeof(uint16_t));
		}
	return to;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t group = io->param[GROUP], n = io->ranks->n * io->param[TOKENS];
	const uint16_t *k, *v;

	(void)state;
	show(io, IN_K);
	show(io, IN_V);
	aisp_rank_barrier(io->ranks, 1);
	k = gather(io, IN_K);
	v = gather(io, IN_V);
	for (int64_t h = 0; h < own_heads(io->param); h++) {
		int64_t at = h * group * HEAD_DIM;
		struct online x;

		attend_span(&x, (const uint16_t *)io->in[IN_Q].data + at, group,
			    k + h * n * HEAD_DIM, v + h * n * HEAD_DIM, n);
		finish_group(&x, (uint16_t *)io->out[0].data + at, group);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "gather the keys and values of a rank's requests, then attend",
	.run = run,
};
