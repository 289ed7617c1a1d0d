/* SPDX-License-Identifier: MIT
 *
 * drop.h - inputs without some of their numbers, for outputs that leave terms out.
 */
#ifndef AISP_DROP_H
#define AISP_DROP_H

#include "contract.h"

/* It must be found if one term in so many is left out, or replaced by its neighbour. */
#define AISP_LEFT_OUT  6
#define AISP_ESTIMATED 2

/* Does input k hold numbers, rather than indices that prepare() chose? */
bool aisp_has_terms(const struct aisp_contract *c, int k);

/* Set one element in `of`, from `first` on, to zero in all inputs that have terms.
 * Returns how many inputs that were. */
int aisp_drop_terms(const struct aisp_contract *c, const struct aisp_io *io, int first,
		    int of);

/* Set the smaller numbers of t to zero. */
void aisp_drop_smaller(const struct aisp_tensor *t);

/* Give one element in `of` the value of the element before it: a sum becomes an
 * estimate, whose mean is right, from the other terms. */
void aisp_repeat_terms(const struct aisp_tensor *t, int of);

#endif
