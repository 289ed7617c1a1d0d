/* SPDX-License-Identifier: MIT
 *
 * pair_arms.h - the launches of two arms that are compared.
 */
#ifndef AISP_PAIR_ARMS_H
#define AISP_PAIR_ARMS_H

#include "base/pairing.h"
#include "group.h"

/*
 * Pairs the launches of a and b that counts() accepts, by aisp_pair_launches(); pilots
 * make no pair.  pairs has room for AISP_MAX_LAUNCHES.  Returns the number of pairs.
 */
int aisp_pair_arms(const struct aisp_arm *a, const struct aisp_arm *b,
		   bool (*counts)(const struct aisp_measured *),
		   struct aisp_pair *pairs);

/* The number of pairs whose launches ended well, whether or not others disturbed them.
 */
int aisp_pairs_tried(const struct aisp_arm *a, const struct aisp_arm *b);

#endif
