/* SPDX-License-Identifier: MIT
 *
 * tuning_text.h - the results of a search, for people and for programs.  Functions
 * return 0, or -1 if writing failed.
 */
#ifndef AISP_TUNING_TEXT_H
#define AISP_TUNING_TEXT_H

#include <stdio.h>

#include "tuning.h"

int tuning_print(const struct tuning *t, FILE *f);
int tuning_print_json(const struct tuning *t, FILE *f);

#endif
