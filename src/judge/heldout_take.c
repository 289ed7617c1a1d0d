/* SPDX-License-Identifier: MIT
 *
 * heldout_take.c - collect what launches at other sizes showed of an arm, as facts.
 */
#include <math.h>

#include "decide/gap.h"
#include "heldout.h"
#include "heldout_values.h"

void aisp_heldout_take_far(struct aisp_heldout *h, const struct aisp_measured *m)
{
	if (m->status == AISP_LAUNCH_UNSUPPORTED)
		return;
	h->is_tried = true;
	if (m->status == AISP_LAUNCH_OK)
		aisp_heldout_values(h, m);
	else
		h->has_ended_badly = true;
}

/* Once a launch was undisturbed, the disturbed ones no longer count. */
static void count_timed(struct aisp_heldout *h)
{
	bool is_first = isnan(h->call_ns);

	if (!h->is_disturbed && is_first)
		h->n_timed = 0;
	h->n_timed += !h->is_disturbed || is_first;
}

/*
 * One hang may be the machine's fault; the second in a row is the variant's.  Sorted or
 * equal numbers may be fast: only the announced distribution's time counts.
 */
void aisp_heldout_take(struct aisp_heldout *h, const struct aisp_measured *m,
		       bool is_public)
{
	bool has_hung = m->status == AISP_LAUNCH_HUNG;
	bool is_excused =
		m->status == AISP_LAUNCH_UNSUPPORTED || (has_hung && !h->has_hung);

	h->is_tried = true;
	h->is_declined |= m->status == AISP_LAUNCH_UNSUPPORTED;
	h->has_ended_badly |= m->status != AISP_LAUNCH_OK && !is_excused;
	h->has_hung = has_hung;
	if (m->status != AISP_LAUNCH_OK)
		return;
	aisp_heldout_values(h, m);
	if (!is_public)
		return;
	h->is_disturbed = !aisp_measured_counts(m);
	count_timed(h);
	if (!h->is_disturbed) {
		h->call_ns = fmin(h->call_ns, m->median_ns);
		h->running_ns = fmin(h->running_ns, m->evidence.running_ns);
		return;
	}
	/* Threads spin while one of them has no CPU: that time is no work. */
	if (m->evidence.n_threads <= 1)
		h->least_ns = fmin(h->least_ns, m->evidence.call_cpu_ns);
	h->most_ns = fmin(h->most_ns, m->median_ns);
}

void aisp_heldout_note(const struct aisp_group *g, const struct aisp_arm *a,
		       struct aisp_evidence *e)
{
	const struct aisp_heldout *h = &a->heldout;

	if (!h->is_tried)
		return;
	e->heldout_declined = h->is_declined;
	e->heldout_elems = (double)h->n_elems;
	e->heldout_failed = h->has_ended_badly;
	e->heldout_wrong = (double)h->n_wrong;
	e->heldout_gap = aisp_gap(g, a);
	e->heldout_gap_running = aisp_gap_running(g, a);
	e->heldout_gap_chance = aisp_gap_chance(a);
}

void aisp_heldout_note_all(struct aisp_group *g)
{
	for (int i = 0; i < g->n_arms; i++)
		for (int k = 0; k < g->arms[i].n_launches; k++)
			aisp_heldout_note(g, &g->arms[i],
					  &g->arms[i].launches[k].evidence);
}
