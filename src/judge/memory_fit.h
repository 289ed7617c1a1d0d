/* SPDX-License-Identifier: MIT
 *
 * memory_fit.h - is there memory for a contract's tensors?  Without it the kernel ends
 * the judge, or another program.
 */
#ifndef AISP_MEMORY_FIT_H
#define AISP_MEMORY_FIT_H

#include "contract.h"
#include "device/device.h"

/*
 * Do n_slots calls of problem pr, which is c's with another workspace perhaps, fit on
 * d, and those of a trial of c into the host's memory?  0; or -1 with *err filled:
 * sizes, what they need, what is free.  What cannot be found out refuses nothing.
 */
int aisp_memory_fits(const struct aisp_contract *c, const struct aisp_problem *pr,
		     int n_slots, const struct aisp_open_device *d,
		     struct aisp_err *err);

/* The same for one call, and trials that look at all elements of each output. */
int aisp_memory_fits_trials(const struct aisp_contract *c,
			    const struct aisp_open_device *d, struct aisp_err *err);

#endif
