/* SPDX-License-Identifier: MIT
 *
 * outputs.c - compare what a sample wrote with the reference.
 */
#include "across.h"
#include "base/clock.h"
#include "fault_text.h"
#include "printable.h"
#include "rival.h"
#include "session.h"

#define DEAR     4                     /* times its budget: a comparison is dear */
#define ALL_NS   INT64_C(300000000000) /* until everything is compared */
#define RIVAL_NS INT64_C(200000000)    /* where outputs are far from the baseline's */

/* The call whose outputs are being compared. */
struct poisoned {
	const struct aisp_buffers *buffers;
	int slot;
	uint64_t key;
};

static bool is_unwritten(const void *arg, int o, int64_t i)
{
	const struct poisoned *p = arg;

	return aisp_buffers_is_untouched(p->buffers, p->slot, o, i, p->key);
}

/* Do its functions read outputs themselves?  The comparison loads each element once. */
static bool reads_outputs(const struct aisp_contract *c)
{
	bool reads = c->workload->invariant;

	for (int o = 0; o < c->problem.n_out; o++)
		reads |= c->problem.out[o].is_choice;
	return reads;
}

/*
 * Could outputs change between two reads by the workload's functions?  A stopped worker
 * changes nothing: SIGSTOP stops all its threads, and it can have no other process.
 * Outputs on a device, in a file or in padded slices are in memory of the judge by now.
 * A worker that goes on has left a line unwritten (aisp_sample_stand_still()).
 */
static bool is_open(const struct aisp_session *s)
{
	return s->buffers->device->kind->is_host && !s->launch.is_paused &&
	       reads_outputs(s->contract);
}

/* What is compared: a copy, if a score needs the very bytes that were compared. */
static const struct aisp_io *io_of(const struct aisp_session *s, int slot)
{
	return s->has_answers || is_open(s) ? &s->answers.io : &s->buffers->io[slot];
}

/* Describe the first wrong call, so that a seed tells the same each time. */
static void describe(struct aisp_session *s)
{
	if (!s->wrong[0] && !aisp_tally_passes(&s->tally))
		aisp_tally_describe(&s->tally, s->contract, s->wrong, sizeof(s->wrong));
}

/* Compare random parts of a call's outputs, chosen by bits, until the budget is spent.
 */
static int compare(struct aisp_session *s, int slot, uint64_t bits, int64_t budget_ns,
		   struct aisp_err *err)
{
	const struct poisoned poisoned = { s->buffers, slot, s->poison[slot] };
	cpu_set_t all; /* the worker stands still */

	s->tally.is_unwritten = is_unwritten;
	s->tally.arg = &poisoned;
	s->tally.is_structured = aisp_session_dist(s) == AISP_DIST_STRUCTURED;
	aisp_placement_all(&s->harness->where, &all);
	s->tally.cpus = s->buffers->device->kind->pace.compares_each ? NULL : &all;
	if (aisp_verify_some(s->contract, io_of(s, slot), bits, budget_ns, &s->tally,
			     err))
		return -1;
	describe(s);
	return 0;
}

void aisp_session_set_apart(struct aisp_session *s, bool was_right)
{
	if (!was_right)
		return;
	aisp_fault_keep(s->apart, sizeof(s->apart), s->contract,
			(int)aisp_session_dist(s), s->wrong);
	s->wrong[0] = '\0';
}

static void note_invariant(struct aisp_session *s, const struct aisp_io *io)
{
	const char *broken = aisp_contract_invariant(s->contract, io);

	if (broken && !s->n_invariant++)
		aisp_printable(s->broken, broken, sizeof(s->broken));
}

int aisp_session_check_canaries(struct aisp_session *s, int slot, uint64_t key,
				struct aisp_err *err)
{
	int64_t before = s->n_canary;

	if (aisp_buffers_canary_changed(s->buffers, slot, key, &s->n_canary, err))
		return -1;
	if (!before && s->n_canary)
		aisp_buffers_canary_place(s->buffers, slot, key, s->beside,
					  sizeof(s->beside));
	return 0;
}

static int verify_call(struct aisp_session *s, int slot, uint64_t bits,
		       int64_t budget_ns, struct aisp_err *err)
{
	const struct aisp_io *io = io_of(s, slot);

	if (s->has_answers) {
		if (!s->contract->problem.n_steps) /* else they began with the call */
			aisp_answers_begin(&s->answers, s->buffers, slot);
		aisp_answers_take_rest(&s->answers, s->buffers, slot);
	} else if (is_open(s) &&
		   aisp_answers_take(&s->answers, s->buffers, slot, err)) {
		return -1;
	}
	if (compare(s, slot, bits, s->has_answers ? ALL_NS : budget_ns, err))
		return -1;
	note_invariant(s, io);
	if (aisp_buffers_have_digests(s->buffers))
		return 0; /* output_snapshot.c checks them as a whole */
	return aisp_buffers_poison_left(s->buffers, slot, s->poison[slot], &s->n_poison,
					err) ||
			       aisp_session_check_canaries(s, slot, s->poison[slot],
							   err)
		       ? -1
		       : 0;
}

/* Verify calls of the sample in an order chosen now, as far as the budget reaches. */
static int verify(struct aisp_session *s, uint64_t bits, struct aisp_err *err)
{
	int n = s->sampling->calls_per_sample;
	struct aisp_walk walk =
		aisp_walk_new(aisp_random_at(bits, UINT64_MAX), (uint64_t)n);
	int64_t until_ns = aisp_now_ns() + s->sampling->verify_budget_ns;

	if (s->is_delayed)
		return verify_call(s, s->delayed_slot, bits,
				   s->sampling->verify_budget_ns, err);
	for (int i = 0; i < n && (!i || aisp_now_ns() < until_ns); i++)
		if (verify_call(s, (int)aisp_walk_next(&walk),
				aisp_random_at(bits, (uint64_t)i),
				until_ns - aisp_now_ns(), err))
			return -1;
	return 0;
}

/* Is the sample on hostile data, or with a rank held back? */
static bool is_apart(const struct aisp_session *s)
{
	return s->is_hostile || s->is_delayed;
}

/*
 * A reference that must read all inputs may take seconds on a GPU's gigabytes: then one
 * timed sample of each launch is compared, which no variant can know, and the samples
 * that have tallies of their own.
 */
static bool is_compared(const struct aisp_session *s, int index)
{
	const struct aisp_sampling *p = s->sampling;

	if (s->has_answers || is_apart(s) ||
	    s->buffers->device->kind->pace.compares_each || index == s->chosen)
		return true;
	return p->verify_cost_ns && p->verify_cost_ns < DEAR * p->verify_budget_ns;
}

/* Were all elements of the sample compared, n_before having been compared before? */
static bool is_all_compared(const struct aisp_session *s, int64_t n_before)
{
	int64_t n = 0;

	for (int o = 0; o < s->contract->problem.n_out; o++)
		n += aisp_elems(&s->buffers->io[0].out[o]);
	return s->tally.n_elems - n_before >= n * s->sampling->calls_per_sample;
}

/* The baseline leaves the outputs of a call that was drawn; those of others are
 * compared with them, unless all were compared with the reference. */
static int meet_rival(struct aisp_session *s, int index, int64_t n_before,
		      struct aisp_err *err)
{
	struct aisp_rival *rival = s->sampling->rival;
	struct poisoned poisoned = { .buffers = s->buffers };
	const struct aisp_io *io;

	if (!rival || is_apart(s) || index != rival->sample)
		return 0;
	poisoned.slot = rival->slot;
	poisoned.key = s->poison[rival->slot];
	io = &s->buffers->io[rival->slot];
	if (s->sampling->is_rival)
		return aisp_rival_keep(rival, s->contract, io, poisoned.key, err);
	if (is_all_compared(s, n_before))
		return 0;
	s->tally.is_unwritten = is_unwritten;
	s->tally.arg = &poisoned;
	if (aisp_rival_compare(rival, s->contract, io, poisoned.key, RIVAL_NS,
			       &s->tally, err))
		return -1;
	describe(s);
	return 0;
}

int aisp_session_verify(struct aisp_session *s, int index, uint64_t bits,
			struct aisp_err *err)
{
	int64_t t0 = aisp_now_ns(), n_before = s->tally.n_elems;

	if (!aisp_across_compares(s) || !is_compared(s, index))
		return 0;
	if (verify(s, bits, err))
		return -1;
	aisp_session_score(s, index);
	if (!is_apart(s)) {
		if (index >= 0 && index + 1 != s->compared)
			s->n_compared++; /* count it once, however often it is taken */
		s->compared = index + 1;
	}
	if (aisp_now_ns() - t0 > s->verify_ns)
		s->verify_ns = aisp_now_ns() - t0;
	return meet_rival(s, index, n_before, err);
}
