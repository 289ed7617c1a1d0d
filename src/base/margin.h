/* SPDX-License-Identifier: MIT
 *
 * margin.h - which changes of a ratio are none: the region of practical equivalence.
 */
#ifndef AISP_BASE_MARGIN_H
#define AISP_BASE_MARGIN_H

/* Changes below this matter to nobody, as a ratio change. */
#define AISP_MARGIN_MIN 0.01

/*
 * Beyond this, "the same" would say nothing: the chapters' smaller lessons are gains of
 * that size.  FASTER and SLOWER still stand beyond a wider margin.
 */
#define AISP_MARGIN_MAX 0.05

#endif
