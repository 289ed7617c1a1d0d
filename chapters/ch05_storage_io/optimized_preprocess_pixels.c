/* SPDX-License-Identifier: MIT
 *
 * As the step before, but columns are processed one pixel at a time, not one number at
 * a time.
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_preprocess.h"

#include "pixels_preprocess.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	pixels_part(io, 0, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "vectors of a pixel, four turned to colours at once",
	.run = run,
};
