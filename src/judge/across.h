/* SPDX-License-Identifier: MIT
 *
 * across.h - facts about a launch that only its group can tell: what the first
 * launch saw, and whether the arm had other surroundings than the others.
 */
#ifndef AISP_ACROSS_H
#define AISP_ACROSS_H

#include "group.h"

/*
 * Bring these facts of all launches up to date, and the margin: it grows with what
 * the clock could not tell of the shortest sample, whatever the pilots promised.
 */
void aisp_across_note(struct aisp_group *g);

#endif
