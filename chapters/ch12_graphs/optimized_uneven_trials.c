/* SPDX-License-Identifier: MIT
 *
 * Lanes are trials of one search, which do not depend on each other: no search waits
 * for another, and the trials beyond the first hit are less than a block.
 * FLAGS: -O3 -fopenmp-simd
 */
#include <aisp/clones.h>

#include "workload_uneven.h"

#define BLOCK 32 /* trials of a search at once */
#define NONE  UINT32_MAX

AISP_CLONES static void search(const uint32_t *restrict seed, int64_t n, uint32_t limit,
			       int32_t *restrict trials)
{
	for (int64_t i = 0; i < n; i++) {
		uint32_t first = NONE;

		for (uint32_t k = 0; first == NONE; k += BLOCK)
#pragma omp simd reduction(min : first)
			for (uint32_t j = 0; j < BLOCK; j++) {
				uint32_t now =
					draw(seed[i], k + j) < limit ? k + j : NONE;

				first = now < first ? now : first;
			}
		trials[i] = (int32_t)first;
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	search(io->in[0].data, io->param[N], limit_of(io->param[MEAN]),
	       io->out[0].data);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "32 trials of a search at once, until one hits",
	.run = run,
};
