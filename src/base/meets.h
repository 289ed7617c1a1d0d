/* SPDX-License-Identifier: MIT
 *
 * meets.h - what a variant's source says by ` * WALLS:` (docs/tiers.md).
 */
#ifndef AISP_MEETS_H
#define AISP_MEETS_H

/* By what library the ranks of a launch find each other, in namespaces of theirs. */
enum aisp_meets {
	AISP_MEETS_NOBODY, /* the usual walls */
	AISP_MEETS_MPI,
	AISP_MEETS_NCCL,
};

#endif
