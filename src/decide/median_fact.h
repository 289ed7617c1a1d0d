/* SPDX-License-Identifier: MIT
 *
 * median_fact.h - a fact of an arm: its median over the launches after the pilot.
 */
#ifndef AISP_MEDIAN_FACT_H
#define AISP_MEDIAN_FACT_H

#include "group.h"

/* NaN if it is unknown of all of them. */
double aisp_median_fact(const struct aisp_arm *a, enum aisp_fact fact);

#endif
