/* SPDX-License-Identifier: MIT
 *
 * One request after another, however many CPUs are idle.
 */
#include "workload_overlap.h"

#include "rows_overlap.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
	for (int64_t t = 0; t < io->param[TASKS]; t++)
		scale_rows(io, t * rows, (t + 1) * rows);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "requests one after the other, one thread",
	.run = run,
};
