/* SPDX-License-Identifier: MIT
 *
 * output_snapshot.c - outputs when the worker answers, and again after they are
 * compared: by digests of everything if the device makes them, else by random lines
 * that are copied call by call.
 */
#include "device/slices.h"
#include "session.h"

static int show_all(struct aisp_session *s, struct aisp_err *err)
{
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
		if (aisp_buffers_show_outputs(s->buffers, slot, err))
			return -1;
	return 0;
}

static int snapshot_all(struct aisp_session *s, struct aisp_err *err)
{
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
		if (aisp_buffers_digest_outputs(s->buffers, slot, s->poison[slot],
						&s->out_digest[slot], err))
			return -1;
	return show_all(s, err);
}

int aisp_session_snapshot(struct aisp_session *s, struct aisp_err *err)
{
	if (aisp_buffers_have_digests(s->buffers))
		return snapshot_all(s, err);
	return show_all(s, err);
}

static int check_snapshot_of(struct aisp_session *s, int slot, struct aisp_err *err)
{
	struct aisp_digests in, out;
	uint64_t key = s->poison[slot];

	if (aisp_buffers_digest_outputs(s->buffers, slot, key, &out, err) ||
	    aisp_buffers_digest_inputs(s->buffers, slot, aisp_session_digest_key(s),
				       &in, err) ||
	    aisp_buffers_poison_left(s->buffers, slot, key, &s->n_poison, err) ||
	    aisp_session_check_canaries(s, slot, key, err))
		return -1;
	s->n_late += aisp_digests_differ(&out, &s->out_digest[slot]) +
		     aisp_slices_changed(s->buffers, slot);
	s->n_in_changed += aisp_digests_differ(&in, &s->in_digest[slot]);
	return 0;
}

int aisp_session_check_snapshot(struct aisp_session *s, struct aisp_err *err)
{
	if (!aisp_buffers_have_digests(s->buffers)) {
		s->n_late += aisp_late_writes_changed(&s->late_writes, s->buffers);
		s->n_poison += aisp_late_writes_unwritten(&s->late_writes, s->buffers,
							  s->poison);
		return 0;
	}
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
		if (check_snapshot_of(s, slot, err))
			return -1;
	return aisp_mirror_check(s->buffers->mirror, err);
}
