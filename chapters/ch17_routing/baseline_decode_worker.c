/* SPDX-License-Identifier: MIT
 *
 * Each request in a seat reserves room for the longest possible answer: none is ever
 * moved out, and most of the room stays empty.
 */
#include "workload_decode_worker.h"

#include "view.h"

#include "decode_view.h"

static int64_t need(const struct view *v, const int32_t *r)
{
	(void)v;
	return r[PROMPT] + MOST_OUTPUT;
}

static struct command decide(const struct view *v)
{
	return admit_if_room(v, first_waiting(v), need);
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "memory reserved for the longest answer",
	.run = run,
};
