/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "across.h"
#include "base/clock.h"
#include "decide/resolve.h"
#include "device/written_files.h"
#include "moment.h"
#include "rank_hold.h"
#include "ring.h"
#include "sample_bell.h"
#include "sample_files.h"
#include "stamps.h"

#define REVEAL_NS 80000 /* to show a slot's inputs, before the nodes' bell */

/* A worker whose node waits for others is stopped meanwhile. */
static int meet_answered(struct aisp_session *s, struct aisp_rung *r, int64_t *ns)
{
	if (aisp_launch_pause(&s->launch))
		return 1;
	r->between_ns += r->stop_ns; /* after the call before */
	r->stop_ns = (double)(aisp_now_ns() - r->answered_ns);
	return aisp_across_answered(s, ns);
}

int64_t aisp_sample_rings(const struct aisp_session *s)
{
	return s->contract->problem.n_steps ? s->contract->problem.n_steps : 1;
}

static void note_clocks(const struct aisp_launch *l, struct aisp_rung *r)
{
	if (!r->first_ns) {
		r->first_ns = l->rung_ns;
		r->first_ticks = l->answered_ticks - l->ring_ticks;
		r->is_first_torn = l->is_torn;
	}
	r->clock_ns = l->answered_ns - r->first_ns;
	r->ticks = l->answered_ticks - r->first_ticks;
	r->is_torn = r->is_first_torn || l->is_torn;
}

/*
 * Called after the answer to a bell for n_calls, of which the first had a rank held
 * back.  Ranks of other nodes may answer later; calls of one bell end together.
 */
static void note_delay(struct aisp_session *s, int n_calls)
{
	const struct aisp_launch *l = &s->launch;

	if (s->delayed && !s->delay_changes && !l->meet && n_calls == 1)
		s->after_delay_ns = (double)(l->answered_ns - l->freed_ns);
}

/*
 * The time since the answer before this bell.  A step can work on with inputs of
 * earlier steps, or with what it keeps: all that time counts as before the bell.  A
 * call sees its inputs only for a part of it.
 */
static void note_gap(struct aisp_session *s, struct aisp_rung *r, int64_t step,
		     double free_ns)
{
	const struct aisp_launch *l = &s->launch;
	double gap_ns = (double)(l->rung_ns - r->answered_ns);

	if (step)
		free_ns = gap_ns;
	r->free_ns += free_ns;
	if (s->answers.stood_ns) /* nor does it tell less than it resolves */
		s->answers.stood_ns[step] =
			free_ns + aisp_resolved_ns(&s->harness->bias, 1);
	if (r->first_ns && !step && !l->meet)
		r->between_ns += gap_ns;
}

/*
 * Ring for one call, or a step of one, which sees only its own inputs.  Returns 1 if
 * the variant ended the launch.
 */
static int ring_once(struct aisp_session *s, int slot, int64_t step,
		     struct aisp_rung *r)
{
	struct aisp_launch *l = &s->launch;
	int64_t t, shown_ns;
	double free_ns;

	if (slot && aisp_across_agree(s))
		return 1;
	aisp_across_wait(s, REVEAL_NS);
	if ((slot || step || l->meet) && !l->plan->is_spin && aisp_launch_ready(l))
		return 1;
	aisp_contract_next(s->contract, &s->answers.io, step);
	shown_ns = aisp_now_ns();
	if (s->contract->problem.n_steps)
		aisp_buffers_reveal_step(s->buffers, slot, step);
	else
		aisp_buffers_reveal(s->buffers, slot);
	if (s->delayed && slot == s->delayed_slot &&
	    aisp_launch_hold(l, s->delayed, s->delay_ns, s->delay_changes))
		return 1;
	aisp_across_wait(s, 0);
	t = aisp_launch_run(l, slot, 1);
	if (t < 0)
		return 1;
	if (slot == s->delayed_slot)
		note_delay(s, 1);
	free_ns = (double)(l->rung_ns - shown_ns);
	r->most_free_ns = fmax(r->most_free_ns, free_ns);
	note_gap(s, r, step, free_ns);
	note_clocks(l, r);
	r->answered_ns = l->answered_ns;
	r->own_ns += t;
	if (l->meet && meet_answered(s, r, &t))
		return 1;
	aisp_stamp_answer(s->contract, &s->answers.io, step,
			  aisp_call_ns(&s->harness->bias, (double)t, 1));
	r->ns += t;
	r->gap_ns = fmax(r->gap_ns, l->gap_ns);
	r->late_ns += l->late_ns;
	return 0;
}

/*
 * Checks the copies, which the worker cannot reach.  By the outputs' present bytes it
 * could make itself go on, with poison that it puts back, and change outputs while they
 * are compared.
 */
static bool has_missed(const struct aisp_session *s)
{
	return aisp_late_writes_missed(&s->late_writes, s->buffers, s->poison);
}

static int stop(struct aisp_session *s, struct aisp_rung *r)
{
	if (s->launch.is_paused)
		return 0;
	if (aisp_launch_pause(&s->launch))
		return 1;
	r->stop_ns = (double)(aisp_now_ns() - r->answered_ns);
	return 0;
}

int aisp_sample_stand_still(struct aisp_session *s, struct aisp_rung *r)
{
	if (s->buffers->device->kind->is_async || has_missed(s))
		return 0;
	return stop(s, r);
}

/*
 * Copy some lines at once, the others while the worker stands still: it cannot be
 * stopped sooner.  If there are files, ask first what the device has of them.
 */
static int copy_last(struct aisp_session *s, int slot, struct aisp_rung *r)
{
	aisp_late_writes_copy_first(&s->late_writes, s->buffers, slot);
	if (s->launch.plan->is_spin && s->n_unsynced < 0) {
		r->waited_ns = aisp_workers_waited_ns(&s->launch);
		if (stop(s, r))
			return 1;
	}
	aisp_late_writes_copy_rest(&s->late_writes, s->buffers, slot);
	if (!s->launch.is_paused || s->launch.meet || !has_missed(s))
		return 0;
	aisp_launch_go_on(&s->launch);
	r->stop_ns = 0;
	return 0;
}

static int call(struct aisp_session *s, int slot, struct aisp_rung *r)
{
	double flushes = aisp_written_flushes(s->buffers);
	bool is_by_step = s->has_answers && s->contract->problem.n_steps;

	if (is_by_step)
		aisp_answers_begin(&s->answers, s->buffers, slot);
	for (int64_t step = 0; step < aisp_sample_rings(s); step++) {
		if (ring_once(s, slot, step, r))
			return 1;
		if (is_by_step)
			aisp_answers_take_step(&s->answers, s->buffers, slot, step);
	}
	aisp_files_note_written(s, slot, flushes);
	if (slot == s->sampling->calls_per_sample - 1)
		return copy_last(s, slot, r);
	aisp_late_writes_copy_first(&s->late_writes, s->buffers, slot);
	aisp_late_writes_copy_rest(&s->late_writes, s->buffers, slot);
	return 0;
}

int aisp_sample_call_each(struct aisp_session *s, struct aisp_rung *r,
			  struct aisp_sample *x)
{
	int n = s->sampling->calls_per_sample;

	for (int slot = 0; slot < n; slot++)
		if (call(s, slot, r))
			return 1;
	if (s->buffers->stage)
		x->free_ns = r->free_ns / n;
	return 0;
}

int aisp_sample_call_all(struct aisp_session *s, struct aisp_rung *r)
{
	struct aisp_launch *l = &s->launch;

	if (s->delayed &&
	    aisp_launch_hold(l, s->delayed, s->delay_ns, s->delay_changes))
		return 1;
	r->ns = r->own_ns = aisp_launch_run(l, 0, s->sampling->calls_per_sample);
	note_delay(s, s->sampling->calls_per_sample);
	r->clock_ns = r->ns;
	r->ticks = l->ring_ticks;
	r->is_torn = l->is_torn;
	r->gap_ns = l->gap_ns;
	r->late_ns = l->late_ns;
	return r->ns < 0;
}
