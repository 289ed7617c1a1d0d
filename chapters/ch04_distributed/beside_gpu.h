/* SPDX-License-Identifier: MIT
 *
 * beside_gpu.h - a stream beside io->stream, whose blocks come first wherever there is
 * room for one.
 */
#ifndef BESIDE_GPU_H
#define BESIDE_GPU_H

#include <aisp/cuda.h>
#include <stdlib.h>

struct beside {
	cudaStream_t stream;
	cudaEvent_t event;
};

static inline int beside_setup(const struct aisp_io *io, void **state)
{
	struct beside *b = (struct beside *)calloc(1, sizeof(*b));
	int least, greatest; /* the greatest has the least number */

	(void)io;
	*state = b;
	if (!b)
		return -ENOMEM;
	AISP_TRY(cudaDeviceGetStreamPriorityRange(&least, &greatest));
	AISP_TRY(cudaStreamCreateWithPriority(&b->stream, cudaStreamNonBlocking,
					      greatest));
	AISP_TRY(cudaEventCreateWithFlags(&b->event, cudaEventDisableTiming));
	return 0;
}

static inline void beside_teardown(void *state)
{
	struct beside *b = (struct beside *)state;

	if (b && b->event)
		cudaEventDestroy(b->event);
	if (b && b->stream)
		cudaStreamDestroy(b->stream);
	free(b);
}

/* What follows in `later` waits for what `earlier` holds now. */
static inline int follow(const struct beside *b, cudaStream_t later,
			 cudaStream_t earlier)
{
	AISP_TRY(cudaEventRecord(b->event, earlier));
	AISP_TRY(cudaStreamWaitEvent(later, b->event, 0));
	return 0;
}

#endif
