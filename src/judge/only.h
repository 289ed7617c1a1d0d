/* SPDX-License-Identifier: MIT
 *
 * only.h - the sizes that a variant serves, where its opening comment says
 * ` * ONLY: elems % 8 == 0 && elems >= 64`: an expression over the parameters.
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

/* What the file says of the contract's parameters; words get the expression. */
enum aisp_only aisp_only_says(const char *file, const struct aisp_contract *c,
			      char *words, size_t size, struct aisp_err *err);

#endif
