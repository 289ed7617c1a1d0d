/* SPDX-License-Identifier: MIT
 *
 * All outputs in one pass over the rows: the columns' sums stay in a cache, and a row
 * is still in the first-level cache when its own sums are known.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_norm_bwd.h"

#include <string.h>

#include "norm_once.h"

static int run(const struct aisp_io *io, void *state)
{
	float *dgain = aisp_out_f32(io, DGAIN), *dbias = aisp_out_f32(io, DBIAS);
	size_t bytes = (size_t)io->param[COLS] * sizeof(float);

	(void)state;
	memset(dgain, 0, bytes);
	memset(dbias, 0, bytes);
	for (int64_t i = 0; i < io->param[ROWS]; i++) {
		struct norm_row r = norm_row_of(io, i);

		norm_row_once(&r, dgain, dbias);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass over x and dy",
	.run = run,
};
