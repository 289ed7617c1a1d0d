/* SPDX-License-Identifier: MIT
 *
 * The trace is known, as that of a loop is after its first step: blocks are placed in
 * the order of their size, the largest first, each in the lowest gap between the placed
 * ones whose lifetimes overlap its own (Y. Pisarchyk and J. Lee, arXiv:2001.03288).
 * FLAGS: -O3
 */
#include "workload_alloc_trace.h"

struct placed {
	int64_t at, end;
	int32_t from, to; /* when it is alive */
};

/* Blocks by their size, the largest first; of equal ones in the order of the trace. */
static void sort_blocks(int32_t *order, const int64_t *size, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		int64_t k = i;

		for (; k > 0 && size[order[k - 1]] < size[i]; k--)
			order[k] = order[k - 1];
		order[k] = (int32_t)i;
	}
}

/* p->at and p->end: the lowest gap for p->end bytes. */
static void find_gap(struct placed *p, const struct placed *all, int64_t n)
{
	int64_t bytes = p->end, at = 0;

	for (int64_t k = 0; k < n; k++) {
		if (all[k].to <= p->from || p->to <= all[k].from)
			continue;
		if (all[k].at - at >= bytes)
			break;
		at = all[k].end > at ? all[k].end : at;
	}
	p->at = at;
	p->end = at + bytes;
}

/* In the order of their addresses. */
static void place_block(struct placed *all, int64_t n, const struct placed *p)
{
	int64_t k = n;

	for (; k > 0 && all[k - 1].at > p->at; k--)
		all[k] = all[k - 1];
	all[k] = *p;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[BLOCKS];
	const int64_t *size = io->in[SIZE].data;
	const int32_t *free_at = io->in[FREE_AT].data;
	struct placed *all = io->workspace;
	int32_t *order = (int32_t *)(all + n);

	(void)state;
	sort_blocks(order, size, n);
	for (int64_t i = 0; i < n; i++) {
		int32_t b = order[i];
		struct placed p = { 0, size[b], b, free_at[b] };

		find_gap(&p, all, i);
		place_block(all, i, &p);
		((int64_t *)io->out[OFFSET].data)[b] = p.at;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a plan for the whole trace, largest blocks first",
	.run = run,
};
