/* SPDX-License-Identifier: MIT
 *
 * Each thread processes some of the pictures.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 */
#include <aisp/team.h>

#include "workload_preprocess.h"

#include "pixels_preprocess.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, pixels_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "vectors of a pixel, pictures divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
