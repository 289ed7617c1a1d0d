/* SPDX-License-Identifier: MIT
 *
 * Exercise: a grid-stride loop on the CPU.  Thread t of n takes the blocks t, t + n,
 * t + 2 n … of 4096 elements, as a block of a GPU does.  run() fails if a block was
 * added twice.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_add.h"

#include "blocks_add.h"

static void add_blocks(struct job *j)
{
	int64_t block = j->thread;

	/* yours: this adds one block, where a thread has many */
	if (block * BLOCK < j->n)
		add_block(j, block);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "blocks of 4096, in turn",
	.setup = setup,
	.run = run,
};
