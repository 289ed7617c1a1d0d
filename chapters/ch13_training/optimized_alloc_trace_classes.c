/* SPDX-License-Identifier: MIT
 *
 * Sizes are rounded up to classes, four for each power of two.  A block takes the place
 * of one of its class that was given back, whatever lies beside it; no two places
 * become one.
 * FLAGS: -O3
 */
#include "workload_alloc_trace.h"

#include "alloc_given.h"

#define N_CLASSES 256

/* Of so many grains; *grains becomes what all blocks of the class have. */
static int class_of(int64_t *grains)
{
	int shift = 61 - __builtin_clzll((uint64_t)(*grains - 1) | 4);
	int64_t steps = ((*grains - 1) >> shift) + 1;

	*grains = steps << shift;
	return 4 * shift + (int)steps;
}

static int run(const struct aisp_io *io, void *state)
{
	struct given given = given_new(io);
	int32_t *below = given.rest, idle[N_CLASSES];
	int64_t *offset = io->out[OFFSET].data, top = 0;

	(void)state;
	memset(idle, NONE, sizeof(idle));
	for (int64_t i = 0; i < io->param[BLOCKS]; i++) {
		int64_t grains = given.size[i] / GRAIN;
		int class = class_of(&grains);

		for (int32_t b = given.first[i]; b != NONE; b = given.next[b]) {
			int64_t had = given.size[b] / GRAIN;
			int32_t *stack = idle + class_of(&had);

			below[b] = *stack;
			*stack = b;
		}
		offset[i] = top;
		if (idle[class] != NONE) {
			offset[i] = offset[idle[class]];
			idle[class] = below[idle[class]];
		} else {
			top += grains * GRAIN;
		}
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "size classes, never merged",
	.run = run,
};
