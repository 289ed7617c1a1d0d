/* SPDX-License-Identifier: MIT
 *
 * 32 steps at a time, as products of matrices whose sums stay in registers: a state is
 * read and written once for all of them, and what steps of a chunk do to each other is
 * a small triangle, which all heads share but for their decays.
 * FLAGS: -O3
 */
#include "workload_ssm_scan.h"

#include "ssm_chunk_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	take_heads(io, 0, io->param[HEADS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "32 steps at a time as products of matrices",
	.run = run,
};
