/* SPDX-License-Identifier: MIT
 *
 * format_choice.h - one report has one format.
 */
#ifndef AISP_FORMAT_CHOICE_H
#define AISP_FORMAT_CHOICE_H

#include <argp.h>
#include <stdbool.h>

#include "report/report.h"

struct format_choice {
	aisp_report_function *function;
	bool is_said;    /* by the user; else it is a default */
	bool may_change; /* what is said later replaces it: a resumed run's words */
};

/* Takes the format that the user said; another one before it is a usage error. */
void format_choose(struct format_choice *c, aisp_report_function *said,
		   const struct argp_state *state);

#endif
