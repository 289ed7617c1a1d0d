/* SPDX-License-Identifier: MIT
 *
 * drop.h - inputs without some of their numbers, for outputs that leave terms out.
 */
#ifndef AISP_DROP_H
#define AISP_DROP_H

#include "contract.h"

#define AISP_LEFT_OUT 6 /* one term of so many, where that must be found */

/* Is input k of numbers, and not of places of others that prepare() chose? */
bool aisp_has_terms(const struct aisp_contract *c, int k);

/* One element of `of` from `first` on becomes zero in all inputs that have terms.  How
 * many inputs that were. */
int aisp_drop_terms(const struct aisp_contract *c, const struct aisp_io *io, int first,
		    int of);

/* The smaller ones of the numbers of t become zero. */
void aisp_drop_smaller(const struct aisp_tensor *t);

#endif
