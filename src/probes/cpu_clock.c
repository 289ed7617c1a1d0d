/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>

#include "base/clock.h"
#include "cpu_clock.h"

#define N_CHAINS 16
#define N_LINKS  2000
#define CYCLES   3 /* of a link */

static uint64_t chain_ticks(void)
{
	uint64_t t0 = aisp_ticks(), x = 3;

	for (int i = 0; i < N_LINKS; i++) {
		x *= x;
		__asm__ volatile("" : "+r"(x));
	}
	return aisp_ticks() - t0;
}

double aisp_cpu_cycles_per_tick(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < N_CHAINS; i++) {
		uint64_t ticks = chain_ticks();

		if (ticks < least)
			least = ticks;
	}
	return least ? (double)CYCLES * N_LINKS / (double)least : NAN;
}
