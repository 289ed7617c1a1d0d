/* SPDX-License-Identifier: MIT
 *
 * windows.c - map a rank's slices and window, and its peers' windows and signals.
 *
 * The peers' windows lie as far apart as tensors do: a step out of one is a fault.
 */
#include <string.h>
#include <sys/mman.h>

#include "device/layout.h"
#include "worker.h"

void aisp_slice_cut(struct aisp_region *at, struct aisp_tensor *t, uint32_t rank,
		    uint32_t n_ranks)
{
	at->pages_bytes /= n_ranks;
	at->file_offset += rank * at->pages_bytes;
	at->address += rank * at->pages_bytes;
	if (t)
		t->shape[0] /= n_ranks;
}

/* Maps one rank's part of a region; the judge left addresses free for the gaps. */
static void *map_part(const struct aisp_region *r, uint64_t offset, uint64_t gaps,
		      uint64_t bytes, int prot)
{
	void *at = (void *)(uintptr_t)(r->address + offset + gaps * AISP_GUARD_BYTES);

	if (!bytes)
		return at;
	return mmap(at, bytes, prot, MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_POPULATE,
		    AISP_FD_OUTPUTS, (off_t)(r->file_offset + offset)) == at
		       ? at
		       : NULL;
}

const struct aisp_ranks *aisp_windows_map(const struct aisp_plan *p, uint32_t rank,
					  uint32_t slot)
{
	static struct aisp_ranks ranks[AISP_MAX_SLOTS];
	const struct aisp_region *r = &p->windows_at[slot];
	struct aisp_ranks *k = &ranks[slot];
	uint32_t n = (uint32_t)p->ranks.n;
	bool is_away = p->device_signals_at[slot].block;
	uint64_t bytes = is_away ? 0 : aisp_round_up(p->ranks.window_bytes, AISP_PAGE);

	*k = (struct aisp_ranks){ .rank = (int)rank,
				  .n = p->ranks.n,
				  .window_bytes = p->ranks.window_bytes,
				  .node = aisp_node_of(&p->ranks, (int)rank),
				  .n_nodes =
					  p->ranks.n_nodes > 1 ? p->ranks.n_nodes : 1 };
	for (uint32_t i = 0; i < n; i++) {
		bool may_write = i == rank || p->ranks.peers_write;

		k->link[i] = -1;
		if (aisp_is_linked(&p->ranks, (int)rank, (int)i)) {
			k->link[i] = AISP_FD_LINKS + (int)i;
			continue;
		}
		k->window[i] = map_part(r, i * bytes, i, bytes,
					PROT_READ | (may_write ? PROT_WRITE : 0));
		k->signal[i] = map_part(r, n * bytes + i * (uint64_t)AISP_PAGE, n + i,
					AISP_PAGE, PROT_READ | PROT_WRITE);
		if (!k->window[i] || !k->signal[i])
			return NULL;
		k->host_signal[i] = k->signal[i];
	}
	return k;
}
