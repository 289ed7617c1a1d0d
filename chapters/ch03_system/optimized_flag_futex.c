/* SPDX-License-Identifier: MIT
 *
 * The turn itself is the futex: no mutex is taken and left around it, and one call of
 * the kernel wakes, one sleeps.
 */
#include "workload_flag.h"

#include "turns_flag.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_turn(struct turns *t, uint32_t i)
{
	uint32_t seen;

	while ((seen = atomic_load_explicit(&t->next, memory_order_acquire)) != i)
		syscall(SYS_futex, &t->next, FUTEX_WAIT_PRIVATE, seen, NULL);
}

static void pass_turn(struct turns *t, uint32_t i)
{
	atomic_store_explicit(&t->next, i + 1, memory_order_release);
	syscall(SYS_futex, &t->next, FUTEX_WAKE_PRIVATE, 1);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a futex, no mutex",
	.setup = turns_new,
	.run = run,
	.teardown = free,
};
