/* SPDX-License-Identifier: MIT
 *
 * The queries of a group are rows of one matrix product: keys and values are read
 * once for all of them, by tensor copies that run ahead.
 * ARCH: sm_90
 */
#include "workload_decode.h"

#include "decode_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t slabs = aisp_ceil_div(io->param[TOKENS], SLAB);

	return launch(io, *(encode_fn *)state, (int)slabs * SLAB);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a block for each group of queries",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
