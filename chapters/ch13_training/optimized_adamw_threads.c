/* SPDX-License-Identifier: MIT
 *
 * The same pass by all threads: each has an equal part of the elements, not of the
 * tensors, whose sizes differ by a factor of tens of thousands.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 */
#include "workload_adamw.h"

#include <aisp/team.h>

#include "adamw_cpu.h"

#define LINE 32 /* elements that share a line with none of another thread's */

static void step_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = all_elems(io->param), lines = (n + LINE - 1) / LINE;
	int64_t end = LINE * (lines * (part + 1) / n_parts);

	adamw_tensors(io, LINE * (lines * part / n_parts), end < n ? end : n);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, step_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, divided equally among threads",
	.setup = aisp_team_start,
	.run = run,
};
