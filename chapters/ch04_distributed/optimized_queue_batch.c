/* SPDX-License-Identifier: MIT
 *
 * The sender announces a quarter of the slots at once: each write of the counter moves
 * its cache line to the other core and back if that core is reading it.
 * FLAGS: -O3
 */
#include "workload_queue.h"

#include "queue_ring.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t slots = io->param[SLOTS];

	(void)state;
	pass_all(io, slots >= 4 ? slots / 4 : 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the ring, with a signal per quarter of its slots",
	.run = run,
};
