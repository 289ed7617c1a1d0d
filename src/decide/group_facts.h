/* SPDX-License-Identifier: MIT
 *
 * group_facts.h - facts about a launch that depend on its group: what the first launch
 * saw, and whether the arm's conditions differed from those of the other arms.
 */
#ifndef AISP_GROUP_FACTS_H
#define AISP_GROUP_FACTS_H

#include "group.h"

/*
 * Updates these facts of all launches, and the margin: it grows with the share of the
 * shortest sample that the clock cannot resolve, whatever the pilots promised.
 */
void aisp_group_facts_note(struct aisp_group *g);

#endif
