/* SPDX-License-Identifier: MIT
 *
 * Each weight becomes the nearest of its group's 16 numbers; inputs are not looked at.
 * LIBS: -lm
 */
#include "workload_quantise.h"

#include "quantise_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	struct quantise m = quantise_of(io);

	(void)state;
	for (int64_t c = 0; c < m.cols; c++)
		m.column[c] = 1;
	put_nearest(&m);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "round to nearest",
	.run = run,
};
