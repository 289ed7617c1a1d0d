/* SPDX-License-Identifier: MIT
 *
 * Of the prompts that can still be in time the shortest comes next (L. Schrage, 1968),
 * together with others as long as the step's time is that of reading the weights.  A
 * prompt that cannot be in time waits until there is no other.
 */
#include "workload_prefill_worker.h"

#include "view.h"

#include "prefill_view.h"

static bool is_hopeless(const struct view *v, const int32_t *r)
{
	double due_us = r[COME_US] + 1e3 * (double)v->param[FIRST_MS];

	return 1e-3 * (double)v->clock[NOW_NS] + fill_us(r) > due_us;
}

static int32_t shortest_in_time(const struct view *v)
{
	int32_t best = NOBODY;

	for (int32_t i = 0; i < v->clock[N_COME]; i++)
		if (v->request[i][STATE] == WAITS && !is_hopeless(v, v->request[i]) &&
		    (best < 0 || v->request[i][PROMPT] < v->request[best][PROMPT]))
			best = i;
	return best == NOBODY && !v->clock[N_SEATED] ? first_waiting(v) : best;
}

static struct command decide(const struct view *v)
{
	return pack(v, shortest_in_time);
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "shortest prompt that can be in time first, packed",
	.run = run,
};
