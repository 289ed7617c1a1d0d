/* SPDX-License-Identifier: MIT
 *
 * spoil.h - wrong values in place of right ones.
 */
#ifndef AISP_SPOIL_H
#define AISP_SPOIL_H

#include <aisp/check.h>

#include "contract.h"

/*
 * Give an element its neighbour's value: of up to 31 pairs of neighbours that differ,
 * from all parts of an output, the one with the median difference.  If no neighbours
 * differ, the first element that can change is off by a 128th. key says where the
 * search begins.
 */
void aisp_spoil_one(const struct aisp_contract *c, const struct aisp_io *io,
		    uint64_t key);

/*
 * The value of control k (zeros, constant, input or tail) instead of `right`, for
 * element `elem` of an output, the i-th of n elements.
 */
double aisp_control_value(enum aisp_control k, const struct aisp_io *io, int64_t elem,
			  int64_t i, int64_t n, double right);

#endif
