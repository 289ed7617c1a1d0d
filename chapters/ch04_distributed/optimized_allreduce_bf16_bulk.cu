/* SPDX-License-Identifier: MIT
 *
 * Chunks as in optimized_allreduce_bf16_chunks.cu, sent by the copy unit of each SM.
 * ARCH: sm_90a
 */
#include "workload_allreduce_bf16.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_bulk<bf16, ADD_ALL>(io, io->param[ELEMS]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "chunks pushed by the copy unit of each SM",
	.run = run,
};
