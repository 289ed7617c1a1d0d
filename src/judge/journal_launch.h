/* SPDX-License-Identifier: MIT
 *
 * journal_launch.h - what is measured, entered into the run's journal at once.
 */
#ifndef AISP_JOURNAL_LAUNCH_H
#define AISP_JOURNAL_LAUNCH_H

#include "measure_group.h"
#include "record.h"

/* The launch just appended to arm i; nothing without a journal. */
void aisp_journal_launch(struct aisp_harness *harness, struct aisp_group *g, int i);

/*
 * Once all launches are done: how many of each arm's the journal has and the arm
 * has not, as evidence of each.
 */
void aisp_journal_facts_note(const struct aisp_harness *harness, struct aisp_group *g);

#endif
