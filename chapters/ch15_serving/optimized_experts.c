/* SPDX-License-Identifier: MIT
 *
 * Rows are sorted by expert, and up to 96 tokens are computed side by side: a weight is
 * loaded once for all of them.  Products and sums are in fp32.
 * FLAGS: -O3 -Wno-psabi
 * LIBS: -lm
 */
#include "workload_experts.h"

#include "expert_chunk.h"

#define DOT(sum, x, w) DOT_F32(sum, x, w)
#define AISP_KERNEL    "expert_lanes.h"
#include <aisp/each_level.h>

static int run(const struct aisp_io *io, void *state)
{
	struct experts m = experts_of(io);

	(void)state;
	route_all(io, &m);
	run_part(&m, 0, 1, AISP_BEST(chunk));
	combine(&m, 0, 1, io->out[Y].data);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tokens of an expert side by side",
	.run = run,
};
