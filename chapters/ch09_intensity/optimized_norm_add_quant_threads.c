/* SPDX-License-Identifier: MIT
 *
 * The rows shared out.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 */
#include "workload_norm_add_quant.h"

#include <aisp/team.h>

#include "norm_add_quant_cpu.h"

static void fused_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[ROWS], first = rows * part / n_parts;

	for (int64_t i = first; i < rows * (part + 1) / n_parts; i++) {
		struct place p = place_of(io, i);

		/* A row of y is this part's alone. */
		fused_row(&p, (float *)io->workspace + part * p.cols);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, fused_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows in a cache, shared out",
	.setup = aisp_team_start,
	.run = run,
};
