/* SPDX-License-Identifier: MIT
 *
 * seal.h - what is measured, entered into the run's journal at once.
 */
#ifndef AISP_SEAL_H
#define AISP_SEAL_H

#include "group.h"
#include "record.h"

/* The launch just appended to arm i; nothing without a journal. */
void aisp_seal_launch(struct aisp_bench *bench, struct aisp_group *g, int i);

/*
 * Once all launches are done: how many of each arm's the journal has and the arm
 * has not, as evidence of each.
 */
void aisp_seal_note(const struct aisp_bench *bench, struct aisp_group *g);

#endif
