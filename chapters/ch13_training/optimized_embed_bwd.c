/* SPDX-License-Identifier: MIT
 *
 * Word by word, by the places of its tokens: a row of dw is written to memory once.
 * WORKSPACE: 4 * (vocab + tokens)
 * FLAGS: -O3 -fopenmp
 */
#include "workload_embed_bwd.h"

#include "embed_groups.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	find_groups(io);
	add_groups(io, 0, io->param[VOCAB]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tokens sorted by word, each row written once",
	.run = run,
};
