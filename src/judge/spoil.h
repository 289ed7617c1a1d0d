/* SPDX-License-Identifier: MIT
 *
 * spoil.h - wrong values in place of right ones.
 */
#ifndef AISP_SPOIL_H
#define AISP_SPOIL_H

#include <aisp/check.h>

#include "contract.h"

/*
 * An element takes its neighbour's value: of 31 pairs of neighbours that differ, in all
 * parts of an output, the one that differs by the median.  Where all are equal, or
 * there is one, the first that can be is off by a 128th.  key says where the search
 * begins.
 */
void aisp_spoil_one(const struct aisp_contract *c, const struct aisp_io *io,
		    uint64_t key);

/*
 * What zeros, constant, input or tail has in place of `right`: element `elem` of an
 * output, the i-th of the n that are looked at.
 */
double aisp_control_value(enum aisp_control k, const struct aisp_io *io, int64_t elem,
			  int64_t i, int64_t n, double right);

#endif
