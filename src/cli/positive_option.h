/* SPDX-License-Identifier: MIT
 *
 * positive_option.h - an option's argument as a quantity.
 */
#ifndef AISP_POSITIVE_OPTION_H
#define AISP_POSITIVE_OPTION_H

#include <argp.h>

/* Above 0; else a usage error that names the option, and no return. */
double positive_option(struct argp_state *state, const char *option, const char *arg);

#endif
