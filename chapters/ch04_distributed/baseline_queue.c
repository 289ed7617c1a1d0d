/* SPDX-License-Identifier: MIT
 *
 * A message at a time: it is sent, used and acknowledged before the next one leaves.
 * FLAGS: -O3
 */
#include "workload_queue.h"

#include "queue_slots.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct queue q = queue_of(io);

	(void)state;
	for (int64_t m = 0; m < q.n; m++) {
		put(&q, m);
		tell(&q, q.to, SENT, m + 1);
		aisp_signal_wait(q.r, q.r->rank, SENT, (uint32_t)m + 1);
		use(&q, m);
		tell(&q, q.from, USED, m + 1);
		aisp_signal_wait(q.r, q.r->rank, USED, (uint32_t)m + 1);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "each message acknowledged before the next",
	.run = run,
};
