/* SPDX-License-Identifier: MIT
 *
 * The same launches over eight streams, in turn.  Nothing orders one stream
 * against another, so that the requests share the GPU.
 */
#include "workload_overlap.h"

#include "scale.h"
#include <aisp/streams.h>

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return streams_new((struct streams **)state, MAX_STREAMS, 0);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct streams *s = (const struct streams *)state;
	int64_t rows = io->param[ROWS];
	int rc = streams_fork(s, aisp_stream(io));

	for (int64_t t = 0; t < io->param[TASKS] && !rc; t++)
		rc = scale_launch(io, t * rows, rows, s->stream[t % s->n]);
	return rc ? rc : streams_join(s, aisp_stream(io));
}

static void teardown(void *state)
{
	streams_free((struct streams *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a launch for each request, over eight streams",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
