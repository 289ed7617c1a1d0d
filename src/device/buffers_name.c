/* SPDX-License-Identifier: MIT
 *
 * buffers_name.c - describe an address in a worker in words.
 */
#include <inttypes.h>
#include <stdio.h>

#include "buffers.h"
#include "layout.h"
#include "slices.h"

static bool name_region(const struct aisp_region *r, size_t bytes, const char *kind,
			const char *name, uint64_t address, char *text, size_t size)
{
	uint64_t start = r->address + r->data_offset, end = start + bytes;

	if (!r->pages_bytes || r->block ||
	    address < r->address - AISP_GUARD_BYTES / 2 ||
	    address >= r->address + r->pages_bytes + AISP_GUARD_BYTES / 2)
		return false;
	if (address >= end)
		snprintf(text, size, "%" PRIu64 " bytes past the end of %s '%s'",
			 address - end, kind, name);
	else if (address < start)
		snprintf(text, size, "%" PRIu64 " bytes before %s '%s'",
			 start - address, kind, name);
	else
		snprintf(text, size, "byte %" PRIu64 " of %s '%s'", address - start,
			 kind, name);
	return true;
}

/* Bytes are counted in the whole tensor, whichever rank's slice they are in. */
static bool name_tensor(const struct aisp_buffers *b, struct aisp_region r,
			const struct aisp_spec *s, const char *kind, uint64_t address,
			char *text, size_t size)
{
	size_t n = (size_t)aisp_slices_n(&b->problem, s), slice;
	uint64_t start = r.address + r.data_offset;

	if (aisp_is_padded(&b->problem, s) && !r.block) {
		slice = aisp_slice_bytes(&b->problem, s);
		r.pages_bytes /= n;
		for (size_t k = 0; k < n; k++) {
			if (address >= start && address < start + slice) {
				snprintf(text, size, "byte %" PRIu64 " of %s '%s'",
					 k * slice + (address - start), kind, s->name);
				return true;
			}
			start += r.pages_bytes;
		}
		r.pages_bytes *= n;
	}
	return name_region(
		&r, r.pages_bytes / n * (n - 1) + aisp_slice_bytes(&b->problem, s),
		kind, s->name, address, text, size);
}

/* A gap follows each window and page of signals, as src/worker/windows.c maps them. */
static bool name_part(struct aisp_region *r, uint64_t bytes, const char *kind, int rank,
		      uint64_t address, char *text, size_t size)
{
	char name[32];

	snprintf(name, sizeof(name), "rank %d", rank);
	r->pages_bytes = bytes;
	if (bytes && name_region(r, bytes, kind, name, address, text, size))
		return true;
	r->address += bytes + AISP_GUARD_BYTES;
	return false;
}

static bool name_windows(const struct aisp_buffers *b, int slot, uint64_t address,
			 char *text, size_t size)
{
	struct aisp_region r = b->windows_at[slot];
	uint64_t bytes =
		b->device_signals_at[slot].block
			? 0
			: aisp_round_up(b->problem.ranks.window_bytes, AISP_PAGE);

	for (int i = 0; i < b->problem.ranks.n; i++)
		if (name_part(&r, bytes, "the window of", i, address, text, size))
			return true;
	for (int i = 0; i < b->problem.ranks.n; i++)
		if (name_part(&r, AISP_PAGE, "the signals of", i, address, text, size))
			return true;
	return false;
}

void aisp_buffers_name_address(const struct aisp_buffers *b, uint64_t address,
			       char *text, size_t size)
{
	const struct aisp_problem *pr = &b->problem;

	for (int s = 0; s < b->n_slots; s++) {
		for (int i = 0; i < pr->n_in; i++)
			if (name_tensor(b, b->in_at[s][i], &pr->in[i],
					"the read-only input", address, text, size))
				return;
		for (int i = 0; i < pr->n_out; i++)
			if (name_tensor(b, b->out_at[s][i], &pr->out[i], "output",
					address, text, size))
				return;
		if (name_region(&b->workspace_at[s], pr->workspace_bytes,
				"the workspace", "scratch", address, text, size) ||
		    name_windows(b, s, address, text, size))
			return;
	}
	snprintf(text, size, "address 0x%" PRIx64, address);
}
