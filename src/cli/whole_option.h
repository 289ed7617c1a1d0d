/* SPDX-License-Identifier: MIT
 *
 * whole_option.h - parse an option's argument as a whole number.
 */
#ifndef AISP_WHOLE_OPTION_H
#define AISP_WHOLE_OPTION_H

#include <argp.h>

/* Returns the value if from `least` to `most`; else ends with a usage error. */
int whole_option(struct argp_state *state, const char *option, const char *arg,
		 long least, long most);

#endif
