/* SPDX-License-Identifier: MIT
 *
 * memory_need.h - the bytes that buffers would take, before they are allocated.
 */
#ifndef AISP_MEMORY_NEED_H
#define AISP_MEMORY_NEED_H

#include "buffers.h"

struct aisp_memory_need {
	double host_bytes;   /* the judge's: files, mirrors, copies for the contract */
	double device_bytes; /* of each device that is not the host */
};

/* For n_slots slots on d.  0, or -1 with *err filled: they cannot be laid out. */
int aisp_memory_need(struct aisp_memory_need *need, const struct aisp_problem *pr,
		     int n_slots, const struct aisp_open_device *d,
		     struct aisp_err *err);

/* What a device that is not the host still has; NaN: it does not tell. */
double aisp_device_free_bytes(const struct aisp_open_device *d);

#endif
