/* SPDX-License-Identifier: MIT
 *
 * suggest.h - suggestions for words that are no command or option.
 */
#ifndef AISP_SUGGEST_H
#define AISP_SUGGEST_H

#include "cli.h"

/*
 * Prints "aisp: 'bnech' is not a command; did you mean bench?" on stderr, for the word
 * after the group ("", or "bench").
 */
void suggest_command(const char *group, const char *word);

/*
 * Looks for a long option that the command does not have, and names it on stderr with
 * similar options.  Returns 0 if there is none.
 */
int suggest_option(const struct aisp_command *c, int argc, char **argv);

#endif
