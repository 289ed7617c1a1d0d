/* SPDX-License-Identifier: MIT
 *
 * ring_capture.h - the chain of launches as one graph.
 */
#include "ring_kernel.h"

static int capture(const struct aisp_io *io)
{
	return enqueue(aisp_out_f32(io, 0), aisp_in_f32(io, 0), (float *)io->workspace,
		       (int)io->param[N], io->param[STEPS], aisp_stream(io));
}

#include "graph_steps.h"
