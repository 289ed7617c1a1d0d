/* SPDX-License-Identifier: MIT
 *
 * refill.c - what a worker finds before a sample, while it is stopped.
 */
#include <string.h>

#include "base/clock.h"
#include "given.h"
#include "session.h"

static uint64_t fill_key(const struct aisp_session *s, uint64_t set, int slot)
{
	return aisp_seed_key(&s->bench->seed, s->number, set, (uint64_t)slot);
}

static int fill_inputs(struct aisp_session *s, int slot, uint64_t key,
		       struct aisp_err *err)
{
	for (int i = 0; i < s->contract->problem.n_in; i++)
		if (aisp_buffers_fill(s->buffers, slot, i,
				      (enum aisp_dist)s->bench->dist,
				      aisp_contract_input_key(key, i), err))
			return -1;
	return 0;
}

/* The workload or the user changes what the generator made: the host's work. */
static int change_inputs(struct aisp_session *s, int slot, uint64_t key,
			 struct aisp_err *err)
{
	const struct aisp_io *io = &s->buffers->io[slot];

	aisp_contract_prepare(s->contract, io, key);
	aisp_given_apply(s->bench->given, s->bench->n_given, s->contract, io);
	return aisp_buffers_send_inputs(s->buffers, slot, err);
}

static int fill_slot(struct aisp_session *s, uint64_t set, int slot,
		     struct aisp_err *err)
{
	uint64_t key = fill_key(s, set, slot);
	bool is_plain = !s->contract->workload->prepare && !s->bench->n_given;

	s->poison[slot] = ~key;
	if (fill_inputs(s, slot, key, err) ||
	    aisp_buffers_show_inputs(s->buffers, slot, err) ||
	    (!is_plain && change_inputs(s, slot, key, err)))
		return -1;
	for (int i = 0; i < s->contract->problem.n_in; i++)
		if (s->contract->problem.in[i].in_file &&
		    aisp_buffers_sync_file(s->buffers, i, err))
			return -1;
	return aisp_buffers_poison(s->buffers, slot, s->poison[slot], err);
}

/* The last thing before the worker goes on: nothing else may touch the caches. */
static int set_caches(struct aisp_session *s, bool is_cold, struct aisp_err *err)
{
	struct aisp_buffers *b = s->buffers;

	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++) {
		if (is_cold)
			aisp_buffers_flush(b, slot);
		else if (aisp_buffers_warm_gpu(b, slot, err))
			return -1;
	}
	if (!b->on)
		return 0;
	if (is_cold && aisp_buffers_flush_gpu(b, err))
		return -1;
	return b->on->ops->sync(b->on->gpu, err);
}

int aisp_session_refill(struct aisp_session *s, uint64_t set, bool is_cold,
			struct aisp_err *err)
{
	int64_t t0 = aisp_now_ns();

	s->n_filled++;
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
		if (fill_slot(s, set, slot, err) ||
		    (s->buffers->on &&
		     aisp_buffers_digest_inputs(s->buffers, slot, s->poison[slot],
						&s->in_digest[slot], err)))
			return -1;
	s->refill_ns = (aisp_now_ns() - t0) / s->sampling->calls_per_sample;
	/* Once the worker lives: the noise of setup() is gone. */
	if (s->n_filled == 2 && aisp_buffers_workspace_changed(
					s->buffers, 0, s->poison[0], &s->n_kept, err))
		return -1;
	return set_caches(s, is_cold, err);
}
