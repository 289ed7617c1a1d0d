/* SPDX-License-Identifier: MIT
 *
 * distances_run.h - the launch of the step's kernel().
 */
#ifndef DISTANCES_RUN_H
#define DISTANCES_RUN_H

#include "distances.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	kernel<<<distances_grid(io), BLOCK, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_in_f32(io, 1),
		(int)io->param[M], (int)io->param[N], (int)io->param[K]);
	return aisp_launched();
}

#endif
