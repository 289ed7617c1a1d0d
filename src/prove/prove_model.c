/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "prove_model.h"

const char *prove_status_name(enum prove_status s)
{
	static const char *const names[PROVE_N_STATUSES + 1] = { "measured", "failed",
								 "not run",  "skipped",
								 "error",    "" };

	return names[s];
}

const char *prove_state_name(enum prove_state s)
{
	static const char *const names[PROVE_N_STATES + 1] = {
		"NOT-PROVEN", "SKIPPED", "NOT-SEEN", "PARTIAL",
		"PREVENTED",  "PROVEN",  ""
	};

	return names[s];
}

const char *prove_kind_name(enum prove_kind k)
{
	static const char *const names[PROVE_N_KINDS + 1] = { "detects", "prevents",
							      "" };

	return names[k];
}

enum prove_kind prove_kind_of(const struct aisp_check *c)
{
	return c->is_prevented ? PROVE_PREVENTS : PROVE_DETECTS;
}

const struct prove_line *prove_line_of(const struct prove_lines *l, const char *check)
{
	for (int i = 0; i < l->n; i++)
		if (!strcmp(l->at[i].check, check))
			return &l->at[i];
	return NULL;
}

const char *prove_line_name(enum aisp_verdict state)
{
	if ((int)state == PROVE_LINE_UNKNOWN)
		return "?";
	return (int)state < PROVE_LINE_UNKNOWN ? aisp_verdict_name(state) : "";
}
