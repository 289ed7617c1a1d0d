/* SPDX-License-Identifier: MIT
 *
 * meets.h - what a variant's source says by ` * WALLS:` (docs/tiers.md).
 */
#ifndef AISP_MEETS_H
#define AISP_MEETS_H

/* The library by which ranks find each other, in their own namespaces. */
enum aisp_meets {
	AISP_MEETS_NOBODY, /* none: the usual sandbox */
	AISP_MEETS_MPI,
	AISP_MEETS_NCCL,
};

#endif
