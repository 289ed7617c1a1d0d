/* SPDX-License-Identifier: MIT
 *
 * reveal.c - inputs that were kept from the worker are shown to it: those of a call, or
 * those of one step of an episode.
 */
#include <string.h>

#include "base/dtype.h"
#include "buffers.h"
#include "hidden.h"
#include "layout.h"
#include "slices.h"

/* Where input i of a slot lies in both files. */
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

/* What lies there is of an episode before, perhaps of this very one with another arm.
 */
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
		else if (!b->stage) /* a profile keeps nothing from anybody */
			continue;
		else if (s->by_step)
			reveal_row(b, slot, i, step);
		else if (!step || s->by_next)
			reveal_all(b, slot, i);
	}
	if (!step)
		aisp_hidden_begin(b, slot, NULL);
}
