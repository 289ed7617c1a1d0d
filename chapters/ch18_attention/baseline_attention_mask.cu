/* SPDX-License-Identifier: MIT
 *
 * Causal attention by warpgroups, and a comparison for each score: masked scores are
 * computed and thrown away.
 * ARCH: sm_90a
 */
#include "workload_attention_mask.h"

#include "attention_launch.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = init(state);

	(void)io;
	return rc ? rc : allow_shared<HEAD_DIM, SEEN_DENSE>();
}

static int run(const struct aisp_io *io, void *state)
{
	shape p = { (int)io->param[HEADS], (int)io->param[SEQ], 1,
		    (const int *)io->in[IN_FIRST].data };

	return launch<HEAD_DIM, SEEN_DENSE>(io, (const struct state *)state, p);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "all causal tiles, every score masked",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
