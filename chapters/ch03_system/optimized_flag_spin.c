/* SPDX-License-Identifier: MIT
 *
 * The waiting thread reads the turn until it changes: no thread sleeps, and the line
 * with turn and word goes from core to core.  A thread that waits long yields its CPU,
 * since the other one may need it.
 */
#include "workload_flag.h"

#include "turns_flag.h"
#include <sched.h>

#define LOOKS 4096 /* many times what a line needs between two cores */

static void relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#endif
}

static void wait_turn(struct turns *t, uint32_t i)
{
	int looks = 0;

	while (atomic_load_explicit(&t->next, memory_order_acquire) != i)
		if (++looks % LOOKS)
			relax();
		else
			sched_yield();
}

static void pass_turn(struct turns *t, uint32_t i)
{
	atomic_store_explicit(&t->next, i + 1, memory_order_release);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a flag that is polled",
	.setup = turns_new,
	.run = run,
	.teardown = free,
};
