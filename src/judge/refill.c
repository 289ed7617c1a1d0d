/* SPDX-License-Identifier: MIT
 *
 * refill.c - make the data that a worker finds, before a sample, while it is stopped.
 */
#include <string.h>

#include "base/clock.h"
#include "base/dtype.h"
#include "device/evict.h"
#include "hostile.h"
#include "ranks.h"
#include "session.h"
#include "user_inputs.h"

#define PAIRED (UINT64_C(1) << 63) /* a bit that no number of a launch has */
/*
 * No input has this number.  Poison reveals its key, and is there before the bell for
 * all calls of a sample: it must not reveal the inputs of any.
 */
#define POISON UINT64_MAX

static uint64_t fill_key(const struct aisp_session *s, uint64_t set, int slot)
{
	uint64_t number =
		s->sampling->pair ? PAIRED | (uint64_t)s->sampling->pair : s->number;

	return aisp_seed_key(&s->harness->seed, number, set, (uint64_t)slot);
}

/* A hostile call gets other data; or the generator's, if the user gave some. */
enum aisp_dist aisp_session_dist(const struct aisp_session *s)
{
	enum aisp_dist usual = (enum aisp_dist)s->harness->dist;

	if (!s->is_hostile || s->harness->n_user_inputs)
		return usual;
	return aisp_hostile_dist(s->sampling, usual);
}

static int fill_inputs(struct aisp_session *s, int slot, uint64_t key,
		       struct aisp_err *err)
{
	enum aisp_dist dist = aisp_session_dist(s);

	for (int i = 0; i < s->contract->problem.n_in; i++)
		if (aisp_buffers_fill(s->buffers, slot, i, dist,
				      aisp_contract_input_key(key, i, dist), err))
			return -1;
	return 0;
}

/* The workload or the user changes generated inputs: the host does that. */
static int change_inputs(struct aisp_session *s, int slot, uint64_t key,
			 struct aisp_err *err)
{
	const struct aisp_io *io = &s->buffers->io[slot];
	cpu_set_t all; /* the worker is stopped, or has not begun */

	aisp_placement_all(&s->harness->where, &all);
	aisp_contract_prepare(s->contract, io, key, &all);
	if (!s->is_hostile)
		aisp_user_inputs_apply(s->harness->user_inputs,
				       s->harness->n_user_inputs, s->contract, io);
	return aisp_buffers_send_inputs(s->buffers, slot, err);
}

uint64_t aisp_session_digest_key(const struct aisp_session *s)
{
	return aisp_seed_key(&s->harness->seed, s->number, UINT64_MAX, 1);
}

/* Digest what the call will find, however it was made: on the device, or else here. */
static int digest_inputs(struct aisp_session *s, int slot, struct aisp_err *err)
{
	uint64_t key = aisp_session_digest_key(s), digest = key;
	struct aisp_digests *d = &s->in_digest[slot];

	if (aisp_buffers_digest_inputs(s->buffers, slot, key, d, err))
		return -1;
	digest = aisp_freshness_digest(digest, d, sizeof(*d), key);
	for (int i = 0; i < s->contract->problem.n_in; i++) {
		const struct aisp_tensor *t = &s->buffers->io[slot].in[i];

		if (!d->sum[i])
			digest = aisp_freshness_digest(
				digest, t->data, aisp_tensor_bytes(t),
				aisp_random_at(key, (uint64_t)i));
	}
	/* A tensor of equal numbers may legitimately come twice. */
	if (s->contract->problem.n_in && aisp_session_dist(s) != AISP_DIST_STRUCTURED)
		aisp_freshness_note(&s->freshness, digest);
	return 0;
}

static int fill_slot(struct aisp_session *s, uint64_t set, int slot,
		     struct aisp_err *err)
{
	uint64_t key = fill_key(s, set, slot);
	const struct aisp_workload *w = s->contract->workload;
	bool is_plain = !w->prepare && !w->prepare_part && !s->harness->n_user_inputs;

	s->poison[slot] = aisp_sub_key(key, POISON);
	if (fill_inputs(s, slot, key, err) ||
	    aisp_buffers_show_inputs(s->buffers, slot, err) ||
	    (!is_plain && change_inputs(s, slot, key, err)) ||
	    digest_inputs(s, slot, err))
		return -1;
	for (int i = 0; i < s->contract->problem.n_in; i++)
		if (s->contract->problem.in[i].in_file &&
		    aisp_buffers_sync_file(s->buffers, i, err))
			return -1;
	return aisp_buffers_poison(s->buffers, slot, s->poison[slot], err);
}

/* Move the judge away from the CPUs where threads of the worker ran last. */
static void leave(const struct aisp_placement *where, const cpu_set_t *theirs)
{
	cpu_set_t others;

	CPU_XOR(&others, &where->judge, theirs);
	CPU_AND(&others, &others, &where->judge);
	sched_setaffinity(0, sizeof(others), &others); /* refused if there are none */
	sched_setaffinity(0, sizeof(where->judge), &where->judge);
}

/* Load each CPU's caches with as much data as they hold, whichever CPU wrote them. */
static void touch_on(const struct aisp_session *s, const cpu_set_t *cpus)
{
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		cpu_set_t there;

		CPU_ZERO(&there);
		CPU_SET(cpu, &there);
		if (!CPU_ISSET(cpu, cpus) ||
		    sched_setaffinity(0, sizeof(there), &there))
			continue;
		aisp_buffers_touch(s->buffers, s->sampling->calls_per_sample);
	}
}

/* Load the data into the caches of the worker's CPUs; or evict all from them, also a
 * variant's own table or code. */
static void set_caches_of_cpus(const struct aisp_session *s, bool is_cold)
{
	const struct aisp_placement *where = &s->harness->where;
	cpu_set_t theirs, all;

	aisp_ranks_where(&s->launch, &theirs);
	aisp_placement_all(where, &all);
	if (is_cold)
		aisp_evict(&theirs, &all);
	else
		touch_on(s, &theirs);
	leave(where, &theirs);
}

/* Comes last before the worker goes on: nothing else may touch the caches. */
static int set_caches(struct aisp_session *s, bool is_cold, struct aisp_err *err)
{
	int n = s->sampling->calls_per_sample;

	if (s->harness->where.is_untimed || s->sampling->is_of_values)
		return 0; /* it takes long, and values do not depend on it */
	if (s->buffers->device->kind->is_host && s->launch.pid)
		set_caches_of_cpus(s, is_cold);
	return is_cold ? aisp_buffers_cool(s->buffers, n, err)
		       : aisp_buffers_warm(s->buffers, n, err);
}

int aisp_session_refill(struct aisp_session *s, uint64_t set, bool is_cold,
			struct aisp_err *err)
{
	int64_t t0 = aisp_now_ns();

	s->n_filled++;
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
		if (fill_slot(s, set, slot, err))
			return -1;
	s->refill_ns = (aisp_now_ns() - t0) / s->sampling->calls_per_sample;
	/* The second set, after setup() has run: its random data are gone. */
	if (s->n_filled == 2 && aisp_buffers_workspace_changed(
					s->buffers, 0, s->poison[0], &s->n_kept, err))
		return -1;
	return set_caches(s, is_cold, err);
}
