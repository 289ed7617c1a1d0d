/* SPDX-License-Identifier: MIT
 *
 * alike.h - does a workload give an input the same contents in each call?
 */
#ifndef AISP_ALIKE_H
#define AISP_ALIKE_H

#include "contract.h"
#include "measure.h"

/* An input of which a variant may keep from call to call what follows from it. */
struct aisp_alike {
	const char *name; /* NULL: there is none */
	bool is_zero;     /* all those of its blocks are zeros, as of padding */
	double share;     /* of its 64-byte blocks that are the same in each call */
};

#define AISP_ALIKE_LEAST 0.25 /* a smaller share is not worth a word */

/*
 * io, in the host's memory, holds the inputs of a call; fill it with those of another,
 * from `key`, and compare the blocks, all or a random sample, of inputs that variants
 * see; but not zeros of one that next() fills step by step.  *alike becomes the input
 * of which the largest share is the same.  Without prepare(), which alone makes inputs
 * alike, nothing is filled.  Returns 0, or -1 with *err filled.
 */
int aisp_find_alike(const struct aisp_contract *c, const struct aisp_io *io,
		    enum aisp_dist dist, uint64_t key, struct aisp_alike *alike,
		    struct aisp_err *err);

/* The same of a contract, in memory of its own. */
int aisp_contract_alike(const struct aisp_contract *c, enum aisp_dist dist,
			uint64_t key, struct aisp_alike *alike, struct aisp_err *err);

#endif
