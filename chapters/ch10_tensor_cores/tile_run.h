/* SPDX-License-Identifier: MIT
 *
 * tile_run.h - the launch of a step with one tile a block, which has product() of
 * THREADS.
 */
#ifndef TILE_RUN_H
#define TILE_RUN_H

#include "tile.h"

static int run(const struct aisp_io *io, void *state)
{
	struct maps maps;
	int rc = tile_maps((const struct state *)state, io, &maps);

	if (rc)
		return rc;
	product<<<tile_grid(io), THREADS, ALL_BYTES, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[0].data, maps, (int)io->param[M],
		(int)io->param[N], (int)aisp_ceil_div(io->param[K], STEP));
	return aisp_launched();
}

#endif
