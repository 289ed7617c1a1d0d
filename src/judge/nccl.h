/* SPDX-License-Identifier: MIT
 *
 * nccl.h - NCCL among the ranks of a launch: its environment, and what it opens.
 * docs/tiers.md has the rules, mpi.h the namespaces.
 */
#ifndef AISP_JUDGE_NCCL_H
#define AISP_JUDGE_NCCL_H

#include <stdbool.h>

#include "launch.h"

/*
 * Append what NCCL must be told, and the user's own NCCL_*, to n words, up to `max`
 * with the NULL.  Returns the new number of words.
 */
int aisp_nccl_environment(char **words, int n, int max);

/* Admit its files beside the driver's, and its descriptors. */
void aisp_nccl_admit(struct aisp_plan *p);

/* Has the user set NCCL_DEBUG?  Then what NCCL prints goes to the judge's stderr. */
bool aisp_nccl_speaks(const struct aisp_launch *l);

#endif
