/* SPDX-License-Identifier: MIT
 *
 * map.c - the judge's memory files, mapped at the addresses that it chose.
 *
 * The pages between the regions stay unmapped: a step outside a tensor is a
 * fault, as far as alignment to 64 bytes lets the data touch the region's end.
 */
#include <string.h>
#include <sys/mman.h>

#include "worker.h"

static void *map_region(const struct aisp_region *r, int fd, int prot)
{
	void *at = (void *)(uintptr_t)r->address;

	if (!r->pages_bytes || r->block)
		return NULL;
	if (mmap(at, r->pages_bytes, prot,
		 MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_POPULATE, fd,
		 (off_t)r->file_offset) != at)
		return MAP_FAILED;
	return (char *)at + r->data_offset;
}

/* The file that tensors are mapped from, and the rank that maps them. */
struct source {
	int fd, prot;
	uint32_t is_cut; /* bit i: tensor i is cut into the ranks' slices */
	uint32_t rank, n_ranks;
};

static int map_tensors(const struct aisp_tensor *spec, const struct aisp_region *at,
		       uint32_t n, const struct source *s, struct aisp_tensor *t)
{
	for (uint32_t i = 0; i < n; i++) {
		struct aisp_region r = at[i];

		t[i] = spec[i];
		if (s->is_cut >> i & 1)
			aisp_slice_cut(&r, &t[i], s->rank, s->n_ranks);
		t[i].data = map_region(&r, s->fd, s->prot);
		if (t[i].data == MAP_FAILED)
			return -1;
	}
	return 0;
}

/* Maps the rank's workspace, or the only one. */
static void *map_workspace(const struct aisp_plan *p, uint32_t rank, uint32_t slot)
{
	struct aisp_region r = p->workspace_at[slot];

	if (p->ranks.n)
		aisp_slice_cut(&r, NULL, rank, (uint32_t)p->ranks.n);
	return map_region(&r, AISP_FD_OUTPUTS, PROT_READ | PROT_WRITE);
}

static void name_files(const struct aisp_plan *p, uint32_t slot, struct aisp_tensor *t)
{
	static char path[AISP_MAX_SLOTS][AISP_MAX_IO][sizeof(p->written_dir) + 16];

	for (uint32_t o = 0; o < p->n_out; o++) {
		if (!(p->is_written >> o & 1))
			continue;
		aisp_written_path(path[slot][o], sizeof(path[slot][o]), p->written_dir,
				  (int)o, (int)slot);
		t[o].path = path[slot][o];
	}
}

int aisp_buffers_map(const struct aisp_plan *p, uint32_t rank, struct aisp_io *io)
{
	static struct aisp_tensor in[AISP_MAX_SLOTS][AISP_MAX_IO];
	static struct aisp_tensor out[AISP_MAX_SLOTS][AISP_MAX_IO];
	const uint32_t n = (uint32_t)p->ranks.n;
	const struct source inputs = { AISP_FD_INPUTS, PROT_READ, p->is_cut, rank, n };
	const struct source outputs = { AISP_FD_OUTPUTS, PROT_READ | PROT_WRITE,
					n ? ~0u : 0, rank, n };

	for (uint32_t s = 0; s < p->n_slots; s++) {
		if (map_tensors(p->in, p->in_at[s], p->n_in, &inputs, in[s]) ||
		    map_tensors(p->out, p->out_at[s], p->n_out, &outputs, out[s]))
			return -1;
		for (uint32_t i = 0; i < p->n_in; i++)
			in[s][i].path = p->in_path[i][0] ? p->in_path[i] : NULL;
		name_files(p, s, out[s]);
		io[s] = (struct aisp_io){ .in = in[s],
					  .out = out[s],
					  .param = p->param,
					  .workspace = map_workspace(p, rank, s),
					  .workspace_bytes = p->workspace_bytes,
					  .n_threads = (int)p->n_threads };
		if (io[s].workspace == MAP_FAILED)
			return -1;
		if (n && !(io[s].ranks = aisp_windows_map(p, rank, s)))
			return -1;
	}
	return 0;
}
