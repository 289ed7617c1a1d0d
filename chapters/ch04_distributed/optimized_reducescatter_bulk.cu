/* SPDX-License-Identifier: MIT
 *
 * One thread of a block starts bulk copies of chunks, from memory to shared memory and
 * from there to the peer; no register holds data that are on their way.
 * ARCH: sm_90a
 */
#include "workload_reducescatter.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_bulk<float, ADD_PART>(io, io->param[ELEMS]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "pushed by the copy unit of each SM",
	.run = run,
};
