/* SPDX-License-Identifier: MIT
 *
 * group_facts.h - facts about a launch that only its group can tell: what the first
 * launch saw, and whether the arm had other surroundings than the others.
 */
#ifndef AISP_GROUP_FACTS_H
#define AISP_GROUP_FACTS_H

#include "group.h"

/*
 * Bring these facts of all launches up to date, and the margin: it grows with what
 * the clock could not tell of the shortest sample, whatever the pilots promised.
 */
void aisp_group_facts_note(struct aisp_group *g);

#endif
