/* SPDX-License-Identifier: MIT
 *
 * ring_affinity.h - a ring of messages between two threads.  Each of its ends is a line
 * that one thread writes and the other reads.
 */
#ifndef RING_AFFINITY_H
#define RING_AFFINITY_H

#include <aisp/team.h>
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 64
#define SLOTS      64
#define LOOKS      128 /* many times what a line needs between two cores */

struct ring {
	_Alignas(LINE_BYTES) _Atomic int64_t put;   /* messages so far */
	_Alignas(LINE_BYTES) _Atomic int64_t taken; /* of them */
	_Alignas(LINE_BYTES) int32_t slot[SLOTS][WORDS];
};

/* Waits until *count has reached `least`; the other thread may need this one's CPU. */
static void await(_Atomic int64_t *count, int64_t least)
{
	for (int looks = 1; atomic_load_explicit(count, memory_order_acquire) < least;
	     looks++) {
#if defined(__x86_64__)
		__builtin_ia32_pause();
#endif
		if (looks % LOOKS == 0)
			sched_yield();
	}
}

static void put_messages(const struct aisp_io *io, struct ring *r)
{
	const int32_t *x = io->in[0].data;

	for (int64_t i = 0; i < io->param[N]; i++) {
		await(&r->taken, i + 1 - SLOTS);
		memcpy(r->slot[i % SLOTS], x + i * WORDS, sizeof(r->slot[0]));
		atomic_store_explicit(&r->put, i + 1, memory_order_release);
	}
}

static void take_messages(const struct aisp_io *io, struct ring *r)
{
	int32_t *sum = io->out[0].data;

	for (int64_t i = 0; i < io->param[N]; i++) {
		await(&r->put, i + 1);
		sum[i] = sum_of(r->slot[i % SLOTS]);
		atomic_store_explicit(&r->taken, i + 1, memory_order_release);
	}
}

static int ring_new(const struct aisp_io *io, void **state)
{
	*state = aligned_alloc(LINE_BYTES, sizeof(struct ring));
	return *state ? aisp_team_start(io, state) : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	struct ring *r = state;

	atomic_init(&r->put, 0);
	atomic_init(&r->taken, 0);
#pragma omp parallel num_threads(THREADS)
	(omp_get_thread_num() ? take_messages : put_messages)(io, r);
	return 0;
}

#endif
