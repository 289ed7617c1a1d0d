/* SPDX-License-Identifier: MIT
 *
 * sol.h - the speed of light: the least time in which this machine could do a call.
 */
#ifndef AISP_SOL_H
#define AISP_SOL_H

#include "group.h"

/*
 * Computes the bound of one call of g, by the bandwidth of streams with its share of
 * writes.  Returns 0, or -1 if limits name no peaks that bound it, or the contract says
 * that none does.
 */
int aisp_sol_bound(const struct aisp_group *g, const struct aisp_limits *limits,
		   struct aisp_roof *roof);

/*
 * Puts sol_fraction into the evidence of every launch, where it is known.  The bound
 * uses the highest bandwidth of any stream, which no honest variant can exceed.  If an
 * arm exceeds it by little enough that badly measured peaks explain it, the peaks are
 * measured again first (limits->raise_peaks).
 */
void aisp_sol_note(struct aisp_group *g, const struct aisp_limits *limits);

/* Arm a exceeds the bound by less than the noise of g: the peaks were measured on the
 * same noisy machine. */
bool aisp_sol_is_close(const struct aisp_group *g, const struct aisp_arm *a);

#endif
