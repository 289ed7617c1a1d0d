/* SPDX-License-Identifier: MIT
 *
 * turns_flag.h - two threads that step in turns.  The variants differ in how one waits
 * for its turn and how the other passes it on: wait_turn() and pass_turn().
 */
#ifndef TURNS_FLAG_H
#define TURNS_FLAG_H

#include <aisp/team.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define LINE_BYTES 64

struct turns {
	_Alignas(LINE_BYTES) _Atomic uint32_t next; /* whose step comes */
	uint32_t word;                              /* what the step before made */
	pthread_mutex_t lock;                       /* of those that sleep */
	pthread_cond_t moved;
};

/* Returns once the turn is step i's. */
static void wait_turn(struct turns *t, uint32_t i);
/* Step i is done: the turn is the next step's. */
static void pass_turn(struct turns *t, uint32_t i);

static void take_turns(const struct aisp_io *io, struct turns *t, uint32_t i)
{
	const int32_t *x = io->in[0].data;
	int32_t *word = io->out[0].data;

	for (; i < (uint32_t)io->param[N]; i += THREADS) {
		wait_turn(t, i);
		t->word = step(t->word, x[i]);
		word[i] = (int32_t)t->word;
		pass_turn(t, i);
	}
}

static int turns_new(const struct aisp_io *io, void **state)
{
	struct turns *t = aligned_alloc(LINE_BYTES, sizeof(*t));

	*state = t;
	if (!t)
		return -ENOMEM;
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->moved, NULL);
	return aisp_team_start(io, state);
}

static int run(const struct aisp_io *io, void *state)
{
	struct turns *t = state;

	atomic_init(&t->next, 0);
	t->word = 0;
#pragma omp parallel num_threads(THREADS)
	take_turns(io, t, (uint32_t)omp_get_thread_num());
	return 0;
}

#endif
