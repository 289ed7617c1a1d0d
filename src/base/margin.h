/* SPDX-License-Identifier: MIT
 *
 * margin.h - which changes of a ratio are none: the region of practical equivalence.
 */
#ifndef AISP_BASE_MARGIN_H
#define AISP_BASE_MARGIN_H

/* Ratio changes below this do not matter. */
#define AISP_MARGIN_MIN 0.01

/*
 * With a wider margin, SAME would say nothing: the chapters' smaller lessons gain that
 * much.  FASTER and SLOWER still stand with a wider margin.
 */
#define AISP_MARGIN_MAX 0.05

#endif
