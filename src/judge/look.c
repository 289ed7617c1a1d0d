/* SPDX-License-Identifier: MIT
 *
 * look.c - outputs when the worker says done, and again once they are compared:
 * by random lines on the CPU, by fingerprints of everything on a GPU.
 */
#include "session.h"

static int look_gpu(struct aisp_session *s, struct aisp_err *err)
{
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
		if (aisp_buffers_digest_outputs(s->buffers, slot, s->poison[slot],
						&s->out_digest[slot], err))
			return -1;
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
		if (aisp_buffers_show_outputs(s->buffers, slot, err))
			return -1;
	return 0;
}

int aisp_session_look(struct aisp_session *s, uint64_t bits, struct aisp_err *err)
{
	if (s->buffers->on)
		return look_gpu(s, err);
	aisp_watch_begin(&s->watch, s->buffers, s->sampling->calls_per_sample, bits);
	return 0;
}

static int look_again_gpu(struct aisp_session *s, int slot, struct aisp_err *err)
{
	struct aisp_digests in, out;
	uint64_t key = s->poison[slot];

	if (aisp_buffers_digest_outputs(s->buffers, slot, key, &out, err) ||
	    aisp_buffers_digest_inputs(s->buffers, slot, key, &in, err) ||
	    aisp_buffers_poison_left(s->buffers, slot, key, &s->n_poison, err) ||
	    aisp_buffers_canary_changed(s->buffers, slot, key, &s->n_canary, err))
		return -1;
	s->n_late += aisp_digests_differ(&out, &s->out_digest[slot]);
	s->n_in_changed += aisp_digests_differ(&in, &s->in_digest[slot]);
	return 0;
}

int aisp_session_look_again(struct aisp_session *s, struct aisp_err *err)
{
	if (!s->buffers->on) {
		s->n_late += aisp_watch_changed(&s->watch, s->buffers);
		s->n_poison += aisp_watch_unwritten(&s->watch, s->buffers, s->poison);
		return 0;
	}
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
		if (look_again_gpu(s, slot, err))
			return -1;
	return aisp_mirror_check(s->buffers->mirror, err);
}
