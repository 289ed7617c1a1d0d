/* SPDX-License-Identifier: MIT
 *
 * A request that fits gets a seat now, the one with the fewest keys and values first:
 * more requests fit, and each weight that a step reads serves more of them.
 */
#include "workload_decode_worker.h"

#include "view.h"

#include "decode_view.h"

static int32_t smallest_waiting(const struct view *v)
{
	int32_t best = NOBODY;

	for (int32_t i = 0; i < v->clock[N_COME]; i++)
		if (v->request[i][STATE] == WAITS &&
		    (best < 0 || kv_now(v->request[i]) < kv_now(v->request[best])))
			best = i;
	return best;
}

static struct command decide(const struct view *v)
{
	return admit_if_room(v, smallest_waiting(v), next_token);
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "requests are admitted if they fit now, smallest first",
	.run = run,
};
