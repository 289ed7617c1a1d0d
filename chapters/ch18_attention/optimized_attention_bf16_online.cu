/* SPDX-License-Identifier: MIT
 *
 * One pass: a tile of scores lives in a warp's registers from its product to its sums
 * and never sees memory.
 */
#include "workload_attention_bf16.h"

#include "attention_online.h"

template <int DIM> static int launch_plain(const struct aisp_io *io)
{
	shape p = { (int)io->param[SEQ], (int)io->param[CAUSAL], power_of_scores(DIM) };

	return launch<DIM>(io, p, unchanged{});
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)state;
	return io->param[DIM] == 64 ? allow_shared<64, unchanged>()
				    : allow_shared<128, unchanged>();
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return io->param[DIM] == 64 ? launch_plain<64>(io) : launch_plain<128>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one pass, scores in registers, mma.sync",
	.setup = setup,
	.run = run,
};
