/* SPDX-License-Identifier: MIT
 *
 * The same, but tiles that no query of a tile sees are neither fetched nor multiplied,
 * and only tiles on an edge are masked: the mask says which these are.
 * ARCH: sm_90a
 */
#include "workload_attention_mask.h"

#include "attention_launch.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = init(state);

	(void)io;
	return rc ? rc : allow_shared<HEAD_DIM, SEEN_RANGE>();
}

static int run(const struct aisp_io *io, void *state)
{
	shape p = { (int)io->param[HEADS], (int)io->param[SEQ], 1,
		    (const int *)io->in[IN_FIRST].data };

	return launch<HEAD_DIM, SEEN_RANGE>(io, (const struct state *)state, p);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "fully masked tiles are skipped",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
