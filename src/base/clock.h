/* SPDX-License-Identifier: MIT
 *
 * clock.h - the judge's clock.
 */
#ifndef AISP_CLOCK_H
#define AISP_CLOCK_H

#include <math.h>
#include <stdint.h>
#include <time.h>

/*
 * CLOCK_MONOTONIC_RAW is not slewed by NTP, so a nanosecond is the same
 * length at the start and at the end of a run.
 */
static inline int64_t aisp_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* a - b; it wraps, since a value from another machine may be anything. */
static inline int64_t aisp_between_ns(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

/* Reads a clock of CPU time; NaN if there is none. */
static inline double aisp_cpu_ns(clockid_t clock)
{
	struct timespec t;

	if (clock_gettime(clock, &t))
		return NAN;
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Tells the CPU that the caller polls memory. */
static inline void aisp_spin_pause(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

/*
 * The CPU's own counter, read without any library, in its own unit. 0 if there is none.
 */
static inline uint64_t aisp_ticks(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
#else
	return 0;
#endif
}

#endif
