/* SPDX-License-Identifier: MIT
 *
 * sol.h - the speed of light: the least time that this machine could need.
 */
#ifndef AISP_SOL_H
#define AISP_SOL_H

#include "group.h"

/*
 * For one call of g, by the bandwidth of streams that write as much as it does.
 * 0, or -1 if limits name no peaks that bound it, or if the contract says that none
 * does.
 */
int aisp_sol_bound(const struct aisp_group *g, const struct aisp_limits *limits,
		   struct aisp_roof *roof);

/*
 * Put sol_fraction into the evidence of every launch, where it is known: by the
 * highest bandwidth of any stream, which nothing honest can exceed.  An arm that does,
 * by less than a bad moment of the peaks' own measurement explains, has them raised
 * first (limits->raise_peaks).
 */
void aisp_sol_note(struct aisp_group *g, const struct aisp_limits *limits);

/* a exceeds the roof by less than what the noise of g explains: the roof was measured
 * on the same noisy machine. */
bool aisp_sol_is_close(const struct aisp_group *g, const struct aisp_arm *a);

#endif
