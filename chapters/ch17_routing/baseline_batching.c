/* SPDX-License-Identifier: MIT
 *
 * Static batches: requests that wait when the server is empty get seats, no others
 * until all of these are done.
 */
#include "workload_batching.h"

#include "view.h"

enum { IS_CLOSED }; /* of own[] */

static struct command decide(const struct view *v)
{
	struct command c;

	if (!v->clock[N_SEATED])
		v->own[IS_CLOSED] = 0;
	if (v->own[IS_CLOSED])
		return (struct command){ STEP_ON, ALL };
	c = admit_or_step(v, ALL);
	v->own[IS_CLOSED] = c.command == STEP_ON;
	return c;
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "static batches",
	.run = run,
};
