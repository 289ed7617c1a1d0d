/* SPDX-License-Identifier: MIT
 *
 * reveal.c - show the worker inputs that were kept from it: those of a call, or of one
 * step of an episode.
 */
#include <string.h>

#include "base/dtype.h"
#include "buffers.h"
#include "hidden.h"
#include "layout.h"
#include "slices.h"

/* The offset of input i of a slot, which is the same in both files. */
static size_t place_of(const struct aisp_buffers *b, int slot, int i)
{
	return b->in_at[slot][i].file_offset + b->in_at[slot][i].data_offset;
}

static void reveal_all(const struct aisp_buffers *b, int slot, int i)
{
	size_t at = place_of(b, slot, i);

	if (b->whole_in[slot][i])
		aisp_slices_send_in(b, slot, i);
	else if (b->in_at[slot][i].pages_bytes)
		memcpy(b->in_map + at, b->stage + at,
		       aisp_spec_bytes(&b->problem.in[i]));
}

void aisp_buffers_reveal(const struct aisp_buffers *b, int slot)
{
	if (!b->stage)
		return;
	for (int i = 0; i < b->problem.n_in; i++)
		reveal_all(b, slot, i);
	aisp_hidden_begin(b, slot, NULL); /* in the host's memory: it cannot fail */
}

/* Step 0 clears an earlier episode's rows, perhaps this same one's with another arm. */
static void reveal_row(const struct aisp_buffers *b, int slot, int i, int64_t step)
{
	const struct aisp_spec *s = &b->problem.in[i];
	size_t row = aisp_spec_bytes(s) / (size_t)s->shape[0];
	size_t at = place_of(b, slot, i), row_at = at + (size_t)step * row;

	if (!step)
		memset(b->in_map + at, 0, aisp_spec_bytes(s));
	memcpy(b->in_map + row_at, b->stage + row_at, row);
}

void aisp_buffers_reveal_step(const struct aisp_buffers *b, int slot, int64_t step)
{
	for (int i = 0; i < b->problem.n_in; i++) {
		const struct aisp_spec *s = &b->problem.in[i];

		if (s->is_step)
			memcpy(b->in_map + place_of(b, slot, i), &step, sizeof(step));
		else if (!b->stage) /* a profile hides no inputs */
			continue;
		else if (s->by_step)
			reveal_row(b, slot, i, step);
		else if (!step || s->by_next)
			reveal_all(b, slot, i);
	}
	if (!step)
		aisp_hidden_begin(b, slot, NULL);
}
