/* SPDX-License-Identifier: MIT
 *
 * Up to 96 rows of an expert side by side, as lanes of vectors: a weight is loaded once
 * for all of them, and nothing is added up across a vector.
 * FLAGS: -O3 -fopenmp-simd -Wno-psabi
 * LIBS: -lm
 */
#include "workload_router.h"

#include "gate_cpu.h"

#define EXPERT_LANES "../../chapters/ch15_serving/expert_lanes.h"
#include "../../chapters/ch15_serving/expert_bf16.h"

static int run(const struct aisp_io *io, void *state)
{
	struct experts m = experts_of(io);

	(void)state;
	gate_part(io, 0, 1);
	route_all(io, &m);
	run_part(&m, 0, 1, best_chunk());
	combine(&m, 0, 1, io->out[Y].data);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tokens of an expert side by side, in lanes",
	.run = run,
};
