/* SPDX-License-Identifier: MIT
 *
 * help.h - what a command's --help prints.
 */
#ifndef AISP_HELP_H
#define AISP_HELP_H

#include <stdio.h>

#include "cli.h"

/*
 * The help that argp would print for a program of that name, in lines that are whole;
 * as argp has it where $ARGP_HELP_FMT says how.  0, or -1 without memory.
 */
int print_help(const struct argp *argp, char *name, FILE *f);

#endif
