/* SPDX-License-Identifier: MIT
 *
 * ledger_text.h - every check of every result, a line each.
 */
#ifndef AISP_LEDGER_TEXT_H
#define AISP_LEDGER_TEXT_H

#include <jansson.h>
#include <stdio.h>

/* 0, or -1 if f cannot be written.  `results` as for report.h. */
int aisp_report_ledger(const json_t *results, FILE *f);

#endif
