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

static int map_tensors(const struct aisp_tensor *spec, const struct aisp_region *at,
		       int n, int fd, int prot, struct aisp_tensor *t)
{
	for (int i = 0; i < n; i++) {
		t[i] = spec[i];
		t[i].data = map_region(&at[i], fd, prot);
		if (t[i].data == MAP_FAILED)
			return -1;
	}
	return 0;
}

int aisp_buffers_map(const struct aisp_plan *p, struct aisp_io *io)
{
	static struct aisp_tensor in[AISP_MAX_SLOTS][AISP_MAX_IO];
	static struct aisp_tensor out[AISP_MAX_SLOTS][AISP_MAX_IO];
	const int rw = PROT_READ | PROT_WRITE;

	for (uint32_t s = 0; s < p->n_slots; s++) {
		if (map_tensors(p->in, p->in_at[s], (int)p->n_in, AISP_FD_INPUTS,
				PROT_READ, in[s]) ||
		    map_tensors(p->out, p->out_at[s], (int)p->n_out, AISP_FD_OUTPUTS,
				rw, out[s]))
			return -1;
		for (uint32_t i = 0; i < p->n_in; i++)
			in[s][i].path = p->in_path[i][0] ? p->in_path[i] : NULL;
		io[s] = (struct aisp_io){ .in = in[s],
					  .out = out[s],
					  .param = p->param,
					  .workspace = map_region(&p->workspace_at[s],
								  AISP_FD_OUTPUTS, rw),
					  .workspace_bytes = p->workspace_bytes,
					  .n_threads = (int)p->n_threads };
		if (io[s].workspace == MAP_FAILED)
			return -1;
	}
	return 0;
}
