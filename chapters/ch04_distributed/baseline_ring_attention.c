/* SPDX-License-Identifier: MIT
 *
 * All keys and values are gathered at each rank, which then attends for its own
 * queries: the last rank's see all, the first one's hardly any.
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_ring_attention.h"

#include "online_ring_attention.h"

static float *gather(const struct aisp_io *io, int tensor, float *to)
{
	int64_t n = aisp_elems(&io->in[Q]);

	for (int rank = 0; rank < io->ranks->n; rank++)
		memcpy(to + rank * n, shown(io, rank, tensor),
		       (size_t)n * sizeof(float));
	return to;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->param[ROWS], all = r->n * aisp_elems(&io->in[Q]);
	const struct sums s = begin_sums(io, io->workspace, n);
	float *room = s.sum + n * s.heads;
	const struct rows q = { .q = aisp_in_f32(io, Q), .first = r->rank * n, .n = n };
	struct rows keys = { .n = r->n * n };

	(void)state;
	show(io, K);
	show(io, V);
	aisp_rank_barrier(r, 1);
	keys.k = gather(io, K, room);
	keys.v = gather(io, V, room + all);
	attend(&s, &q, &keys);
	end_sums(&s, aisp_out_f32(io, 0));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "gather all keys and values, then attend",
	.run = run,
};
