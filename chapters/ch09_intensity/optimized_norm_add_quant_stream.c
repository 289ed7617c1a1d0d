/* SPDX-License-Identifier: MIT
 *
 * r and q of a row are computed in a cache and stored past the caches from there.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 * AFTER: norm_add_quant_threads
 */
#include "workload_norm_add_quant.h"

#include <aisp/stream_store.h>
#include <aisp/team.h>

#include "norm_add_quant_cpu.h"

static void past_caches_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[ROWS], first = rows * part / n_parts;
	uint16_t r[MOST_COLS];
	uint8_t q[MOST_COLS];
	float y[MOST_COLS];

	for (int64_t i = first; i < rows * (part + 1) / n_parts; i++) {
		struct place to = place_of(io, i), made = to;

		made.r = r;
		made.q = q;
		fused_row(&made, y);
		aisp_stream_store(to.r, r, 2 * to.cols);
		aisp_stream_store(to.q, q, to.cols);
	}
	aisp_stream_end();
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, past_caches_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows divided among threads, non-temporal stores",
	.setup = aisp_team_start,
	.run = run,
};
