/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <time.h>

#include "base/clock.h"
#include "rank_hold.h"
#include "rank_watch.h"
#include "ring.h"

#define LOOK_NS INT64_C(1000) /* a thread that has slept runs before one that spins */

/* A signal to the judge may end the sleep early, which is harmless. */
static void sleep_for(int64_t ns)
{
	const struct timespec t = { ns / 1000000000, ns % 1000000000 };

	nanosleep(&t, NULL);
}

/* Wait for the n-th change of what ranks show; false if the rank answers, or time ends.
 */
static bool comes_to(struct aisp_launch *l, const struct aisp_launch *rank,
		     struct aisp_watch *w)
{
	int64_t end_ns = aisp_now_ns() + l->held_ns;
	int n = l->n_changes;

	while (!aisp_has_answered(rank) && aisp_now_ns() < end_ns) {
		n -= aisp_watch_has_changed(w);
		if (!n)
			return true;
		if (!l->plan->is_spin)
			sleep_for(LOOK_NS); /* it may need this CPU */
	}
	return false;
}

/* Let the held rank go on after its time; hold it again if asked.  Returns 0 or -1. */
static int let_go(struct aisp_launch *l)
{
	struct aisp_launch *rank = l->held;
	struct aisp_watch w;

	sleep_for(l->held_ns);
	if (l->n_changes)
		aisp_watch_begin(&w, l->buffers, l->plan->bell.first_slot,
				 (uint64_t)l->held_ns);
	l->held = NULL;
	l->freed_ns = aisp_now_ns();
	kill(rank->pid, SIGCONT);
	aisp_launch_open_gates(l);
	if (!l->n_changes || !comes_to(l, rank, &w))
		return 0;
	if (aisp_launch_stop(l, rank))
		return -1;
	sleep_for(l->held_ns);
	kill(rank->pid, SIGCONT);
	return 0;
}

int aisp_launch_hold(struct aisp_launch *l, struct aisp_launch *rank, int64_t ns,
		     int n_changes)
{
	if (aisp_launch_is_gone(l) || aisp_launch_stop(l, rank))
		return -1;
	l->held = rank;
	l->held_ns = ns;
	l->let_go = let_go;
	l->n_changes = n_changes;
	return 0;
}
