/* SPDX-License-Identifier: MIT
 *
 * tuning_text.h - what a search found, for people and for programs.  0, or -1 if it
 * could not be written.
 */
#ifndef AISP_TUNING_TEXT_H
#define AISP_TUNING_TEXT_H

#include <stdio.h>

#include "tuning.h"

int tuning_print(const struct tuning *t, FILE *f);
int tuning_print_json(const struct tuning *t, FILE *f);

#endif
