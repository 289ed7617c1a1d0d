/* SPDX-License-Identifier: MIT
 *
 * A mutex around the turn and a condition variable for the waiting thread: a hand-over
 * puts a thread to sleep and wakes the other, through the kernel.
 */
#include "workload_flag.h"

#include "turns_flag.h"

static void wait_turn(struct turns *t, uint32_t i)
{
	pthread_mutex_lock(&t->lock);
	while (atomic_load_explicit(&t->next, memory_order_relaxed) != i)
		pthread_cond_wait(&t->moved, &t->lock);
	pthread_mutex_unlock(&t->lock);
}

static void pass_turn(struct turns *t, uint32_t i)
{
	pthread_mutex_lock(&t->lock);
	atomic_store_explicit(&t->next, i + 1, memory_order_relaxed);
	pthread_cond_signal(&t->moved);
	pthread_mutex_unlock(&t->lock);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "mutex and condition variable",
	.setup = turns_new,
	.run = run,
	.teardown = free,
};
