/* SPDX-License-Identifier: MIT
 *
 * journal_launch.h - enter each launch into the run's journal at once.
 */
#ifndef AISP_JOURNAL_LAUNCH_H
#define AISP_JOURNAL_LAUNCH_H

#include "measure_group.h"
#include "record.h"

/* Enter the launch just appended to arm i; does nothing without a journal. */
void aisp_journal_launch(struct aisp_harness *harness, struct aisp_group *g, int i);

/*
 * After all launches: add to the evidence of each how many launches of its arm the
 * journal has and the arm lacks.
 */
void aisp_journal_facts_note(const struct aisp_harness *harness, struct aisp_group *g);

#endif
