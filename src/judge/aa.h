/* SPDX-License-Identifier: MIT
 *
 * aa.h - identical code compared with itself: how often this machine and this judge see
 * a difference where there is none.
 */
#ifndef AISP_AA_H
#define AISP_AA_H

#include "machine/noise.h"
#include "suite.h"

/*
 * Makes n_comparisons of the selected targets' baselines, in turn, each with itself
 * until it is decided, at AISP_MARGIN_MIN.  Fills *noise except `measured`.  Returns 0,
 * or -1 with *err filled: the harness failed, or Ctrl-C came before the end.
 */
int aisp_aa_run(const struct aisp_suite *s, int n_comparisons, struct aisp_noise *noise,
		struct aisp_err *err);

#endif
