/* SPDX-License-Identifier: MIT
 *
 * spoil.h - right outputs with one element that is wrong.
 */
#ifndef AISP_SPOIL_H
#define AISP_SPOIL_H

#include "contract.h"

/*
 * The first element that differs from its neighbour takes that one's value; where all
 * are equal, or there is one, the first that can be is off by a 128th.  key says where
 * the search begins.
 */
void aisp_spoil_one(const struct aisp_contract *c, const struct aisp_io *io,
		    uint64_t key);

#endif
