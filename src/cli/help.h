/* SPDX-License-Identifier: MIT
 *
 * help.h - what a command's --help prints.
 */
#ifndef AISP_HELP_H
#define AISP_HELP_H

#include <stdio.h>

#include "cli.h"

/*
 * Prints argp's help for a program of that name, with lines wrapped as a whole; if
 * $ARGP_HELP_FMT is set, as argp formats it.  Returns 0, or -1 without memory.
 */
int print_help(const struct argp *argp, char *name, FILE *f);

#endif
