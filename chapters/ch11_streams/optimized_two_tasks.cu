/* SPDX-License-Identifier: MIT
 *
 * Two streams.  Blocks of a second kernel start where those of the first leave room: so
 * the sums come in as few blocks as memory asks for, which stay, and the polynomial's
 * take the rest of each multiprocessor.
 */
#include "workload_two_tasks.h"

#include "two_tasks_gpu.h"
#include <aisp/streams.h>

#define BLOCKS_PER_SM 3 /* of the sums: 96 KiB are under way */

struct plan {
	struct streams *streams;
	int64_t n_blocks; /* of the sums */
};

static void teardown(void *state)
{
	streams_free(((struct plan *)state)->streams);
	free(state);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct plan *p = (struct plan *)calloc(1, sizeof(*p));

	(void)io;
	if (!p)
		return -ENOMEM;
	*state = p;
	p->n_blocks = BLOCKS_PER_SM * (int64_t)aisp_gpu(cudaDevAttrMultiProcessorCount);
	return streams_new(&p->streams, 2, 0);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct plan *p = (const struct plan *)state;
	struct tasks a = tasks_of(io);
	int rc = streams_fork(p->streams, aisp_stream(io));

	if (!rc)
		rc = launch_rows(a, p->n_blocks, p->streams->stream[0]);
	if (!rc)
		rc = launch_points(a, p->streams->stream[1]);
	return rc ? rc : streams_join(p->streams, aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "two streams; the sums run in few, persistent blocks",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
