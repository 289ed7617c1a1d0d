/* SPDX-License-Identifier: MIT
 *
 * A request that fits gets a seat now (W. Kwon et al., SOSP 2023): the memory is full,
 * and the request that came last is moved out and in again while answers grow.
 */
#include "workload_decode_worker.h"

#include "view.h"

#include "decode_view.h"

static struct command decide(const struct view *v)
{
	return admit_if_room(v, first_waiting(v), next_token);
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "requests are admitted if they fit now",
	.run = run,
};
