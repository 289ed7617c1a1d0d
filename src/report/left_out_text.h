/* SPDX-License-Identifier: MIT
 *
 * left_out_text.h - the line that a report begins with if the run left a check out.
 */
#ifndef AISP_LEFT_OUT_TEXT_H
#define AISP_LEFT_OUT_TEXT_H

#include <stdio.h>

#include "run/model.h"

void aisp_left_out_line(const struct aisp_run *run, FILE *f);

#endif
