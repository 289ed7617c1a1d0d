/* SPDX-License-Identifier: MIT
 *
 * The request that is due first comes first (C. Liu and J. Layland, Journal of the ACM
 * 20, 1973), unless it can no longer be in time; a step is as long as the strictest
 * promise to a request in a seat allows.
 */
#include "workload_classes.h"

#include "view.h"

#include "classes_view.h"

static int32_t due_first(const struct view *v)
{
	int32_t best = NOBODY;

	for (int32_t i = 0; i < v->clock[N_COME]; i++)
		if (v->request[i][STATE] == WAITS && !is_hopeless(v, i) &&
		    (best < 0 || due_us(v, i) < due_us(v, best)))
			best = i;
	return best;
}

/* Prompt tokens left in seats: requests in seats are filled in before new ones. */
static int64_t left_to_fill(const struct view *v)
{
	int64_t n = 0;

	for (int64_t k = 0; k < v->clock[N_SEATED]; k++)
		n += v->request[v->seat[k]][PROMPT] - v->request[v->seat[k]][FILLED];
	return n;
}

static struct command decide(const struct view *v)
{
	int32_t tokens = tokens_as_promised(v);
	int32_t i = has_seat(v) && left_to_fill(v) < tokens ? due_first(v) : NOBODY;

	return i == NOBODY ? (struct command){ STEP_ON, tokens }
			   : (struct command){ ADMIT, i };
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "earliest deadline first, steps as long as the promise allows",
	.run = run,
};
