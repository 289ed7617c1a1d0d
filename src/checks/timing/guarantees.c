/* SPDX-License-Identifier: MIT */
#include "checks/guarantee.h"

static bool clock_is_fine(const struct aisp_evidence *ev)
{
	return ev->resolution_ns <= ev->margin * ev->sample_ns;
}

/*
 * Short calls are timed many at once, by the pilot's times; should the samples be
 * shorter than the pilot let hope, the margin grows until the clock's step is within
 * it.
 */
AISP_GUARANTEE(
	timing, timer_granularity,
	"is so short, or so slow while the judge plans, that the clock's steps decide",
	"samples of many calls, and a margin that holds the clock's step", NULL,
	AISP_NEEDS(resolution_ns, margin, sample_ns),
	AISP_HOLDS(clock_is_fine, "%.3g ns of %.3g ns, margin %.2g %%",
		   AISP_N(resolution_ns), AISP_N(sample_ns), AISP_PER(margin, 0.01)),
	AISP_PARTLY(AISP_ELSE, "%.3g ns of samples of %.3g ns are more than the margin",
		    AISP_N(resolution_ns), AISP_N(sample_ns)));

/*
 * No input of a warm-up is ever timed, and outputs of timed calls are compared: what
 * was computed before is the answer to nothing.
 */
AISP_GUARANTEE(timing, warmup_bleed,
	       "does real work while it is warmed up and uses it when it is timed",
	       "inputs of warm-up calls never come again", NULL,
	       AISP_NEEDS(is_fresh, n_warmup),
	       AISP_HOLDS(aisp_is_fresh,
			  "%.0f samples of warm-up, on inputs of their own",
			  AISP_N(n_warmup)),
	       AISP_REPEATED);
