/* SPDX-License-Identifier: MIT
 *
 * Up to as many messages are under way as there are slots; the sender announces each
 * one.
 * FLAGS: -O3
 */
#include "workload_queue.h"

#include "queue_ring.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	pass_all(io, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a ring of slots; a rank waits only if it is full or empty",
	.run = run,
};
