/* SPDX-License-Identifier: MIT
 *
 * The gradients of a microbatch's weights can wait, but those for the stage before
 * cannot: what others wait for runs in a stream of the highest priority, and the
 * weights' part fills the SMs that it leaves (P. Qi and others, Zero Bubble Pipeline
 * Parallelism, 2023).
 */
#include "workload_pipeline.h"

#include "beside_gpu.h"
#include "stage_pipeline_gpu.h"

/* The weights' part may start after all work in `stream` so far is done. */
static int learn_beside(const struct stage *s, const struct streams *b, int64_t m)
{
	int status = streams_join(b, aisp_stream(s->io));

	return status ? status : learn(s, m, aisp_stream(s->io));
}

static int run(const struct aisp_io *io, void *state)
{
	const struct streams *b = (const struct streams *)state;
	const struct stage s = stage_of(io);
	int64_t n = io->param[MICROBATCHES], ahead = s.r->n - 1 - s.r->rank;
	int status = streams_fork(b, aisp_stream(io));

	for (int64_t m = 0; m < n + ahead && !status; m++) {
		if (m < n)
			status = await_forward(&s, m, b->stream[0]);
		if (m >= ahead && !status)
			status = await_back(&s, m - ahead, b->stream[0]);
		if (m >= ahead && !status)
			status = learn_beside(&s, b, m - ahead);
	}
	return status;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "weight gradients on SMs that the other stream leaves idle",
	.setup = beside_setup,
	.run = run,
	.teardown = beside_teardown,
};
