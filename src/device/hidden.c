/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "blocks.h"
#include "hidden.h"
#include "layout.h"
#include "slices.h"

#define ALIGN_BYTES 64

static bool is_at_host(const struct aisp_buffers *b, int i)
{
	return b->device->kind->is_host || b->problem.in[i].on_host;
}

size_t aisp_hidden_bytes(const struct aisp_buffers *b)
{
	size_t sum = 0;

	for (int i = 0; i < b->problem.n_in; i++)
		if (aisp_is_hidden(&b->problem, i) && is_at_host(b, i))
			sum += aisp_spec_bytes(&b->problem.in[i]);
	return sum * (size_t)b->n_slots;
}

static int new_one(struct aisp_buffers *b, int slot, int i, struct aisp_err *err)
{
	size_t bytes = aisp_round_up(aisp_spec_bytes(&b->problem.in[i]), ALIGN_BYTES);

	b->hidden[slot][i] = aligned_alloc(ALIGN_BYTES, bytes);
	return b->hidden[slot][i] ? 0 : aisp_err_errno(err, "%zu bytes", bytes);
}

int aisp_hidden_new(struct aisp_buffers *b, struct aisp_err *err)
{
	for (int s = 0; s < b->n_slots; s++)
		for (int i = 0; i < b->problem.n_in; i++)
			if (aisp_is_hidden(&b->problem, i) && is_at_host(b, i) &&
			    new_one(b, s, i, err))
				return -1;
	return 0;
}

void aisp_hidden_free(struct aisp_buffers *b)
{
	for (int s = 0; s < b->n_slots; s++)
		for (int i = 0; i < b->problem.n_in; i++)
			free(b->hidden[s][i]);
}

/* Output o starts as hidden input i: both are at the host, or both on devices. */
static int begin_one(const struct aisp_buffers *b, int slot, int i, int o,
		     struct aisp_err *err)
{
	const struct aisp_region *from = &b->in_at[slot][i], *to = &b->out_at[slot][o];
	size_t bytes = aisp_slice_bytes(&b->problem, &b->problem.out[o]);

	if (!to->block)
		aisp_slices_send_out(b, slot, o, b->hidden[slot][i]);
	for (uint32_t k = 0; k < to->n_blocks; k++) {
		struct aisp_whereabouts w = aisp_block_find(b, to, NULL, k);
		struct aisp_whereabouts its = aisp_block_find(b, from, NULL, k);

		if (w.ops->copy(w.state, w.address + to->data_offset,
				its.address + from->data_offset, bytes, err))
			return -1;
	}
	return 0;
}

int aisp_hidden_begin(const struct aisp_buffers *b, int slot, struct aisp_err *err)
{
	for (int o = 0; o < b->problem.n_out; o++) {
		int start = b->problem.out[o].starts_as;

		if (start && begin_one(b, slot, start - 1, o, err))
			return -1;
	}
	return 0;
}

void aisp_hidden_conceal(const struct aisp_buffers *b, struct aisp_plan *plan)
{
	const struct aisp_region nowhere = { 0 };

	for (int s = 0; s < b->n_slots; s++)
		for (int i = 0; i < b->problem.n_in; i++)
			if (aisp_is_hidden(&b->problem, i))
				plan->in_at[s][i] = nowhere;
}
