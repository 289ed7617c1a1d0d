/* SPDX-License-Identifier: MIT
 *
 * tier.h - whose code runs on the host while an arm is timed: docs/tiers.md.
 */
#ifndef AISP_TIER_H
#define AISP_TIER_H

#include <stdbool.h>

#include "base/err.h"
#include "base/meets.h"

enum aisp_tier {
	AISP_TIER_SANDBOXED, /* the variant's, in a worker behind walls */
	AISP_TIER_KERNEL,    /* ours alone: the variant is device code */
	AISP_TIER_TRUSTED,   /* a vendor's library, called by this tree's own sources */
};

const char *aisp_tier_name(enum aisp_tier t);
int aisp_tier_parse(enum aisp_tier *t, const char *name, struct aisp_err *err);

/* What a variant's source asks for beyond the usual walls, and whose it is. */
struct aisp_walls {
	enum aisp_meets meets;
	bool is_library, is_ours;
};

/* The most that may run, and whether the user said so. */
struct aisp_tier_limit {
	enum aisp_tier most;
	bool is_said;
};

/*
 * Why it may not have them: they are for libraries of this tree, and for others where
 * the user said --tier trusted; never where a stricter tier was asked for.  NULL: it
 * may, or asks for none.
 */
const char *aisp_walls_refused(const struct aisp_walls *w,
			       const struct aisp_tier_limit *limit);

struct aisp_group;

/*
 * Leave out what may not run where `most` is asked of code at most (kernel, sandboxed,
 * trusted, in this order; a trusted library behind the usual walls may always), and the
 * arms of another tier than the baseline's: no ratio goes across tiers, but to a
 * trusted library.
 */
void aisp_tier_settle(struct aisp_group *g, const struct aisp_tier_limit *limit);

#endif
