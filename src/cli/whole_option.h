/* SPDX-License-Identifier: MIT
 *
 * whole_option.h - an option's argument as a number.
 */
#ifndef AISP_WHOLE_OPTION_H
#define AISP_WHOLE_OPTION_H

#include <argp.h>

/* From `least` to `most`; else a usage error that names the option, and no return. */
int whole_option(struct argp_state *state, const char *option, const char *arg,
		 long least, long most);

#endif
