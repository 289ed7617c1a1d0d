/* SPDX-License-Identifier: MIT
 *
 * Eight sums at a time: three shuffles and additions within a vector wait for nothing
 * but the load, and one addition per vector waits for the vector before it.
 */
#include "workload_scan.h"

#include "lanes_scan.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	scan_lanes(io->out[0].data, io->in[0].data, io->param[N], 0);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "vectors of eight, one addition from vector to vector",
	.run = run,
};
