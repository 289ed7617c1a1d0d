/* SPDX-License-Identifier: MIT
 *
 * buffers_poison.c - poison outputs, their guards and the workspace before a call, and
 * check what is left of it afterwards.
 */
#include <stdio.h>
#include <string.h>

#include "base/dtype.h"
#include "blocks.h"
#include "buffers.h"
#include "hidden.h"
#include "layout.h"
#include "slices.h"
#include "written_files.h"

static uint64_t region_key(uint64_t key, int o)
{
	return key + (uint64_t)o * UINT64_C(0xd1342543de82ef95);
}

/* Reset the windows and signals of all ranks: no signal has been given yet. */
static int begin_windows(struct aisp_buffers *b, int slot, uint64_t key,
			 struct aisp_err *err)
{
	const struct aisp_region *r = &b->windows_at[slot];
	const struct aisp_region *away = &b->device_windows_at[slot];
	size_t signals = (size_t)b->problem.ranks.n * AISP_PAGE;
	bool is_zero = b->problem.ranks.is_zero;

	if (!signals)
		return 0;
	if (is_zero)
		memset(b->out_map + r->file_offset, 0, r->pages_bytes - signals);
	else
		aisp_poison(b->out_map + r->file_offset, r->pages_bytes - signals, key);
	memset(b->out_map + r->file_offset + r->pages_bytes - signals, 0, signals);
	if (away->block && (is_zero ? aisp_blocks_clear(b, away, err)
				    : aisp_region_poison(b, away, NULL, key, err)))
		return -1;
	return aisp_blocks_clear(b, &b->device_signals_at[slot], err);
}

int aisp_buffers_poison(struct aisp_buffers *b, int slot, uint64_t key,
			struct aisp_err *err)
{
	for (int o = 0; o < b->problem.n_out; o++)
		if (aisp_region_poison(b, &b->out_at[slot][o], b->out_map,
				       region_key(key, o), err))
			return -1;
	if (aisp_region_poison(b, &b->workspace_at[slot], b->out_map,
			       region_key(key, AISP_MAX_IO), err))
		return -1;
	if (begin_windows(b, slot, region_key(key, AISP_MAX_IO + 1), err) ||
	    aisp_written_begin(b, slot, err) ||
	    (!b->stage && aisp_hidden_begin(b, slot, err)))
		return -1;
	/* A call that began before the poison is written would lose its results. */
	return b->device->ops->sync(b->device->state, err);
}

/* Count the cache lines slice by slice. */
static int poison_left_of(const struct aisp_buffers *b, int slot, int o, uint64_t key,
			  int64_t *n, struct aisp_err *err)
{
	const struct aisp_region *r = &b->out_at[slot][o];
	const struct aisp_spec *s = &b->problem.out[o];
	size_t at, bytes = aisp_spec_bytes(s);

	for (size_t k, first = 0; first < bytes; first += k) {
		struct aisp_whereabouts w;
		uint64_t its_key = key;
		int64_t more = 0;

		k = aisp_slices_piece(b, r, s, first, bytes - first, &at);
		w = aisp_region_find(b, r, b->out_map, &at, &its_key);
		if (w.ops->poison_left(w.state, w.address, at, k, its_key, &more, err))
			return -1;
		*n += more;
	}
	return 0;
}

int aisp_buffers_poison_left(const struct aisp_buffers *b, int slot, uint64_t key,
			     int64_t *n, struct aisp_err *err)
{
	for (int o = 0; o < b->problem.n_out; o++) {
		if (b->problem.out[o].is_ragged)
			continue; /* its elements that exist are compared */
		if (poison_left_of(b, slot, o, region_key(key, o), n, err))
			return -1;
	}
	return 0;
}

bool aisp_buffers_is_poison(const struct aisp_buffers *b, int slot, int o,
			    size_t first_byte, size_t n_bytes, uint64_t key,
			    const char *seen)
{
	const struct aisp_region *r = &b->out_at[slot][o];

	for (size_t at, k, done = 0; done < n_bytes; done += k) {
		uint64_t its_key = region_key(key, o);

		k = aisp_slices_piece(b, r, &b->problem.out[o], first_byte + done,
				      n_bytes - done, &at);
		aisp_region_find(b, r, b->out_map, &at, &its_key);
		if (aisp_poison_changed(seen + done - at, at, k, its_key))
			return false;
	}
	return true;
}

bool aisp_buffers_holds_poison(const struct aisp_buffers *b, int slot, int o,
			       size_t first_byte, size_t n_bytes, uint64_t key)
{
	char now[64];

	for (size_t k, done = 0; done < n_bytes; done += k) {
		k = n_bytes - done < sizeof(now) ? n_bytes - done : sizeof(now);
		aisp_slices_read(b, slot, o, first_byte + done, k, now);
		if (!aisp_buffers_is_poison(b, slot, o, first_byte + done, k, key, now))
			return false;
	}
	return true;
}

bool aisp_buffers_is_untouched(const struct aisp_buffers *b, int slot, int o, int64_t i,
			       uint64_t key)
{
	enum aisp_dtype t = b->problem.out[o].dtype;
	size_t at = (size_t)i * (size_t)aisp_type_bits(t) / 8;
	size_t bytes = aisp_type_bytes(t, i + 1) - at; /* with packed neighbours */
	const struct aisp_io *io = &b->io[slot];
	int start = b->problem.out[o].starts_as;

	if (!start)
		return aisp_buffers_holds_poison(b, slot, o, at, bytes, key);
	return !memcmp((const char *)io->out[o].data + at,
		       (const char *)io->in[start - 1].data + at, bytes);
}

/* Output o, or the workspace behind all outputs: n slices of so many bytes. */
struct fenced {
	const struct aisp_region *region;
	int n_slices;
	size_t bytes;
	uint64_t key;
};

static struct fenced fenced_at(const struct aisp_buffers *b, int slot, int o,
			       uint64_t key)
{
	const struct aisp_problem *pr = &b->problem;

	if (o == pr->n_out)
		return (struct fenced){ &b->workspace_at[slot],
					pr->ranks.n ? pr->ranks.n : 1,
					pr->workspace_bytes,
					region_key(key, AISP_MAX_IO) };
	return (struct fenced){ &b->out_at[slot][o], aisp_slices_n(pr, &pr->out[o]),
				aisp_slice_bytes(pr, &pr->out[o]), region_key(key, o) };
}

/* Checks the rest of the pages before the slices, or behind them. */
static int check_side(const struct aisp_buffers *b, const struct fenced *f,
		      bool is_behind, int64_t *n, struct aisp_err *err)
{
	const struct aisp_region *r = f->region;
	size_t pages = r->pages_bytes / (size_t)f->n_slices;
	size_t end = r->data_offset + f->bytes;

	for (size_t first = 0; first < r->pages_bytes; first += pages)
		if (aisp_region_changed(b, r, b->out_map, first + (is_behind ? end : 0),
					is_behind ? pages - end : r->data_offset,
					f->key, n, err))
			return -1;
	return 0;
}

int aisp_buffers_canary_changed(const struct aisp_buffers *b, int slot, uint64_t key,
				int64_t *n, struct aisp_err *err)
{
	aisp_written_beyond(b, slot, n);
	for (int o = 0; o <= b->problem.n_out; o++) {
		struct fenced f = fenced_at(b, slot, o, key);

		if (check_side(b, &f, false, n, err) || check_side(b, &f, true, n, err))
			return -1;
	}
	return 0;
}

void aisp_buffers_canary_place(const struct aisp_buffers *b, int slot, uint64_t key,
			       char *text, size_t size)
{
	const struct aisp_problem *pr = &b->problem;

	text[0] = '\0';
	for (int i = 0; i < 2 * (pr->n_out + 1) && !text[0]; i++) {
		int o = i / 2;
		struct fenced f = fenced_at(b, slot, o, key);
		int64_t n = 0;

		if (check_side(b, &f, i % 2, &n, NULL) || !n)
			continue;
		snprintf(text, size, "%s %s%.40s%s", i % 2 ? "behind" : "before",
			 o < pr->n_out ? "output '" : "the workspace",
			 o < pr->n_out ? pr->out[o].name : "",
			 o < pr->n_out ? "'" : "");
	}
}

int aisp_buffers_workspace_changed(const struct aisp_buffers *b, int slot, uint64_t key,
				   int64_t *n, struct aisp_err *err)
{
	const struct aisp_region *r = &b->workspace_at[slot];

	return aisp_region_changed(b, r, b->out_map, 0, r->pages_bytes,
				   region_key(key, AISP_MAX_IO), n, err);
}
