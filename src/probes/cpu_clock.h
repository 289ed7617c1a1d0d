/* SPDX-License-Identifier: MIT
 *
 * cpu_clock.h - the clock of this thread's CPU, if nothing else reports it.
 */
#ifndef AISP_CPU_CLOCK_H
#define AISP_CPU_CLOCK_H

/*
 * Cycles in a tick of the CPU's counter (base/clock.h), by a chain of multiplications
 * that take three cycles each: so they do on x86-64 and most 64-bit Arm cores;
 * elsewhere the figure only compares.  The best of several chains of a few
 * microseconds.  NaN without a counter.
 */
double aisp_cpu_cycles_per_tick(void);

#endif
