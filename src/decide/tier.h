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
	AISP_TIER_SANDBOXED, /* the variant's own code, sandboxed in a worker */
	AISP_TIER_KERNEL,    /* only ours: the variant is device code */
	AISP_TIER_TRUSTED,   /* a vendor's library, called by this tree's own sources */
};

const char *aisp_tier_name(enum aisp_tier t);
int aisp_tier_parse(enum aisp_tier *t, const char *name, struct aisp_err *err);

/* The sandbox exceptions that a variant's source asks for, and where it comes from. */
struct aisp_walls {
	enum aisp_meets meets;
	bool is_library, is_ours;
};

/* The highest tier that may run, and whether the user chose it. */
struct aisp_tier_limit {
	enum aisp_tier most;
	bool is_said;
};

/*
 * Returns why the exceptions are refused, or NULL if they are granted or none is asked
 * for.  Libraries of this tree may have them, other variants with --tier trusted, and
 * none if the user chose a stricter tier.
 */
const char *aisp_walls_refused(const struct aisp_walls *w,
			       const struct aisp_tier_limit *limit);

struct aisp_group;

/*
 * Leaves out arms above tier `most` (kernel, sandboxed, trusted, in this order; a
 * trusted library without exceptions always runs), and arms of another tier than the
 * baseline: ratios across tiers are given only for a trusted library.
 */
void aisp_tier_settle(struct aisp_group *g, const struct aisp_tier_limit *limit);

#endif
