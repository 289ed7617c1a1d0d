/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/dtype.h"
#include "base/rng.h"
#include "blocks.h"
#include "device_group.h"
#include "layout.h"
#include "slices.h"
#include "written_files.h"

static int new_block(struct aisp_buffers *b, const struct aisp_region *r,
		     struct aisp_err *err)
{
	for (uint32_t k = 0; k < r->n_blocks; k++) {
		uint32_t i = r->block - 1 + k;

		if (aisp_device_alloc(b->device, (int)k, aisp_block_bytes(r),
				      i < (uint32_t)b->n_blocks, &b->blocks[i], err))
			return -1;
	}
	return 0;
}

/* As large as the largest tensor that lies in the host's memory. */
static int new_scratch(struct aisp_buffers *b, struct aisp_err *err)
{
	size_t most = 0;

	for (int i = 0; i < b->problem.n_in; i++)
		if (b->in_at[0][i].pages_bytes > most && !b->in_at[0][i].block)
			most = b->in_at[0][i].pages_bytes;
	for (int o = 0; o < b->problem.n_out; o++)
		if (b->out_at[0][o].pages_bytes > most && !b->out_at[0][o].block)
			most = b->out_at[0][o].pages_bytes;
	if (!most)
		return 0;
	return aisp_device_alloc(b->device, 0, most, false, &b->scratch, err);
}

int aisp_blocks_new(struct aisp_buffers *b, struct aisp_err *err)
{
	for (int k = 0; k < b->n_blocks + b->n_own_blocks; k++)
		b->blocks[k].fd = -1;
	for (int s = 0; s < b->n_slots; s++) {
		for (int i = 0; i < b->problem.n_in; i++)
			if (new_block(b, &b->in_at[s][i], err))
				return -1;
		for (int o = 0; o < b->problem.n_out; o++)
			if (new_block(b, &b->out_at[s][o], err))
				return -1;
		if (new_block(b, &b->workspace_at[s], err) ||
		    new_block(b, &b->device_windows_at[s], err) ||
		    new_block(b, &b->device_signals_at[s], err))
			return -1;
	}
	return new_scratch(b, err);
}

void aisp_blocks_free(struct aisp_buffers *b)
{
	for (int k = 0; k < b->n_blocks + b->n_own_blocks; k++)
		if (b->blocks[k].bytes)
			b->device->ops->free(b->device->state, &b->blocks[k]);
	if (b->scratch.bytes)
		b->device->ops->free(b->device->state, &b->scratch);
}

struct aisp_whereabouts aisp_block_find(const struct aisp_buffers *b,
					const struct aisp_region *r, const char *map,
					uint32_t k)
{
	const struct aisp_open_device *d = r->block ? b->device : &aisp_host_device;

	return (struct aisp_whereabouts){
		.ops = d->ops,
		.state = d->state,
		.address = r->block ? b->blocks[r->block - 1 + k].address
				    : (uintptr_t)map + r->file_offset,
	};
}

struct aisp_whereabouts aisp_region_find(const struct aisp_buffers *b,
					 const struct aisp_region *r, const char *map,
					 size_t *at, uint64_t *key)
{
	size_t bytes = aisp_block_bytes(r);
	uint32_t k = r->n_blocks > 1 ? (uint32_t)(*at / bytes) : 0;

	*at -= k * bytes;
	*key = aisp_block_key(*key, k);
	return aisp_block_find(b, r, map, k);
}

/* If the device has scratch memory, it makes data for the host faster. */
static bool is_made_elsewhere(const struct aisp_buffers *b, const struct aisp_region *r)
{
	return !r->block && r->pages_bytes && b->scratch.bytes;
}

static int poison_blocks(const struct aisp_buffers *b, const struct aisp_region *r,
			 char *map, uint64_t key, struct aisp_err *err)
{
	uint32_t n = r->n_blocks ? r->n_blocks : 1;

	for (uint32_t k = 0; k < n; k++) {
		struct aisp_whereabouts w = aisp_block_find(b, r, map, k);

		if (w.ops->poison(w.state, w.address, aisp_block_bytes(r),
				  aisp_block_key(key, k), err))
			return -1;
	}
	return 0;
}

int aisp_region_poison(const struct aisp_buffers *b, const struct aisp_region *r,
		       char *map, uint64_t key, struct aisp_err *err)
{
	const struct aisp_open_device *d = b->device;

	if (!is_made_elsewhere(b, r))
		return poison_blocks(b, r, map, key, err);
	return d->ops->poison(d->state, b->scratch.address, r->pages_bytes, key, err) ||
			       d->ops->download(d->state, map + r->file_offset,
						b->scratch.address, r->pages_bytes, err)
		       ? -1
		       : 0;
}

int aisp_blocks_clear(const struct aisp_buffers *b, const struct aisp_region *r,
		      struct aisp_err *err)
{
	for (uint32_t k = 0; k < r->n_blocks; k++) {
		struct aisp_whereabouts w = aisp_block_find(b, r, NULL, k);

		if (w.ops->clear(w.state, w.address, aisp_block_bytes(r), err))
			return -1;
	}
	return 0;
}

/* How many of these bytes lie in the first one's block. */
static size_t in_block(const struct aisp_region *r, size_t first_byte, size_t n_bytes)
{
	size_t bytes = aisp_block_bytes(r), left;

	if (r->n_blocks <= 1)
		return n_bytes;
	left = bytes - first_byte % bytes;
	return left < n_bytes ? left : n_bytes;
}

int aisp_region_changed(const struct aisp_buffers *b, const struct aisp_region *r,
			const char *map, size_t first_byte, size_t n_bytes,
			uint64_t key, int64_t *n_changed, struct aisp_err *err)
{
	for (size_t n, done = 0; done < n_bytes; done += n) {
		size_t at = first_byte + done;
		uint64_t its_key = key;
		struct aisp_whereabouts w = aisp_region_find(b, r, map, &at, &its_key);
		int64_t more = 0;

		n = in_block(r, first_byte + done, n_bytes - done);
		if (w.ops->poison_changed(w.state, w.address, at, n, its_key, &more,
					  err))
			return -1;
		*n_changed += more;
	}
	return 0;
}

/* Each row of an episode has its own key: a row that is shown must not reveal the next.
 */
static int fill_rows(const struct aisp_whereabouts *w, uint64_t address,
		     const struct aisp_tensor *t, const struct aisp_spec *spec,
		     enum aisp_dist dist, uint64_t key, struct aisp_err *err)
{
	bool is_by_row = spec->by_step && spec->fill != AISP_FILL_PERMUTATION &&
			 dist != AISP_DIST_STRUCTURED;
	int64_t n = is_by_row ? t->shape[0] : 1, elems = aisp_elems(t) / n;
	size_t bytes = aisp_spec_bytes(spec) / (size_t)n;
	int rc = 0;

	for (int64_t row = 0; row < n && !rc; row++)
		rc = w->ops->fill(w->state, address + (uint64_t)row * bytes,
				  (struct aisp_range){ 0, elems, elems }, spec, dist,
				  is_by_row ? aisp_sub_key(key, (uint64_t)row) : key,
				  err);
	return rc;
}

/* Fill the blocks of ranks' devices: each with its part, or with all of it. */
static int fill_blocks(const struct aisp_buffers *b, const struct aisp_region *r,
		       int64_t n, const struct aisp_spec *spec, enum aisp_dist dist,
		       uint64_t key, struct aisp_err *err)
{
	int64_t n_slices = r->is_copied ? 1 : r->n_blocks;

	for (uint32_t k = 0; k < r->n_blocks; k++) {
		struct aisp_whereabouts w = aisp_block_find(b, r, NULL, k);
		const struct aisp_range part = { n / n_slices * (r->is_copied ? 0 : k),
						 n / n_slices, n };

		if (w.ops->fill(w.state, w.address + r->data_offset, part, spec, dist,
				key, err))
			return -1;
	}
	return 0;
}

/* Make the data on the device, and download them. */
static int fill_elsewhere(struct aisp_buffers *b, const struct aisp_tensor *t,
			  const struct aisp_spec *spec, enum aisp_dist dist,
			  uint64_t key, struct aisp_err *err)
{
	const struct aisp_open_device *d = b->device;
	const struct aisp_range all = { 0, aisp_elems(t), aisp_elems(t) };

	return d->ops->fill(d->state, b->scratch.address, all, spec, dist, key, err) ||
			       d->ops->download(d->state, t->data, b->scratch.address,
						aisp_tensor_bytes(t), err)
		       ? -1
		       : 0;
}

static int fill_input(struct aisp_buffers *b, int slot, int i, enum aisp_dist dist,
		      uint64_t key, struct aisp_err *err)
{
	const struct aisp_region *r = &b->in_at[slot][i];
	const struct aisp_tensor *t = &b->in[slot][i];
	const struct aisp_spec *spec = &b->problem.in[i];
	struct aisp_whereabouts w = aisp_block_find(b, r, b->in_map, 0);

	if (is_made_elsewhere(b, r))
		return fill_elsewhere(b, t, spec, dist, key, err);
	if (r->n_blocks > 1)
		return fill_blocks(b, r, aisp_elems(t), spec, dist, key, err);
	return fill_rows(&w, r->block ? w.address + r->data_offset : (uintptr_t)t->data,
			 t, spec, dist, key, err);
}

int aisp_buffers_fill(struct aisp_buffers *b, int slot, int i, enum aisp_dist dist,
		      uint64_t key, struct aisp_err *err)
{
	if (fill_input(b, slot, i, dist, key, err))
		return -1;
	if (!b->stage)
		aisp_slices_send_in(b, slot, i);
	return 0;
}

/* The pieces that the mirror shows as one: all slices, or one of the copies. */
static int pieces_of(const struct aisp_buffers *b, const struct aisp_region *r,
		     const struct aisp_spec *spec, uint32_t copy,
		     struct aisp_piece p[AISP_MAX_RANKS])
{
	if (r->n_blocks <= 1 || r->is_copied) {
		p[0] = (struct aisp_piece){ b->blocks[r->block - 1 + copy].address,
					    r->pages_bytes };
		return 1;
	}
	for (uint32_t k = 0; k < r->n_blocks; k++)
		p[k] = (struct aisp_piece){ b->blocks[r->block - 1 + k].address +
						    r->data_offset,
					    aisp_slice_bytes(&b->problem, spec) };
	return (int)r->n_blocks;
}

static int send_input(struct aisp_buffers *b, const struct aisp_region *r,
		      const struct aisp_spec *spec, struct aisp_err *err)
{
	uint32_t n_copies = r->is_copied ? r->n_blocks : 1;
	struct aisp_piece p[AISP_MAX_RANKS];

	for (uint32_t k = 0; k < n_copies && r->block; k++) {
		int n = pieces_of(b, r, spec, k, p);

		if (aisp_mirror_send(b->mirror, r->file_offset, p, n, err))
			return -1;
	}
	return 0;
}

int aisp_buffers_send_inputs(struct aisp_buffers *b, int slot, struct aisp_err *err)
{
	for (int i = 0; i < b->problem.n_in; i++) {
		if (!b->stage)
			aisp_slices_send_in(b, slot, i);
		if (send_input(b, &b->in_at[slot][i], &b->problem.in[i], err))
			return -1;
	}
	return b->device->ops->sync(b->device->state, err);
}

static int show(struct aisp_buffers *b, const struct aisp_region *r,
		const struct aisp_spec *spec, int n, struct aisp_err *err)
{
	struct aisp_piece p[AISP_MAX_RANKS];

	for (int i = 0; i < n; i++)
		if (r[i].block &&
		    aisp_mirror_show(b->mirror, r[i].file_offset, p,
				     pieces_of(b, &r[i], &spec[i], 0, p), err))
			return -1;
	return 0;
}

int aisp_buffers_show_inputs(struct aisp_buffers *b, int slot, struct aisp_err *err)
{
	return show(b, b->in_at[slot], b->problem.in, b->problem.n_in, err);
}

int aisp_buffers_show_outputs(struct aisp_buffers *b, int slot, struct aisp_err *err)
{
	aisp_slices_show_outputs(b, slot);
	if (aisp_written_take(b, slot, err))
		return -1;
	return show(b, b->out_at[slot], b->problem.out, b->problem.n_out, err);
}

static int warm_region(const struct aisp_buffers *b, const struct aisp_region *r,
		       struct aisp_err *err)
{
	const struct aisp_open_device *d = b->device;

	for (uint32_t k = 0; k < r->n_blocks; k++)
		if (d->ops->warm(d->state, b->blocks[r->block - 1 + k].address,
				 aisp_block_bytes(r), err))
			return -1;
	return 0;
}

/* Warm what a call reads: inputs, and outputs that it updates. */
int aisp_buffers_warm(const struct aisp_buffers *b, int n_slots, struct aisp_err *err)
{
	const struct aisp_open_device *d = b->device;

	for (int s = 0; s < n_slots && d->ops->warm; s++) {
		for (int i = 0; i < b->problem.n_in; i++)
			if (!aisp_is_hidden(&b->problem, i) &&
			    warm_region(b, &b->in_at[s][i], err))
				return -1;
		for (int o = 0; o < b->problem.n_out; o++)
			if (b->problem.out[o].starts_as &&
			    warm_region(b, &b->out_at[s][o], err))
				return -1;
	}
	return d->ops->sync(d->state, err);
}
