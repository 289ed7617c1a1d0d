/* SPDX-License-Identifier: MIT
 *
 * The gradients of a microbatch's weights can wait, but those for the stage before
 * cannot: a rank first does what others wait for, and the weights' part when it has
 * nothing else to do (P. Qi and others, Zero Bubble Pipeline Parallelism, 2023).
 * FLAGS: -O3
 */
#include "workload_pipeline.h"

#include "stage_pipeline.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct stage s = begin_stage(io);
	int64_t n = io->param[MICROBATCHES], n_forward = 0, n_back = 0, n_learned = 0;

	(void)state;
	while (n_learned < n)
		if (n_back < n_forward && is_there(&s, BACK, n_back))
			back(&s, n_back++);
		else if (n_forward < n && is_there(&s, FORWARD, n_forward))
			forward(&s, n_forward++);
		else if (n_learned < n_back)
			learn(&s, n_learned++);
		else
			sched_yield();
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "weight gradients when no other rank waits for a result",
	.run = run,
};
