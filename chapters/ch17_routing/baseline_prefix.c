/* SPDX-License-Identifier: MIT
 *
 * Each conversation that is kept has a room for the longest prompt, as in servers that
 * give each sequence a stretch of memory (llama.cpp's slots): a prompt gets the room
 * whose prompt shares the longest prefix with it, if that is half of it, else the least
 * recently used room.  Nothing is shared.
 */
#include "workload_prefix.h"

struct rooms {
	int64_t n;
	int32_t *holds; /* of a slot: its block, 1 more; 0: none */
	int32_t *used;  /* of a room: the step, 1 more; 0: never */
};

static int32_t alike(const int32_t *holds, const int32_t *block, int64_t n)
{
	int32_t same = 0;

	while (same < n && holds[same] == block[same] + 1)
		same++;
	return same;
}

/* The room that a prompt gets; *found is the number of its blocks that lie there. */
static int64_t room_for(const struct rooms *r, int64_t most, const int32_t *block,
			int64_t n, int32_t *found)
{
	int64_t oldest = 0, best = 0;

	*found = 0;
	for (int64_t k = 0; k < r->n; k++) {
		int32_t same = alike(r->holds + k * most, block, n);

		oldest = r->used[k] < r->used[oldest] ? k : oldest;
		best = same > *found ? k : best;
		*found = same > *found ? same : *found;
	}
	if (2 * *found >= n)
		return best;
	*found = alike(r->holds + oldest * most, block, n);
	return oldest;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[AT].data, most = io->param[MOST];
	const int32_t *block = (const int32_t *)io->in[BLOCK].data + step * most;
	int32_t *slot = (int32_t *)io->out[SLOT].data + step * most, *holds;
	int64_t n = n_of(io, step), room;
	struct rooms r = { .n = io->param[CAPACITY] / most,
			   .holds = (int32_t *)io->workspace };

	(void)state;
	r.used = r.holds + io->param[CAPACITY];
	if (!step)
		memset(io->workspace, 0, io->workspace_bytes);
	room = room_for(&r, most, block, n, (int32_t *)io->out[FOUND].data + step);
	holds = r.holds + room * most;
	for (int64_t b = 0; b < most; b++) {
		slot[b] = b < n ? (int32_t)(room * most + b) : NOBODY;
		holds[b] = b < n ? block[b] + 1 : holds[b];
	}
	r.used[room] = (int32_t)step + 1;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a slot of full length for each kept conversation",
	.run = run,
};
