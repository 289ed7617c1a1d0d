/* SPDX-License-Identifier: MIT
 *
 * Sizes are rounded up to classes, four for each power of two.  A block takes the place
 * of a freed block of its class; two free places are never merged.
 * FLAGS: -O3
 */
#include "workload_alloc_trace.h"

#include "alloc_class.h"
#include "alloc_given.h"

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
