/* SPDX-License-Identifier: MIT
 *
 * The second product in chunks of rows: a chunk is summed over ranks in another stream
 * while the next one is computed.  Smaller launches fill the GPU less well.
 */
#include "workload_tp_mlp.h"

#include "beside_gpu.h"
#include "rows_tp_mlp_gpu.h"

#define CHUNK_ROWS 1024

static int run(const struct aisp_io *io, void *state)
{
	const struct streams *b = (const struct streams *)state;
	int64_t rows = io->param[ROWS];
	uint32_t number = 0;
	int status = make_inner(io);

	for (int64_t first = 0; first < rows && !status; first += CHUNK_ROWS) {
		int64_t end = first + CHUNK_ROWS < rows ? first + CHUNK_ROWS : rows;
		struct span s = rows_span(io, first, end);

		s.number = number++;
		status = make_part(io, first, end);
		if (!status)
			status = streams_fork(b, aisp_stream(io));
		if (!status)
			status = launch_span(
				io, s, end < rows ? SUM_BLOCKS_BESIDE : SUM_BLOCKS,
				b->stream[0]);
	}
	return status ? status : streams_join(b, aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "chunks of 1024 rows, summed while the next is computed",
	.setup = beside_setup,
	.run = run,
	.teardown = beside_teardown,
};
