/* SPDX-License-Identifier: MIT
 *
 * The second product is one launch, whose tiles tell all ranks when they are ready; a
 * few blocks in another stream sum the bands of rows that are ready, while the rest of
 * the product goes on.
 */
#include "workload_tp_mlp.h"

#include "beside_gpu.h"
#include "tiles_tp_mlp.h"

/* The product is launched first: its tiles wait for nothing, and blocks that wait for
 * them must not fill the GPU before them. */
static int run(const struct aisp_io *io, void *state)
{
	const struct streams *b = (const struct streams *)state;
	int64_t rows = io->param[ROWS], w = io->param[WIDTH];
	const struct bands bands = bands_of(io);
	const struct told_rows part = { { own_window(io), w }, *io->ranks, bands.rows };
	int64_t blocks = bands.n < SUM_BLOCKS_BESIDE ? bands.n : SUM_BLOCKS_BESIDE;
	int status = make_inner(io);

	if (!status)
		status = streams_fork(b, aisp_stream(io));
	if (!status)
		status = launch_product<16, false, true>(down_factors(io, 0, rows),
							 part, aisp_stream(io));
	if (status)
		return status;
	sum_told<<<(unsigned)blocks, SUM_THREADS, 0, b->stream[0]>>>(
		*io->ranks, rows_span(io, 0, rows), bands, w);
	status = aisp_launched();
	return status ? status : streams_join(b, aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tiles signal when ready, and are summed during the rest",
	.setup = beside_setup,
	.run = run,
	.teardown = beside_teardown,
};
