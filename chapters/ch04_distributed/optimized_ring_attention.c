/* SPDX-License-Identifier: MIT
 *
 * A rank reads keys and values where they are, block by block: its own first, then
 * backwards round the ring (H. Liu, M. Zaharia, P. Abbeel, Ring Attention, 2023).  It
 * skips the blocks of the ranks behind it, which its queries do not see.
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_ring_attention.h"

#include "online_ring_attention.h"
#include "rounds.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->param[ROWS];
	const struct sums s = begin_sums(io, io->workspace, n);
	const struct rows q = { .q = aisp_in_f32(io, Q), .first = r->rank * n, .n = n };

	(void)state;
	show(io, K);
	show(io, V);
	finish_round(r, 1);
	for (int rank = r->rank; rank >= 0; rank--) {
		const struct rows keys = { .k = shown(io, rank, K),
					   .v = shown(io, rank, V),
					   .first = rank * n,
					   .n = n };

		await_round(r, rank, 1);
		attend(&s, &q, &keys);
	}
	end_sums(&s, aisp_out_f32(io, 0));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one block after another, read from the owner's window",
	.run = run,
};
