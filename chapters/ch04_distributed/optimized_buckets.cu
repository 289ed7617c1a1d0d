/* SPDX-License-Identifier: MIT
 *
 * Buckets of one size, which begin and end anywhere in a tensor (S. Li and others,
 * PyTorch Distributed, 2020).  Two streams take turns: one copies a bucket into the
 * windows while the other's bucket is on the link.
 */
#include "workload_buckets.h"

#include "beside_gpu.h"
#include "spans_buckets.h"

#define BUCKET_ELEMS  (1 << 20)
#define BUCKET_BLOCKS (SUM_BLOCKS / 2) /* two streams wait at a time */

static int run(const struct aisp_io *io, void *state)
{
	const struct streams *b = (const struct streams *)state;
	const cudaStream_t stream[2] = { aisp_stream(io), b->stream[0] };
	int64_t n = all_elems(io->param);
	int status = streams_fork(b, stream[0]);

	for (int64_t i = 0; i * BUCKET_ELEMS < n && !status; i++) {
		int64_t from = i * BUCKET_ELEMS, left = n - from;
		struct span s = span_of(
			io, from, from + (left < BUCKET_ELEMS ? left : BUCKET_ELEMS),
			i / 2);

		s.first = (int)(i % 2) * BUCKET_BLOCKS;
		status = launch_span(io, s, BUCKET_BLOCKS, stream[i % 2]);
	}
	return status ? status : streams_join(b, stream[0]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "buckets of 4 MiB, each summed while the next is published",
	.setup = beside_setup,
	.run = run,
	.teardown = beside_teardown,
};
