/* SPDX-License-Identifier: MIT
 *
 * suggest.h - answers to words that no command and no option has.
 */
#ifndef AISP_SUGGEST_H
#define AISP_SUGGEST_H

#include "cli.h"

/*
 * "aisp: 'bnech' is not a command; did you mean bench?" for words[0] behind the
 * group ("", or "bench"), on stderr.
 */
void suggest_command(const char *group, const char *word);

/*
 * Look for a long option that the command does not have, and name it on stderr
 * with those that were probably meant.  0 if there is none.
 */
int suggest_option(const struct aisp_command *c, int argc, char **argv);

#endif
