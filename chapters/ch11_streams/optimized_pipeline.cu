/* SPDX-License-Identifier: MIT
 *
 * The same steps for a sixteenth of the rows at a time, over four streams in turn:
 * while one chunk returns, the next is computed and a third arrives.
 */
#include "workload_pipeline.h"

#include "layer.h"

#define CHUNKS  16
#define STREAMS 4 /* three stages, and one to spare */

static int setup(const struct aisp_io *io, void **state)
{
	return layer_new(io, STREAMS, state);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct streams *s = ((const struct layer_state *)state)->streams;
	int64_t rows = io->param[ROWS];
	int64_t chunk = aisp_ceil_div(aisp_ceil_div(rows, CHUNKS), TILE) * TILE;
	int rc = streams_fork(s, aisp_stream(io));

	for (int64_t first = 0, k = 0; first < rows && !rc; first += chunk, k++) {
		int64_t n = first + chunk < rows ? chunk : rows - first;

		rc = layer_rows(io, first, n, s->stream[k % STREAMS]);
	}
	return rc ? rc : streams_join(s, aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "sixteen chunks over four streams",
	.setup = setup,
	.run = run,
	.teardown = layer_free,
};
