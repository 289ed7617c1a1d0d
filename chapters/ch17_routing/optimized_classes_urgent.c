/* SPDX-License-Identifier: MIT
 *
 * Urgent requests come before all others, each class in the order of arrival; a step
 * has 512 tokens.
 */
#include "workload_classes.h"

#include "view.h"

#define STEP_TOKENS 512

/* The urgent request that waits longest; without one, the request that does. */
static int32_t urgent_first(const struct view *v)
{
	for (int32_t i = 0; i < v->clock[N_COME]; i++)
		if (is_urgent(i) && v->request[i][STATE] == WAITS)
			return i;
	return first_waiting(v);
}

static struct command decide(const struct view *v)
{
	int32_t i = has_seat(v) ? urgent_first(v) : NOBODY;
	int32_t left = STEP_TOKENS - n_decoding(v);

	return i == NOBODY ? (struct command){ STEP_ON, left > 0 ? left : 0 }
			   : (struct command){ ADMIT, i };
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "urgent requests before all others",
	.run = run,
};
