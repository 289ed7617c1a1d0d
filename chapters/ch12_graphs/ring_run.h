/* SPDX-License-Identifier: MIT
 *
 * ring_run.h - the chain of launches, submitted in each call.
 */
#include "ring_kernel.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return enqueue(aisp_out_f32(io, 0), aisp_in_f32(io, 0), (float *)io->workspace,
		       (int)io->param[N], io->param[STEPS], aisp_stream(io));
}
