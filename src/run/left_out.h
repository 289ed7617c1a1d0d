/* SPDX-License-Identifier: MIT
 *
 * left_out.h - a run with --without-check proves nothing: how this is said beside its
 * verdicts, and how commands that need a proof refuse it.
 */
#ifndef AISP_LEFT_OUT_H
#define AISP_LEFT_OUT_H

#include "model.h"

/* Follows a verdict: ", a check left out"; "" if there is no verdict, or all checks. */
const char *aisp_left_out_mark(const struct aisp_run_result *r);

/* "a.b c.d", the checks that the result's run left out, or "". */
void aisp_left_out_names(char *buf, size_t size, const struct aisp_run_result *r);

/* "measured without a.b c.d (--without-check)", or "". */
void aisp_left_out_text(char *buf, size_t size, const struct aisp_run_info *info);

/* Returns 0, or -1 with *err filled (is_broken) if the run left a check out. */
int aisp_left_out_refuse(const struct aisp_run *run, struct aisp_err *err);

#endif
