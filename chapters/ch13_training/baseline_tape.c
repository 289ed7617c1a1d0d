/* SPDX-License-Identifier: MIT
 *
 * Each call records its tape: every node, value and gradient has memory of its own.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_tape.h"

#include "tape_walked.h"

static int run(const struct aisp_io *io, void *state)
{
	struct tape t = { .io = io };
	int64_t n = io->param[ROWS] * io->param[WIDTH];

	(void)state;
	say_net(&t, io->param[LAYERS]);
	if (!t.rc) {
		float *g = numbers(&t, n);

		t.node[t.n - 1]->gradient = g;
		if (g)
			memcpy(g, io->in[DY].data, sizeof(*g) * (size_t)n);
		walk_back(&t);
	}
	forget(&t);
	return t.rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a tape with memory for each node",
	.run = run,
};
