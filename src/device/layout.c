/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include <assert.h>

#include "slices.h"

#define FIRST_ADDRESS                                                                  \
	UINT64_C(0x200000000000) /* far from where loaders and heaps go                \
				  */

size_t aisp_workspace_part(const struct aisp_problem *pr)
{
	return pr->ranks.n ? aisp_round_up(pr->workspace_bytes, AISP_PAGE)
			   : pr->workspace_bytes;
}

static size_t workspace_bytes(const struct aisp_problem *pr)
{
	return aisp_workspace_part(pr) * (size_t)(pr->ranks.n ? pr->ranks.n : 1);
}

size_t aisp_windows_bytes(const struct aisp_problem *pr)
{
	return (size_t)pr->ranks.n *
	       (aisp_round_up(pr->ranks.window_bytes, AISP_PAGE) + AISP_PAGE);
}

/* The bytes of these that lie at the host. */
static size_t host_windows_bytes(const struct aisp_buffers *b)
{
	const struct aisp_problem *pr = &b->problem;

	return b->device->kind->is_host ? aisp_windows_bytes(pr)
					: (size_t)pr->ranks.n * AISP_PAGE;
}

size_t aisp_slot_bytes(const struct aisp_problem *pr)
{
	size_t n =
		aisp_round_up(workspace_bytes(pr), AISP_PAGE) + aisp_windows_bytes(pr);

	for (int i = 0; i < pr->n_in; i++)
		n += aisp_slices_pages(pr, &pr->in[i]);
	for (int i = 0; i < pr->n_out; i++)
		n += aisp_slices_pages(pr, &pr->out[i]);
	return n;
}

/* The next region of the file and, behind a guard, of the address space. */
static void place_region(struct aisp_region *r, size_t bytes, size_t *file,
			 uint64_t *address)
{
	r->pages_bytes = aisp_round_up(bytes, AISP_PAGE);
	r->file_offset = *file;
	r->address = *address;
	*file += r->pages_bytes;
	*address += r->pages_bytes + AISP_GUARD_BYTES;
}

/* Note who maps the next n blocks: a rank each, or (is_common) all ranks. */
static void note_ranks(struct aisp_buffers *b, int n, bool is_common)
{
	for (int k = 0; k < n; k++) {
		int i = b->n_blocks + k;

		if (i < AISP_MAX_DEVICE_BLOCKS)
			b->rank_of_block[i] = (short)(is_common ? -1 : k);
	}
}

/* Place n blocks of `bytes` each; the mirror shows shown_bytes of them in one piece. */
static void place_blocks(struct aisp_buffers *b, struct aisp_region *r, size_t bytes,
			 int n, size_t shown_bytes)
{
	size_t page = b->device->info.page_bytes, block = aisp_round_up(bytes, page);

	if (!bytes)
		return;
	r->pages_bytes = r->is_copied ? block : block * (size_t)n;
	r->file_offset = b->mirror_bytes;
	r->address = b->block_range_bytes + page;
	r->block = (uint32_t)b->n_blocks + 1;
	r->n_blocks = (uint32_t)n;
	b->n_blocks += n;
	b->mirror_bytes += aisp_round_up(shown_bytes, page);
	b->block_range_bytes += page + (size_t)n * AISP_BLOCK_STRIDE * block;
}

/* Each rank has its slice, or a copy of the tensor. */
static void place_on_device(struct aisp_buffers *b, struct aisp_region *r,
			    const struct aisp_spec *s)
{
	size_t bytes = aisp_spec_bytes(s);
	int n = b->problem.ranks.n ? b->problem.ranks.n : 1;

	r->is_copied = n > 1 && aisp_slices_n(&b->problem, s) == 1;
	note_ranks(b, n, !b->problem.ranks.n);
	place_blocks(b, r, aisp_slice_bytes(&b->problem, s), n, bytes);
}

static void place_tensor(struct aisp_buffers *b, struct aisp_region *r,
			 const struct aisp_spec *s, size_t *file, uint64_t *address)
{
	if (!b->device->kind->is_host && !s->on_host)
		place_on_device(b, r, s);
	else
		place_region(r, aisp_slices_pages(&b->problem, s), file, address);
}

/* Windows and signals of ranks on devices. */
static void place_rank_blocks(struct aisp_buffers *b, int s)
{
	const struct aisp_problem *pr = &b->problem;
	int n = pr->ranks.n;

	if (!n)
		return;
	note_ranks(b, n, true);
	place_blocks(b, &b->device_windows_at[s], pr->ranks.window_bytes, n, 0);
	note_ranks(b, n, true);
	place_blocks(b, &b->device_signals_at[s], AISP_DEVICE_SIGNALS_BYTES, n, 0);
}

static void place_scratch(struct aisp_buffers *b, int s, uint64_t *address)
{
	const struct aisp_problem *pr = &b->problem;
	int n = pr->ranks.n ? pr->ranks.n : 1;

	if (b->device->kind->is_host) {
		place_region(&b->workspace_at[s], workspace_bytes(pr), &b->out_bytes,
			     address);
		return;
	}
	note_ranks(b, n, !pr->ranks.n);
	place_blocks(b, &b->workspace_at[s], pr->workspace_bytes, n, 0);
	place_rank_blocks(b, s);
}

static void place_slot(struct aisp_buffers *b, int s, uint64_t *address)
{
	const struct aisp_problem *pr = &b->problem;

	for (int i = 0; i < pr->n_in; i++)
		if (!aisp_is_hidden(pr, i) && !pr->in[i].in_file)
			place_tensor(b, &b->in_at[s][i], &pr->in[i], &b->in_bytes,
				     address);
	for (int i = 0; i < pr->n_out; i++)
		place_tensor(b, &b->out_at[s][i], &pr->out[i], &b->out_bytes, address);
	place_scratch(b, s, address);
	place_region(&b->windows_at[s], host_windows_bytes(b), &b->out_bytes, address);
	*address += 2 * (uint64_t)pr->ranks.n * AISP_GUARD_BYTES; /* between them */
}

static int too_many(struct aisp_err *err)
{
	return aisp_err_set(err, "more than %d tensors on the device",
			    AISP_MAX_DEVICE_BLOCKS);
}

/* Hidden inputs follow all blocks of workers; at the host they are in no file. */
static int place_hidden(struct aisp_buffers *b, struct aisp_err *err)
{
	const struct aisp_problem *pr = &b->problem;
	int n_shared = b->n_blocks;
	size_t range_bytes = b->block_range_bytes;

	for (int s = 0; s < b->n_slots; s++) {
		for (int i = 0; i < pr->n_in; i++)
			if (aisp_is_hidden(pr, i) && !b->device->kind->is_host &&
			    !pr->in[i].on_host)
				place_on_device(b, &b->in_at[s][i], &pr->in[i]);
		if (b->n_blocks > AISP_MAX_DEVICE_BLOCKS)
			return too_many(err);
	}
	b->n_own_blocks = b->n_blocks - n_shared;
	b->n_blocks = n_shared;
	b->block_range_bytes = range_bytes;
	return 0;
}

/* A block on a device keeps its size: it is mapped as a whole. */
void aisp_buffers_give_workspace(struct aisp_buffers *b, size_t bytes)
{
	assert(bytes <= b->workspace_room);
	b->problem.workspace_bytes = bytes;
	for (int s = 0; s < b->n_slots; s++) {
		b->io[s].workspace_bytes = bytes;
		if (!b->workspace_at[s].block)
			b->workspace_at[s].pages_bytes =
				aisp_round_up(workspace_bytes(&b->problem), AISP_PAGE);
	}
}

int aisp_buffers_lay_out(struct aisp_buffers *b, struct aisp_err *err)
{
	uint64_t address = FIRST_ADDRESS + AISP_GUARD_BYTES;

	b->workspace_room = b->problem.workspace_bytes;
	for (int s = 0; s < b->n_slots; s++) {
		place_slot(b, s, &address);
		if (b->n_blocks > AISP_MAX_DEVICE_BLOCKS)
			return too_many(err);
	}
	if (address > AISP_LAST_ADDRESS)
		return aisp_err_set(err,
				    "tensors and workspaces of %d calls are too large",
				    b->n_slots);
	return place_hidden(b, err);
}
