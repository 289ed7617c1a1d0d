/* SPDX-License-Identifier: MIT */
#include "slices.h"

#include <stdlib.h>
#include <string.h>

#include "layout.h"

#define ALIGN_BYTES 64

int aisp_slices_n(const struct aisp_problem *pr, const struct aisp_spec *s)
{
	return pr->ranks.n && s->part[0] == AISP_PART_RANKS ? pr->ranks.n : 1;
}

size_t aisp_slice_bytes(const struct aisp_problem *pr, const struct aisp_spec *s)
{
	return aisp_spec_bytes(s) / (size_t)aisp_slices_n(pr, s);
}

size_t aisp_slices_pages(const struct aisp_problem *pr, const struct aisp_spec *s)
{
	return (size_t)aisp_slices_n(pr, s) *
	       aisp_round_up(aisp_slice_bytes(pr, s), AISP_PAGE);
}

bool aisp_is_padded(const struct aisp_problem *pr, const struct aisp_spec *s)
{
	return aisp_slices_n(pr, s) > 1 && aisp_slice_bytes(pr, s) % AISP_PAGE;
}

/* Does the contract see a copy?  The mirror shows tensors on devices as a whole. */
static bool wants_whole_in(const struct aisp_buffers *b, int slot, int i)
{
	const struct aisp_problem *pr = &b->problem;

	return !aisp_is_hidden(pr, i) && !b->in_at[slot][i].block &&
	       aisp_is_padded(pr, &pr->in[i]);
}

static bool wants_whole_out(const struct aisp_buffers *b, int slot, int o)
{
	const struct aisp_problem *pr = &b->problem;
	bool goes_on = b->device->kind->is_async; /* also during comparisons */

	return !b->out_at[slot][o].block &&
	       (goes_on || aisp_is_padded(pr, &pr->out[o]));
}

static int new_whole(const struct aisp_spec *s, char **whole, struct aisp_err *err)
{
	size_t bytes = aisp_round_up(aisp_spec_bytes(s), ALIGN_BYTES);

	*whole = aligned_alloc(ALIGN_BYTES, bytes);
	return *whole ? 0 : aisp_err_errno(err, "%zu bytes", bytes);
}

int aisp_slices_new(struct aisp_buffers *b, struct aisp_err *err)
{
	const struct aisp_problem *pr = &b->problem;

	for (int s = 0; s < b->n_slots; s++) {
		for (int i = 0; i < pr->n_in; i++)
			if (wants_whole_in(b, s, i) &&
			    new_whole(&pr->in[i], &b->whole_in[s][i], err))
				return -1;
		for (int o = 0; o < pr->n_out; o++)
			if (wants_whole_out(b, s, o) &&
			    new_whole(&pr->out[o], &b->whole_out[s][o], err))
				return -1;
	}
	return 0;
}

size_t aisp_slices_bytes(const struct aisp_buffers *b)
{
	const struct aisp_problem *pr = &b->problem;
	size_t sum = 0;

	for (int i = 0; i < pr->n_in; i++)
		sum += wants_whole_in(b, 0, i) ? aisp_spec_bytes(&pr->in[i]) : 0;
	for (int o = 0; o < pr->n_out; o++)
		sum += wants_whole_out(b, 0, o) ? aisp_spec_bytes(&pr->out[o]) : 0;
	return sum * (size_t)b->n_slots;
}

void aisp_slices_free(struct aisp_buffers *b)
{
	for (int s = 0; s < b->n_slots; s++)
		for (int i = 0; i < AISP_MAX_IO; i++) {
			free(b->whole_in[s][i]);
			free(b->whole_out[s][i]);
		}
}

size_t aisp_slices_piece(const struct aisp_buffers *b, const struct aisp_region *r,
			 const struct aisp_spec *s, size_t first, size_t n, size_t *at)
{
	size_t slice = aisp_slice_bytes(&b->problem, s);
	size_t pages = r->pages_bytes / (size_t)aisp_slices_n(&b->problem, s);
	size_t left = slice - first % slice;

	*at = first / slice * pages + r->data_offset + first % slice;
	return left < n ? left : n;
}

enum todo { SEND, SHOW, COMPARE };

/* Copies the whole to the slices, or back; or counts the slices that differ. */
static int each(const struct aisp_buffers *b, const struct aisp_region *r,
		const struct aisp_spec *s, char *slices, char *whole, enum todo todo)
{
	size_t at, bytes = aisp_spec_bytes(s);
	int n = 0;

	for (size_t k, first = 0; first < bytes; first += k) {
		k = aisp_slices_piece(b, r, s, first, bytes - first, &at);
		if (todo == SHOW)
			memcpy(whole + first, slices + at, k);
		else if (todo == SEND)
			memcpy(slices + at, whole + first, k);
		else
			n += memcmp(slices + at, whole + first, k) != 0;
	}
	return n;
}

void aisp_slices_send_in(const struct aisp_buffers *b, int slot, int i)
{
	const struct aisp_region *r = &b->in_at[slot][i];

	if (b->whole_in[slot][i])
		each(b, r, &b->problem.in[i], b->in_map + r->file_offset,
		     b->whole_in[slot][i], SEND);
}

void aisp_slices_send_out(const struct aisp_buffers *b, int slot, int o, char *from)
{
	const struct aisp_region *r = &b->out_at[slot][o];

	each(b, r, &b->problem.out[o], b->out_map + r->file_offset, from, SEND);
}

static int each_output(const struct aisp_buffers *b, int slot, enum todo todo)
{
	int n = 0;

	for (int o = 0; o < b->problem.n_out; o++) {
		const struct aisp_region *r = &b->out_at[slot][o];

		if (b->whole_out[slot][o])
			n += each(b, r, &b->problem.out[o], b->out_map + r->file_offset,
				  b->whole_out[slot][o], todo);
	}
	return n;
}

void aisp_slices_show_outputs(const struct aisp_buffers *b, int slot)
{
	each_output(b, slot, SHOW);
}

int aisp_slices_changed(const struct aisp_buffers *b, int slot)
{
	return each_output(b, slot, COMPARE);
}

void aisp_slices_read(const struct aisp_buffers *b, int slot, int o, size_t first,
		      size_t n, char *to)
{
	const struct aisp_region *r = &b->out_at[slot][o];
	const char *data = b->out[slot][o].data;

	if (!b->whole_out[slot][o]) {
		memcpy(to, data + first, n);
		return;
	}
	for (size_t at, k, done = 0; done < n; done += k) {
		k = aisp_slices_piece(b, r, &b->problem.out[o], first + done, n - done,
				      &at);
		memcpy(to + done, b->out_map + r->file_offset + at, k);
	}
}
