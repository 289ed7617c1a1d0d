/* SPDX-License-Identifier: MIT
 *
 * only.h - what the opening comment of a variant says by expressions over the
 * parameters: the sizes that it serves, ` * ONLY: elems % 8 == 0 && elems >= 64`, and
 * the workspace that it asks for, in bytes, ` * WORKSPACE: 4 * rows * cols`.
 */
#ifndef AISP_ONLY_H
#define AISP_ONLY_H

#include "contract.h"

enum aisp_only {
	AISP_ONLY_UNSAID, /* no such line */
	AISP_ONLY_SERVES,
	AISP_ONLY_DECLINES,
	AISP_ONLY_UNREADABLE, /* *err says why */
};

/* What the file's ONLY: line says at the contract's parameters; words get its text. */
enum aisp_only aisp_only_says(const char *file, const struct aisp_contract *c,
			      char *words, size_t size, struct aisp_err *err);

/* Read what c->variant says of its workspace into c->asks.  Returns 0; or -1 with *err
 * filled if it says that twice, or nothing. */
int aisp_workspace_read(struct aisp_contract *c, struct aisp_err *err);

/*
 * Set the workspace of c->problem to what c->asks says; without that it stays the
 * workload's.  Returns 0, or -1 with *err filled.
 */
int aisp_workspace_says(struct aisp_contract *c, struct aisp_err *err);

#endif
