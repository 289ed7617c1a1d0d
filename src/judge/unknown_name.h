/* SPDX-License-Identifier: MIT
 *
 * unknown_name.h - the parameters and inputs of workloads, for errors about a name that
 * none of them has.
 */
#ifndef AISP_UNKNOWN_NAME_H
#define AISP_UNKNOWN_NAME_H

#include "base/near.h"
#include "contract.h"

enum aisp_name_kind { AISP_NAME_PARAM, AISP_NAME_INPUT };

/* The names so far, each once, as "rows, cols"; start with { .near = { name } }. */
struct aisp_known_names {
	char text[200];
	struct aisp_near near;
};

void aisp_known_names_add(struct aisp_known_names *names, const struct aisp_contract *c,
			  enum aisp_name_kind what);

/* Fill *err and return -1: `who`, such as "x:y lacks", `name`; it lists known names. */
int aisp_unknown_name(const struct aisp_known_names *names, const char *who,
		      enum aisp_name_kind what, const char *name, struct aisp_err *err);

#endif
