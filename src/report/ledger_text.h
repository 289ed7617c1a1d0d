/* SPDX-License-Identifier: MIT
 *
 * ledger_text.h - every check of every result, one per line.
 */
#ifndef AISP_LEDGER_TEXT_H
#define AISP_LEDGER_TEXT_H

#include <stdio.h>

#include "run/model.h"

/* 0, or -1 if f cannot be written. */
int aisp_report_ledger(const struct aisp_run *run, FILE *f);

#endif
