/* SPDX-License-Identifier: MIT
 *
 * streams.h - streams beside io->stream: they begin after the work that it holds, and
 * it goes on after theirs, so that the call ends when all of them have ended.
 */
#ifndef AISP_STREAMS_H
#define AISP_STREAMS_H

#include <aisp/cuda.h>
#include <stdlib.h>

/* The driver's queues to the GPU, by default (CUDA_DEVICE_MAX_CONNECTIONS). */
#define MAX_STREAMS 8

struct streams {
	int n;
	cudaStream_t stream[MAX_STREAMS];
	cudaEvent_t begun, done[MAX_STREAMS];
};

/* s may be NULL or half made. */
static inline void streams_free(struct streams *s)
{
	for (int i = 0; s && i < s->n; i++) {
		if (s->done[i])
			cudaEventDestroy(s->done[i]);
		if (s->stream[i])
			cudaStreamDestroy(s->stream[i]);
	}
	if (s && s->begun)
		cudaEventDestroy(s->begun);
	free(s);
}

static inline int streams_make(struct streams *s, int priority)
{
	AISP_TRY(cudaEventCreateWithFlags(&s->begun, cudaEventDisableTiming));
	for (int i = 0; i < s->n; i++) {
		AISP_TRY(cudaStreamCreateWithPriority(&s->stream[i],
						      cudaStreamNonBlocking, priority));
		AISP_TRY(cudaEventCreateWithFlags(&s->done[i], cudaEventDisableTiming));
	}
	return 0;
}

/* The highest priority, whose blocks are placed first; 0 if there is only one. */
static inline int streams_first(void)
{
	int least = 0, greatest = 0; /* the highest priority is the least number */

	return cudaDeviceGetStreamPriorityRange(&least, &greatest) ? 0 : greatest;
}

/* n streams of a priority; 0 is the usual one.  Returns 0, or -errno and *s NULL. */
static inline int streams_new(struct streams **s, int n, int priority)
{
	int rc;

	*s = (struct streams *)calloc(1, sizeof(**s));
	if (!*s)
		return -ENOMEM;
	(*s)->n = n;
	rc = streams_make(*s, priority);
	if (rc) {
		streams_free(*s);
		*s = NULL;
	}
	return rc;
}

/* Later work in each of them waits for the work that stream holds now. */
static inline int streams_fork(const struct streams *s, cudaStream_t stream)
{
	AISP_TRY(cudaEventRecord(s->begun, stream));
	for (int i = 0; i < s->n; i++)
		AISP_TRY(cudaStreamWaitEvent(s->stream[i], s->begun, 0));
	return 0;
}

/* Later work in stream waits for the work that all of them hold now. */
static inline int streams_join(const struct streams *s, cudaStream_t stream)
{
	for (int i = 0; i < s->n; i++) {
		AISP_TRY(cudaEventRecord(s->done[i], s->stream[i]));
		AISP_TRY(cudaStreamWaitEvent(stream, s->done[i], 0));
	}
	return 0;
}

#endif
