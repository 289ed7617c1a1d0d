/* SPDX-License-Identifier: MIT
 *
 * compare_text.h - a comparison of two sides (store/compare.h) in words.
 */
#ifndef AISP_COMPARE_TEXT_H
#define AISP_COMPARE_TEXT_H

#include <jansson.h>
#include <stdio.h>

/*
 * { "a": { "label" }, "b", "differs": [ manifest differences ], "rows", "only_a",
 * "only_b" (targets) }: first what differs, then the rows.  0, or -1 if f cannot
 * be written.
 */
int aisp_report_comparison(const json_t *comparison, FILE *f);

#endif
