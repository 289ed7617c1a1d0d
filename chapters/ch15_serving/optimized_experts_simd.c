/* SPDX-License-Identifier: MIT
 *
 * The same by VDPBF16PS, which adds two products of bf16 to each of 16 sums; processors
 * without it use the code of the step before.
 * FLAGS: -O3 -Wno-psabi
 * LIBS: -lm
 */
#include "workload_experts.h"

#include "expert_bf16.h"

static int run(const struct aisp_io *io, void *state)
{
	struct experts m = experts_of(io);

	(void)state;
	route_all(io, &m);
	run_part(&m, 0, 1, best_chunk());
	combine(&m, 0, 1, io->out[Y].data);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "bf16 products, 16 tokens per instruction",
	.run = run,
};
