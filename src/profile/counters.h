/* SPDX-License-Identifier: MIT
 *
 * counters.h - counters of the processor for a child that is not yet started.
 *
 * They are opened on the calling thread and inherited by its children, where they start
 * to count at exec(); the thread itself is not counted. So they work for a process that
 * denies access to itself.
 */
#ifndef AISP_COUNTERS_H
#define AISP_COUNTERS_H

#include <stdint.h>

#define AISP_MAX_COUNTERS 16

/* As perf_event_open(2) has it. */
struct aisp_counter {
	const char *name;
	uint32_t type;
	uint64_t config;
};

enum aisp_hardware {
	AISP_HW_CYCLES,
	AISP_HW_INSTRUCTIONS,
	AISP_HW_BRANCHES,
	AISP_HW_BRANCH_MISSES,
	AISP_HW_CACHE_REFERENCES, /* of the last level */
	AISP_HW_CACHE_MISSES,
	AISP_HW_L1D_LOADS,
	AISP_HW_L1D_MISSES,
	AISP_HW_DTLB_MISSES,
	AISP_HW_STALLED_FRONT,
	AISP_HW_STALLED_BACK,
	AISP_N_HARDWARE
};

extern const struct aisp_counter aisp_hardware[AISP_N_HARDWARE];

struct aisp_count {
	double value;  /* NaN if unknown */
	double share;  /* of the time in which it counted, if counters take turns */
	char why[160]; /* why it is unknown, and the remedy */
};

struct aisp_counters {
	const struct aisp_counter *what;
	int n;
	int fd[AISP_MAX_COUNTERS];   /* -1: not there */
	int code[AISP_MAX_COUNTERS]; /* errno of its opening */
	struct aisp_counter_read {
		uint64_t value, enabled_ns, running_ns;
	} from[AISP_MAX_COUNTERS], sum[AISP_MAX_COUNTERS];
};

/* Never fails: a counter that cannot be opened is unknown.  n <= AISP_MAX_COUNTERS. */
void aisp_counters_open(struct aisp_counters *c, const struct aisp_counter *what,
			int n);
void aisp_counters_close(struct aisp_counters *c);

/* Call these around each stretch that counts; stretches add up. */
void aisp_counters_begin(struct aisp_counters *c);
void aisp_counters_end(struct aisp_counters *c);

/* Counter i over all stretches, user space only. */
void aisp_counters_get(const struct aisp_counters *c, int i, struct aisp_count *count);

/* Why perf_event_open() failed with this errno, and the remedy. */
void aisp_counters_explain(int code, char *why, int size);

#endif
