/* SPDX-License-Identifier: MIT */
#include "format_choice.h"

void format_choose(struct format_choice *c, aisp_report_function *said,
		   const struct argp_state *state)
{
	if (c->is_said && c->function != said && !c->may_change)
		argp_error(state, "two formats: say one of them, once");
	c->function = said;
	c->is_said = true;
}
