/* SPDX-License-Identifier: MIT
 *
 * A right answer to the exercise of this name.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_add.h"

#include "blocks_add.h"

static void add_blocks(struct job *j)
{
	for (int64_t block = j->thread; block * BLOCK < j->n; block += j->n_threads)
		add_block(j, block);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "blocks of 4096, in turn",
	.setup = setup,
	.run = run,
};
