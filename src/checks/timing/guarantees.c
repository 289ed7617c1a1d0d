/* SPDX-License-Identifier: MIT */
#include "checks/guarantee.h"

#define AISP_FREE_SHARE 0.01 /* within the least margin */

static bool clock_is_fine(const struct aisp_evidence *ev)
{
	return ev->resolution_ns <= ev->margin * ev->sample_ns;
}

static bool has_no_free_time(const struct aisp_evidence *ev)
{
	return ev->free_ns <= AISP_FREE_SHARE * ev->call_ns;
}

static bool has_no_after_time(const struct aisp_evidence *ev)
{
	return ev->after_ns <= AISP_FREE_SHARE * ev->call_ns;
}

static bool is_spinning(const struct aisp_evidence *ev)
{
	return ev->is_spin == 1;
}

static bool is_shown_alone(const struct aisp_evidence *ev)
{
	return ev->n_shown == 1;
}

static bool is_in_real_time(const struct aisp_evidence *ev)
{
	return ev->is_clocked == 1;
}

/*
 * Inputs are written while the worker is stopped.  Small ones are kept from it until it
 * has answered an empty command, and are copied just before the bell.  A worker can use
 * what it sees earlier for as long as the clock and the kernel say that it ran.  Both
 * are measured, and no verdict rests on a difference that they could explain.
 */
AISP_GUARANTEE(
	timing, early_start,
	"works on the next inputs before the bell rings, with a thread that looks "
	"at them or by not returning",
	"small inputs are shown right before the bell, larger ones while the worker "
	"wakes up; the margin includes the time for which they are visible",
	NULL, AISP_NEEDS(free_ns, call_ns),
	AISP_HOLDS(has_no_free_time, "%.3g us before the bell", AISP_PER(free_ns, 1e3)),
	AISP_PARTLY(
		is_in_real_time,
		"the clock stood for %.3g us of an episode: the margin holds what the "
		"score would be without",
		AISP_PER(free_ns, 1e3)),
	AISP_PARTLY(AISP_ELSE,
		    "in one launch %.3g us before the bell, with calls of %.6g us; the "
		    "margin holds the mean of the launches that count",
		    AISP_PER(free_ns, 1e3), AISP_PER(call_ns, 1e3)));

/*
 * After its answer, a thread can work for the next call.  Between samples, during which
 * the judge compares outputs, the worker stands still; between the calls of a sample it
 * has only the time to copy a few lines.  Work after it is woken is doubted by its
 * duration (src/decide/outside.c).
 */
AISP_GUARANTEE(
	timing, deferred_work,
	"works for the next call after its answer, where no clock runs",
	"the worker is stopped from the last answer of a sample until the inputs of "
	"the next one are there; deferred work then runs in a timed call",
	NULL, AISP_NEEDS(is_gpu, after_ns, call_ns),
	AISP_HOLDS(aisp_is_on_gpu, "a call has not ended before the device is idle"),
	AISP_HOLDS(has_no_after_time, "%.3g us behind a call, then it stood still",
		   AISP_PER(after_ns, 1e3)),
	AISP_PARTLY(AISP_ELSE, "%.3g us behind a call of %.6g us, both in this launch",
		    AISP_PER(after_ns, 1e3), AISP_PER(call_ns, 1e3)));

/*
 * If judge and worker share CPUs, the judge sleeps, and every thread of the worker can
 * wake it. While the judge waits for a CPU, a call may go on: src/decide/interference.c
 * subtracts that wait only for a single thread, as far as that thread did not run.
 */
AISP_GUARANTEE(
	timing, early_wake,
	"wakes the judge before it has answered, so that the judge's wait for a CPU is "
	"subtracted from the call",
	"a wait of the judge is subtracted only where one thread works, and only for "
	"the time in which that thread did not run, by the kernel's count",
	NULL, AISP_NEEDS(is_spin), AISP_HOLDS(is_spinning, "the judge does not sleep"),
	AISP_HOLDS(AISP_ELSE, "no wait of the judge's is a call's gain"));

/* Random lines of a call's outputs are copied before the next call's inputs are shown.
 */
AISP_GUARANTEE(timing, super_batch,
	       "records the arguments of calls and "
	       "computes them together in the last one, or all in the first",
	       "the inputs of a call are shown after the answer to the call before it, "
	       "whose outputs must be complete then",
	       "reference-kernels issue 104: "
	       "1.7 to 3.9 times by one launch for 15 calls",
	       AISP_NEEDS(n_shown),
	       AISP_HOLDS(is_shown_alone, "each call sees its own inputs alone"),
	       AISP_PARTLY(AISP_ELSE, "%.0f calls share a ring", AISP_N(n_shown)));

/*
 * Short calls are timed many at once, by the pilot's times. If samples are shorter than
 * the pilot promised, the margin grows until it contains the clock's step.
 */
AISP_GUARANTEE(
	timing, timer_granularity,
	"has calls so short, or so slow while the judge plans the samples, that the "
	"clock's resolution decides",
	"a sample has many calls, and the margin includes the clock's resolution", NULL,
	AISP_NEEDS(resolution_ns, margin, sample_ns),
	AISP_HOLDS(clock_is_fine, "%.3g ns of %.3g ns, margin %.2g %%",
		   AISP_N(resolution_ns), AISP_N(sample_ns), AISP_PER(margin, 0.01)),
	AISP_PARTLY(AISP_ELSE, "%.3g ns of samples of %.3g ns are more than the margin",
		    AISP_N(resolution_ns), AISP_N(sample_ns)));

/*
 * No input of a warm-up is ever timed, and outputs of timed calls are compared: earlier
 * results answer nothing.
 */
AISP_GUARANTEE(timing, warmup_bleed,
	       "does real work while it is warmed up and uses it when it is timed",
	       "inputs of warm-up calls never come again", NULL,
	       AISP_NEEDS(is_fresh, n_warmup),
	       AISP_HOLDS(aisp_is_fresh,
			  "%.0f samples of warm-up, on inputs of their own",
			  AISP_N(n_warmup)),
	       AISP_REPEATED);
