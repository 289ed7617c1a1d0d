/* SPDX-License-Identifier: MIT
 *
 * positive_option.h - parse an option's argument as a quantity.
 */
#ifndef AISP_POSITIVE_OPTION_H
#define AISP_POSITIVE_OPTION_H

#include <argp.h>

/* Returns the value if above 0; else ends with a usage error that names the option. */
double positive_option(struct argp_state *state, const char *option, const char *arg);

#endif
