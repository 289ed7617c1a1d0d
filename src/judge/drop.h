/* SPDX-License-Identifier: MIT
 *
 * drop.h - inputs without some of their numbers, for outputs that leave terms out.
 */
#ifndef AISP_DROP_H
#define AISP_DROP_H

#include "contract.h"

#define AISP_LEFT_OUT 6 /* one term of so many */

/* Every sixth element from `first` on becomes zero in all inputs that are numbers, and
 * not places of others that prepare() chose.  How many inputs that were. */
int aisp_drop_terms(const struct aisp_contract *c, const struct aisp_io *io, int first);

/* The smaller ones of the numbers of input k become zero.  False if it has none. */
bool aisp_drop_smaller(const struct aisp_contract *c, const struct aisp_io *io, int k);

#endif
