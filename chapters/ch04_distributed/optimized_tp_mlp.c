/* SPDX-License-Identifier: MIT
 *
 * In chunks of rows: a chunk is summed over ranks while the next one is computed.  The
 * inner features of a chunk stay in a cache between the two products, and so do its
 * sums.
 * FLAGS: -O3
 */
#include "workload_tp_mlp.h"

#include "rows_tp_mlp.h"

#define CHUNK_ROWS 64

static int64_t chunk_end(const struct aisp_io *io, int64_t chunk)
{
	int64_t end = (chunk + 1) * CHUNK_ROWS;

	return end < io->param[ROWS] ? end : io->param[ROWS];
}

static struct range range(const struct aisp_io *io, int64_t chunk)
{
	int64_t w = io->param[WIDTH];

	return (struct range){ chunk * CHUNK_ROWS * w, chunk_end(io, chunk) * w };
}

static void make(const struct aisp_io *io, int64_t chunk)
{
	make_part(io, chunk * CHUNK_ROWS, chunk_end(io, chunk));
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = (io->param[ROWS] + CHUNK_ROWS - 1) / CHUNK_ROWS;
	const struct pieces p = { io, n, range, make };

	(void)state;
	reduce_behind(&p);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "chunks of 64 rows, summed while the next is computed",
	.run = run,
};
