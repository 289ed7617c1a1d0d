/* SPDX-License-Identifier: MIT */
#include <aisp/episode.h>
#include <string.h>

#include "device/layout.h"
#include "stamps.h"

/* The input that is the clock, or -1. */
static int clock_of(const struct aisp_problem *pr)
{
	for (int i = 0; i < pr->n_in; i++)
		if (pr->in[i].is_clock)
			return i;
	return -1;
}

bool aisp_has_clock(const struct aisp_problem *pr)
{
	return clock_of(pr) >= 0;
}

/* The two stamps of a step; NULL: there is no clock. */
static int64_t *stamps_of(const struct aisp_contract *c, const struct aisp_io *io,
			  int64_t step)
{
	int i = clock_of(&c->problem);

	return i < 0 ? NULL : (int64_t *)io->in[i].data + 2 * step;
}

int64_t *aisp_stamps_first(const struct aisp_contract *c, const struct aisp_io *io)
{
	return stamps_of(c, io, 0);
}

void aisp_stamp_begin(const struct aisp_contract *c, const struct aisp_io *io,
		      int64_t step)
{
	int64_t *stamps = stamps_of(c, io, step);

	if (stamps && !step)
		memset(stamps, 0,
		       aisp_spec_bytes(&c->problem.in[clock_of(&c->problem)]));
	else if (stamps)
		stamps[AISP_BEGAN] = stamps[AISP_ANSWERED - 2];
}

void aisp_stamp_answer(const struct aisp_contract *c, const struct aisp_io *io,
		       int64_t step, double ns)
{
	int64_t *stamps = stamps_of(c, io, step);

	if (stamps)
		stamps[AISP_ANSWERED] = stamps[AISP_BEGAN] + (int64_t)ns;
}

void aisp_stamps_delay(const struct aisp_contract *c, const struct aisp_io *io,
		       const double *stood_ns)
{
	int64_t answered = 0, *stamps = aisp_stamps_first(c, io);

	for (int64_t step = 0; stamps && step < c->problem.n_steps; step++) {
		int64_t ns = stamps[AISP_ANSWERED] - stamps[AISP_BEGAN];

		if (stamps[AISP_BEGAN] < answered)
			stamps[AISP_BEGAN] = answered;
		answered = stamps[AISP_BEGAN] + ns + (int64_t)stood_ns[step];
		stamps[AISP_ANSWERED] = answered;
		stamps += 2;
	}
}
